// @ts-check
/**
 * Change the choice of head, row and cell. Pure: a view in, a view out.
 *
 * Lives here: reducers, and which row is read just now. Not here: the numbers
 * of that row (`reading.js`) and following a token through edits (`carry.js`).
 */

import { fitParts, partShape } from "./parts.js";

/**
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").Snapshot} Snapshot
 * @typedef {{n_layers: number|null, n_heads: number|null}} HeadShape
 * @typedef {{rows: number, columns: number}} CellShape
 */

/**
 * @param {View} view @param {number} layer @param {number} head
 * @param {HeadShape} shape
 * @returns {View}
 */
export function selectHead(view, layer, head, shape) {
  return {
    ...view,
    layer: clamp(layer, shape.n_layers ?? layer + 1),
    head: clamp(head, shape.n_heads ?? head + 1),
  };
}

/**
 * Step through the heads of all layers, round and round.
 * @param {View} view @param {number} step @param {HeadShape} shape
 * @returns {View}
 */
export function nextHead(view, step, shape) {
  const heads = shape.n_heads ?? 1;
  const total = (shape.n_layers ?? 1) * heads;
  const place = (((view.layer * heads + view.head + step) % total) + total) % total;
  return { ...view, layer: Math.floor(place / heads), head: place % heads };
}

/**
 * Step through the layers, round and round; the head stays.
 * @param {View} view @param {number} step @param {HeadShape} shape
 * @returns {View}
 */
export function nextLayer(view, step, shape) {
  const layers = shape.n_layers ?? 1;
  return { ...view, layer: (((view.layer + step) % layers) + layers) % layers };
}

/** @param {View} view @param {number} row @returns {View} */
export function lockRow(view, row) {
  return { ...view, row, column: null };
}

/** Lock a row, or free it where it is locked. @param {View} view @param {number} row @returns {View} */
export function toggleRow(view, row) {
  return view.row === row ? freeRow(view) : lockRow(view, row);
}

/** @param {View} view @returns {View} */
export function freeRow(view) {
  return { ...view, row: null, column: null };
}

/** Lock a column, to see who looks there; or free it. @param {View} view @param {number} column @returns {View} */
export function toggleColumn(view, column) {
  return view.row === null && view.column === column ? freeRow(view) : { ...view, row: null, column };
}

/** @param {View} view @param {number} row @param {number} column @returns {View} */
export function selectCell(view, row, column) {
  return { ...view, row, column };
}

/**
 * Move the chosen cell, within the matrix; the first move starts at 0.
 * @param {View} view @param {number} dRow @param {number} dColumn
 * @param {CellShape} shape
 * @param {number} [from] the row read when none is locked
 * @returns {View}
 */
export function moveCell(view, dRow, dColumn, shape, from = 0) {
  if (shape.rows === 0 || shape.columns === 0) return view;
  const row = clamp((view.row ?? from) + dRow, shape.rows);
  const column = view.column === null ? 0 : clamp(view.column + dColumn, shape.columns);
  return { ...view, row, column };
}

/**
 * Bring layer and head into a range.
 * @param {View} view @param {HeadShape} shape
 * @returns {View}
 */
export function clampToModel(view, shape) {
  const next = selectHead(view, view.layer, view.head, shape);
  return next.layer === view.layer && next.head === view.head ? view : next;
}

/**
 * Choose another model; an adapter belongs to the one it was made for.
 * @param {View} view @param {string} model
 * @returns {View}
 */
export function selectModel(view, model) {
  return { ...view, model, adapter: null, strength: 1 };
}

/**
 * Fit the view to another model: what it can't do goes back to its default.
 * @param {View} view
 * @param {import("../types.js").Model|undefined} model
 * @returns {View}
 */
export function fitToModel(view, model) {
  if (!model) return view;
  const hidden = model.has_special_tokens ? "special" : "first";
  const fitted = fitParts(
    {
      ...view,
      pair: model.takes_pair ? view.pair : null,
      hide: view.hide === "none" ? "none" : hidden,
    },
    model,
  );
  return clampToModel(fitted, partShape(model, fitted.part));
}

/**
 * Choose a head worth a first look: in the middle layer, the one that leaves
 * least of its weight on the first token. Between two sides, of all layers, the
 * one whose rows are most peaked, off special tokens.
 * @param {import("../types.js").Decoded} heads of all layers, or of the middle one
 * @returns {{layer: number, head: number}}
 */
export function firstHead(heads) {
  const { shape, statistics, answer } = heads;
  if (answer.part === "cross") return sharpestHead(heads);
  const layer = Math.floor(shape[0] / 2);
  const share = statistics.sink_share;
  let head = 0;
  for (let other = 1; share && other < shape[1]; other += 1) {
    if (share.at(layer, other) < share.at(layer, head)) head = other;
  }
  return { layer: answer.layers[layer] ?? layer, head: answer.heads[head] ?? head };
}

/** @param {import("../types.js").Decoded} heads @returns {{layer: number, head: number}} */
function sharpestHead({ shape: [nLayers, nHeads], statistics, answer, keyTokens }) {
  const { entropy_nats: entropy, special_share: special } = statistics;
  const most = Math.max(Math.log(keyTokens.length), Number.MIN_VALUE);
  const best = { layer: 0, head: 0, merit: -Infinity };
  for (let layer = 0; layer < nLayers; layer += 1) {
    for (let head = 0; head < nHeads; head += 1) {
      const merit = (1 - (special?.at(layer, head) ?? 0)) * (1 - (entropy?.at(layer, head) ?? 0) / most);
      if (merit > best.merit) Object.assign(best, { layer, head, merit });
    }
  }
  return { layer: answer.layers[best.layer] ?? best.layer, head: answer.heads[best.head] ?? best.head };
}

/**
 * The column that is read just now instead of a row: under the pointer, else
 * locked, each without a row. Null where a row is read.
 * @param {Snapshot} snapshot
 * @returns {number|null}
 */
export function columnRead({ focus, pointer, view }) {
  if (pointer.row !== null || (pointer.column === null && view.row !== null)) return null;
  const column = pointer.column ?? view.column;
  return column !== null && column < (focus?.keyTokens.length ?? 0) ? column : null;
}

/**
 * The row that is read just now: under the pointer, else locked, else the last
 * word. Null where there are no rows.
 * @param {Snapshot} snapshot
 * @returns {number|null}
 */
export function rowRead(snapshot) {
  const tokens = snapshot.focus?.queryTokens ?? [];
  const { pointer, view } = snapshot;
  for (const row of [pointer.row, view.row]) {
    if (row !== null && row < tokens.length) return row;
  }
  const last = tokens.findLastIndex((token) => !token.special);
  return tokens.length === 0 ? null : Math.max(last, 0);
}

/** @param {number} value @param {number} length */
function clamp(value, length) {
  return Math.min(Math.max(value, 0), Math.max(length - 1, 0));
}
