// @ts-check
/**
 * Say in one line what a heatmap shows and how it is read. Pure.
 */

import { isNamedWritten, rowNames } from "../state/naming.js";
import { labelOf } from "./labels.js";
import { partLine, titleOf } from "./titles.js";
import { SMALLEST_PRINTED } from "./traces.js";
import { formatPercent, sayCell } from "./words.js";

/**
 * @typedef {import("../types.js").Decoded} Decoded
 * @typedef {import("../types.js").View} View
 * @typedef {import("./cells.js").Grid} Grid
 */

/** A row may miss 1 by so much through rounding alone. */
const ROUNDING = 1e-3;

/**
 * Find the smallest sum of a row; null where the answer can't tell.
 * @param {Decoded} focus
 */
function smallestRowSum(focus) {
  if (focus.factor > 1 || focus.answer.hidden || focus.answer.quantity !== "weights") return null;
  const [, , rows, columns] = focus.shape;
  const masked = new Set(focus.answer.fully_masked_rows);
  let smallest = Infinity;
  for (let row = 0; row < rows; row += 1) {
    if (masked.has(row)) continue;
    let sum = 0;
    for (let column = 0; column < columns; column += 1) sum += focus.at(0, 0, row, column);
    smallest = Math.min(smallest, sum);
  }
  return Number.isFinite(smallest) ? smallest : null;
}

/**
 * Say what the numbers of a head are.
 * @param {Decoded} focus
 */
export function quantityLine(focus) {
  if (focus.answer.quantity === "scores") return "scores before softmax; masked ones are left out";
  if (focus.answer.hidden) return hiddenLine(focus) ?? "hidden tokens are left out";
  if (focus.answer.part === "joint") return "a source row adds up to 1, a target row to 2";
  const smallest = smallestRowSum(focus);
  if (smallest !== null && smallest < 1 - ROUNDING) return "rows add up to less than 1: the rest goes to a sink";
  return "each row adds up to 1";
}

/**
 * Say how to read the picture, or why its cells aren't exact.
 * @param {Decoded} focus
 * @param {{ grid: Grid, hasDots: boolean }} picture
 * @param {Pick<View, "named">} view
 */
export function hintLine(focus, { grid, hasDots }, view) {
  const noun = focus.answer.merge === "words" ? "word" : "token";
  const dots = hasDots ? ` ${dotLine()}` : "";
  if (grid.factor > 1) {
    const { factor } = grid;
    return `Each cell is the largest of ${factor} \u00d7 ${factor}; drag a box to zoom to exact cells.`;
  }
  const [rows, columns] = [grid.rowEdges, grid.columnEdges].map((edges) => [edges[0], edges[edges.length - 1]]);
  if (rows[1] - rows[0] < focus.queryTokens.length || columns[1] - columns[0] < focus.keyTokens.length) {
    return `Zoomed to queries ${span(rows[0], rows[1])} and keys ${span(columns[0], columns[1])}; every cell is exact.${dots}`;
  }
  return `${rowWords(focus, view, noun)}${dots}`;
}

/**
 * Say how to read a row. A decoder has read a token and writes the next.
 * @param {Decoded} focus @param {Pick<View, "named">} view @param {string} noun
 */
function rowWords(focus, view, noun) {
  const { part, source_tokens: source } = focus.answer;
  if (!source) return `Read a row: the ${noun} on the left looks at the ${noun}s above.`;
  if (part === "encoder" || part === "joint") return partLine(part);
  const keys = part === "cross" ? `the source ${noun}s above` : "the target so far";
  return `Each row: the ${noun} ${isNamedWritten(focus, view) ? "about to be written" : "just read"} looks at ${keys}.`;
}

/** Say what stands for the smallest weights. */
export function dotLine() {
  return `A dot is less than ${String(SMALLEST_PRINTED).replace(/^0/, "")}.`;
}

/**
 * Name the picture for those who hear it.
 * @param {Decoded} focus
 */
export function nameHeatmap(focus) {
  const size = `${focus.queryTokens.length} by ${focus.keyTokens.length}`;
  const title = titleOf(focus);
  return `Heatmap of ${title.charAt(0).toLowerCase()}${title.slice(1)}, ${size}. Arrow keys move the cell, T opens the table.`;
}

/**
 * Say how much of the weight is out of sight; null where nothing is hidden.
 * @param {Decoded} focus
 */
export function hiddenLine(focus) {
  const share = focus.hiddenShare?.at(0, 0);
  if (share === undefined || !Number.isFinite(share)) return null;
  const which = focus.answer.hidden?.kind === "first" ? "the hidden first token" : "hidden tokens";
  return `${formatPercent(share)} of the weight lies on ${which}`;
}

/**
 * Say the same in two words, beside the switch.
 * @param {Decoded | null} focus
 */
export function hiddenNote(focus) {
  const share = focus?.hiddenShare?.at(0, 0);
  return share === undefined || !Number.isFinite(share) ? "" : `${formatPercent(share)} hidden`;
}

/**
 * @param {number} start
 * @param {number} stop
 */
const span = (start, stop) => (stop - start === 1 ? `${start}` : `${start}\u2013${stop - 1}`);

/**
 * Describe the cell under the pointer, one line each.
 * @param {Decoded} focus
 * @param {Grid} grid
 * @param {number} row places of the overview
 * @param {number} column
 * @param {Pick<View, "named">} view
 * @returns {string[]}
 */
export function describeCell(focus, grid, row, column, view) {
  const line = grid.rowEdges.findLastIndex((edge) => edge <= row);
  const place = grid.columnEdges.findLastIndex((edge) => edge <= column);
  const value = grid.values[line]?.[place];
  if (value === undefined) return [];
  const [query, key] = [rowNames(focus, view)[row], focus.keyTokens[column]];
  const { quantity } = focus.answer;
  const isMasked = Number.isNaN(value);
  if (grid.factor === 1) {
    const isWritten = isNamedWritten(focus, view);
    const said = sayCell({ query: query.text, key: key.text, value: isMasked ? null : value, quantity, isWritten });
    return [said, `query ${positionOf(query)}, key ${positionOf(key)}`];
  }
  const rows = span(grid.rowEdges[line], grid.rowEdges[line + 1]);
  const columns = span(grid.columnEdges[place], grid.columnEdges[place + 1]);
  const first = isMasked ? "masked: may not look" : `largest: ${value.toFixed(3)}`;
  return [first, `queries ${rows}, keys ${columns}`, `near ${query.text} \u2192 ${key.text}`];
}

/**
 * Describe what the pointer is on: a cell, or a label that may be cut short.
 * @param {Decoded} focus
 * @param {Grid} grid
 * @param {{ row: number | null, column: number | null }} pointer
 * @param {Pick<View, "named">} view
 * @returns {string[]}
 */
export function describePointer(focus, grid, { row, column }, view) {
  if (row !== null && column !== null) return describeCell(focus, grid, row, column, view);
  const token = row !== null ? rowNames(focus, view)[row] : column !== null ? focus.keyTokens[column] : undefined;
  return token ? [token.text, `${row === null ? "key" : "query"} ${positionOf(token)}`] : [];
}

/**
 * Name a token on its axis, with its position where others are left out.
 * @param {import("../types.js").Token | undefined} token
 * @param {number} stride
 */
export function axisLabel(token, stride) {
  if (!token) return "";
  return stride > 1 ? `${labelOf(token)} ${token.index}` : labelOf(token);
}

/** @param {import("../types.js").Token} token */
const positionOf = (token) => (token.piece ? `${token.index} (${token.piece} of a character)` : `${token.index}`);
