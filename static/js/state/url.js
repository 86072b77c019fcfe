// @ts-check
/**
 * Write the view into a query string and read it back, exactly.
 *
 * Defaults are left out; 0, false and empty survive. `app/page_view.py` reads
 * the same strings on the server; `tests/golden/views.json` holds both to it.
 */

/** @typedef {import("../types.js").View} View */

/** Longer states go behind "#", which no server sees and no limit cuts. */
export const LONGEST_QUERY = 4000;

/** @type {Record<string, readonly string[]>} */
const CHOICES = {
  quantity: ["weights", "scores"],
  merge: ["tokens", "words"],
  hide: ["none", "special", "first"],
  scale: ["unit", "head", "log"],
  order: ["layer", "entropy", "sink", "previous", "distance"],
  named: ["read", "written"],
};
const PARTS = ["encoder", "decoder", "cross", "joint"];
const ZOOM = /^\d{1,6}:\d{1,6},\d{1,6}:\d{1,6}$/;
const COUNT = /^\d{1,6}$/;
const STRENGTH = /^(?:[01](?:\.\d{1,3})?|2(?:\.0{1,3})?)$/;

/**
 * Write a view as a query string, without the "?". A part is left out by whoever
 * knows that the model shows it first (`../address.js`).
 * @param {View} view
 * @param {View} defaults the first visit's view
 * @returns {string}
 */
export function toQuery(view, defaults) {
  const query = new URLSearchParams();
  const isFirstModel = view.model === defaults.model;
  const firstRow = defaultRow(view, defaults);
  if (!isFirstModel) query.set("model", view.model);
  if (view.text !== defaults.text) query.set("text", view.text);
  if (view.pair !== null) query.set("pair", view.pair);
  if (view.target !== null) query.set("target", view.target);
  if (view.part !== null) query.set("part", view.part);
  // Another model has no head of its own to leave out.
  if (!isFirstModel || view.layer !== defaults.layer) query.set("layer", String(view.layer));
  if (!isFirstModel || view.head !== defaults.head) query.set("head", String(view.head));
  if (view.row !== firstRow) query.set("row", view.row === null ? "" : String(view.row));
  if (view.column !== null) query.set("column", String(view.column));
  for (const [key, [first]] of Object.entries(CHOICES)) {
    const value = view[/** @type {"merge"} */ (key)];
    if (value !== first) query.set(key, value);
  }
  if (view.zoom !== null) query.set("zoom", view.zoom);
  if (view.adapter !== null) query.set("adapter", view.adapter);
  if (view.adapter !== null && view.strength !== 1) query.set("strength", String(view.strength));
  return query.toString();
}

/**
 * Read a view from a query string; what can't be read is the default.
 * @param {string} search with or without "?" or "#"
 * @param {View} defaults
 * @returns {View}
 */
export function fromQuery(search, defaults) {
  const query = new URLSearchParams(search.replace(/^[?#]/, ""));
  /** @type {View} */
  const view = {
    ...defaults,
    model: query.get("model") || defaults.model,
    text: query.get("text") ?? defaults.text,
    pair: query.get("pair"),
    target: query.get("target"),
    part: PARTS.includes(query.get("part") ?? "") ? /** @type {View["part"]} */ (query.get("part")) : null,
    layer: count(query.get("layer")) ?? defaults.layer,
    head: count(query.get("head")) ?? defaults.head,
    column: count(query.get("column")),
    zoom: ZOOM.test(query.get("zoom") ?? "") ? query.get("zoom") : null,
    adapter: query.get("adapter") || null,
    strength: query.get("adapter") ? readStrength(query.get("strength")) : 1,
    ...readChoices(query),
  };
  const row = query.get("row");
  view.row = row === null ? defaultRow(view, defaults) : count(row);
  return view;
}

/**
 * Whether a query says which head to show, or needn't: another model than the
 * default one has no first head, so one is chosen from its data.
 * @param {string} search
 * @param {View} defaults
 */
export function namesHead(search, defaults) {
  const query = new URLSearchParams(search.replace(/^[?#]/, ""));
  const isFirstModel = (query.get("model") || defaults.model) === defaults.model;
  return isFirstModel || (query.has("layer") && query.has("head"));
}

/**
 * The address of a view: path and query, or path and fragment when long.
 * @param {View} view
 * @param {View} defaults
 * @param {string} [path]
 */
export function toAddress(view, defaults, path = "/") {
  const query = toQuery(view, defaults);
  if (query === "") return path;
  return path + (query.length > LONGEST_QUERY ? "#" : "?") + query;
}

/**
 * The state in an address.
 * @param {{search: string, hash: string}} location
 */
export function stateOf(location) {
  return location.search === "" && location.hash.includes("=") ? location.hash : location.search;
}

/**
 * What the page opens with: what is too long for a query stands behind "#",
 * where no server sees it.
 * @param {{search: string, hash: string}} location
 * @param {import("../types.js").Boot} boot
 * @returns {[View, boolean]} the view, and whether it names a head
 */
export function openingView(location, { view, has_head: hasHead, defaults }) {
  const state = stateOf(location);
  return state.startsWith("#") ? [fromQuery(state, defaults), namesHead(state, defaults)] : [view, hasHead];
}

/**
 * The row that goes without saying: the first visit's, on its own text only.
 * @param {View} view
 * @param {View} defaults
 */
function defaultRow(view, defaults) {
  const isFirstText =
    view.model === defaults.model &&
    view.text === defaults.text &&
    view.pair === defaults.pair &&
    view.target === defaults.target &&
    view.merge === defaults.merge &&
    view.hide === defaults.hide;
  return isFirstText ? defaults.row : null;
}

/** @param {URLSearchParams} query */
function readChoices(query) {
  /** @type {Record<string, string>} */
  const chosen = {};
  for (const [key, values] of Object.entries(CHOICES)) {
    const value = query.get(key);
    chosen[key] = value !== null && values.includes(value) ? value : /** @type {string} */ (values[0]);
  }
  return chosen;
}

/** How strongly an adapter acts; as trained where it isn't said. @param {string|null} text */
function readStrength(text) {
  return text !== null && STRENGTH.test(text) ? Number(text) : 1;
}

/** @param {string|null} text */
function count(text) {
  return text !== null && COUNT.test(text) ? Number(text) : null;
}
