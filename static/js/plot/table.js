// @ts-check
/**
 * Choose which exact numbers a table shows, and say which they are. Pure.
 */

import { rowNames } from "../state/naming.js";
import { covers, detailWindowOf, windowOf } from "./cells.js";
import { titleOf } from "./titles.js";

/**
 * @typedef {import("../types.js").Decoded} Decoded
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").Token} Token
 * @typedef {import("./geometry.js").Window} Window
 */

/** A table has at most so many rows, and so many columns. */
export const MOST_ROWS = 64;
export const MOST_COLUMNS = 64;

/**
 * @typedef {object} TablePart
 * @property {string} caption
 * @property {{ place: number, token: Token }[]} rows
 * @property {{ place: number, token: Token }[]} columns
 * @property {(row: number, column: number) => number} at NaN where masked
 */

/**
 * Cut a range to a length, holding a place where there is one.
 * @param {number} start
 * @param {number} stop
 * @param {number} most
 * @param {number | null} place
 * @returns {[number, number]}
 */
function cut(start, stop, most, place) {
  if (stop - start <= most) return [start, stop];
  const middle = place ?? start;
  const from = Math.min(stop - most, Math.max(start, middle - Math.floor(most / 2)));
  return [from, from + most];
}

/**
 * @param {readonly Token[]} tokens
 * @param {number} start
 * @param {number} stop
 */
const list = (tokens, start, stop) =>
  tokens.slice(start, stop).map((token, offset) => ({ place: start + offset, token }));

/**
 * Choose the part of a head that a table shows: all of it, the zoom window, or
 * the row read where only pooled cells are known.
 * @param {object} input
 * @param {Decoded} input.focus
 * @param {Decoded | null} input.detail
 * @param {{ row: number, values: Float32Array, exact: boolean } | null} input.reading
 * @param {View} input.view
 * @returns {TablePart | null} null while exact numbers are on their way
 */
export function chooseTable({ focus, detail, reading, view }) {
  const { queryTokens, keyTokens } = focus;
  const window = windowOf(view.zoom, queryTokens.length, keyTokens.length);
  const covered = detailWindowOf(detail);
  if (focus.factor > 1 && !(detail && covered && covers(covered, window))) {
    return reading?.exact ? rowPart(focus, reading, window, view) : null;
  }
  const source = focus.factor > 1 && detail && covered ? detail : focus;
  const origin =
    source === focus || !covered ? { row: 0, column: 0 } : { row: covered.rowStart, column: covered.columnStart };
  const [rowStart, rowStop] = cut(window.rowStart, window.rowStop, MOST_ROWS, view.row);
  const [columnStart, columnStop] = cut(window.columnStart, window.columnStop, MOST_COLUMNS, view.column);
  const part = { rowStart, rowStop, columnStart, columnStop };
  return {
    caption: caption(focus, part),
    rows: list(rowNames(focus, view), rowStart, rowStop),
    columns: list(keyTokens, columnStart, columnStop),
    at: (row, column) => numberAt(source, row - origin.row, column - origin.column),
  };
}

/**
 * @param {Decoded} source
 * @param {number} row
 * @param {number} column
 */
function numberAt(source, row, column) {
  return source.isAllowed(0, row, column) ? source.at(0, 0, row, column) : NaN;
}

/**
 * @param {Decoded} focus
 * @param {{ row: number, values: Float32Array }} reading
 * @param {Window} window
 * @param {View} view
 * @returns {TablePart}
 */
function rowPart(focus, { row, values }, window, view) {
  const [columnStart, columnStop] = cut(window.columnStart, window.columnStop, MOST_COLUMNS, view.column);
  const part = { rowStart: row, rowStop: row + 1, columnStart, columnStop };
  return {
    caption: `${caption(focus, part)} The other rows are pooled here; zoom in to read them.`,
    rows: list(rowNames(focus, view), row, row + 1),
    columns: list(focus.keyTokens, columnStart, columnStop),
    at: (_, column) => values[column],
  };
}

/**
 * @param {Decoded} focus
 * @param {Window} part
 */
function caption(focus, { rowStart, rowStop, columnStart, columnStop }) {
  const { quantity } = focus.answer;
  const [rows, columns] = [focus.queryTokens.length, focus.keyTokens.length];
  const what = `${titleOf(focus)}: ${quantity}, a row looks at the columns.`;
  const isWhole = rowStop - rowStart === rows && columnStop - columnStart === columns;
  if (isWhole) return `${what} Three decimals; CSV has them all.`;
  const shownRows = rowStop - rowStart === 1 ? `row ${rowStart}` : `rows ${rowStart} to ${rowStop - 1}`;
  return `${what} Shown: ${shownRows} of ${rows}, columns ${columnStart} to ${columnStop - 1} of ${columns}; CSV has them all.`;
}
