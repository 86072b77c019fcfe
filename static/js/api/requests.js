// @ts-check
/**
 * Say what to ask for a view. `app/page_view.py` writes the same addresses for
 * the preloads in the page's head; `tests/golden/requests.json` holds both to it.
 */

/**
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").AttentionRequest} AttentionRequest
 */

/** Cells a side of the head in focus before cells are pooled. */
export const FOCUS_CELLS = 256;
/** Characters from which on all heads take long enough to be asked for last. */
export const LONG_TEXT = 1000;

const BASE = "/api/v1";

/** The head in focus, in full float32. @param {View} view @returns {AttentionRequest} */
export function focusRequest(view) {
  return {
    ...textOf(view),
    layers: [view.layer],
    heads: [view.head],
    ...readingOf(view),
    pool: FOCUS_CELLS,
    ...statisticsOf(view, ["row", "column"]),
    encoding: "base64",
  };
}

/**
 * What it takes to choose a first head: the statistics of one layer's heads. All
 * heads of a long text take many times as long. Between two sides all layers are
 * asked; where two attentions stand in one matrix, what lies between decides.
 * @param {View} view
 * @param {{n_layers: number|null}} shape of the part on show
 * @returns {AttentionRequest}
 */
export function choiceRequest(view, { n_layers: nLayers }) {
  const isBetween = view.part === "cross" || view.part === "joint";
  return {
    ...textOf(isBetween ? { ...view, part: "cross" } : view),
    ...(nLayers && !isBetween ? { layers: [Math.floor(nLayers / 2)] } : {}),
    ...readingOf(view),
    pool: 1,
    statistics: ["head"],
    encoding: "uint8",
  };
}

/**
 * Every head as a thumbnail.
 * @param {View} view
 * @param {{n_layers: number|null, n_heads: number|null}} shape
 * @returns {AttentionRequest}
 */
export function mosaicRequest(view, shape) {
  const heads = (shape.n_layers ?? 0) * (shape.n_heads ?? 0);
  return {
    ...textOf(view),
    ...readingOf(view),
    pool: heads > 150 ? 16 : 32,
    ...statisticsOf(view, ["head"]),
    encoding: "uint8",
  };
}

/**
 * The target that the model writes, and how likely each token was.
 * @param {View} view
 */
export function translationRequest({ model, text }) {
  return { model, text };
}

/**
 * The exact cells of a range of the head in focus.
 * @param {View} view
 * @param {[number, number]} rows @param {[number, number]|null} columns
 * @returns {AttentionRequest}
 */
export function rangeRequest(view, rows, columns) {
  return {
    ...textOf(view),
    layers: [view.layer],
    heads: [view.head],
    ...readingOf(view),
    rows,
    ...(columns === null ? {} : { columns }),
    encoding: "base64",
  };
}

/**
 * Write a request as a query string: lists with commas, ranges with a colon.
 * @param {AttentionRequest} request
 */
export function toSearch(request) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(request)) {
    const isRange = key === "rows" || key === "columns";
    query.set(key, Array.isArray(value) ? value.join(isRange ? ":" : ",") : String(value));
  }
  // Commas and colons are plain in a query; escaped ones are hard to read.
  return query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
}

/** The address of a GET to `/attention`. @param {AttentionRequest} request */
export function attentionAddress(request) {
  return `${BASE}/attention?${toSearch(request)}`;
}

/** @param {Parameters<typeof toSearch>[0]} request */
export function translationAddress(request) {
  return `${BASE}/translations?${toSearch(request)}`;
}

/** @param {View} view @returns {AttentionRequest} */
function textOf({ model, text, pair, target, part }) {
  return {
    model,
    text,
    ...(pair ? { text_pair: pair } : {}),
    ...(target === null ? {} : { target }),
    ...(part === null ? {} : { part }),
  };
}

/**
 * A row of the joint picture holds two distributions: nothing sums it up.
 * @param {View} view @param {string[]} statistics
 */
function statisticsOf({ part }, statistics) {
  return part === "joint" ? {} : { statistics };
}

/** @param {View} view */
function readingOf(view) {
  return {
    ...(view.quantity === "weights" ? {} : { quantity: view.quantity }),
    ...(view.merge === "tokens" ? {} : { merge: view.merge }),
    ...(view.hide === "none" ? {} : { hide: view.hide }),
    ...adapterOf(view),
  };
}

/** At strength 0 the server answers as if there were none. @param {View} view */
function adapterOf({ adapter, strength }) {
  if (adapter === null) return {};
  return { adapter, ...(strength === 1 ? {} : { adapter_scale: strength }) };
}
