// @ts-check
/**
 * Read one row of the head in focus, with exact cells where it is pooled; or
 * one column, to see who looks there.
 */
import { columnRead, rowRead } from "./selection.js";

/**
 * @typedef {object} RowReading
 * @property {number} row into focus.queryTokens
 * @property {Float32Array} values one a key token; NaN where masked
 * @property {boolean} exact false while only block maxima are known
 *
 * @typedef {object} ColumnReading
 * @property {number} column into focus.keyTokens
 * @property {Float32Array} values one a query token; NaN where masked
 * @property {boolean} exact false where only block maxima are known
 */

/**
 * @param {import("../types.js").Snapshot} snapshot
 * @returns {RowReading|null} null where there is nothing to read
 */
export function readRow(snapshot) {
  const { focus, exactRow } = snapshot;
  const row = rowRead(snapshot);
  if (focus === null || row === null) return null;
  if (focus.factor === 1) return { row, values: valuesOf(focus, row), exact: true };
  const isExact = exactRow !== null && exactRow.view === focus.view && exactRow.origin.row === row;
  return { row, values: isExact ? valuesOf(exactRow, 0) : valuesOf(focus, row), exact: isExact };
}

/**
 * @param {import("../types.js").Snapshot} snapshot
 * @returns {ColumnReading|null} null where a row is read
 */
export function readColumn(snapshot) {
  const { focus } = snapshot;
  const column = columnRead(snapshot);
  if (focus === null || column === null) return null;
  const values = new Float32Array(focus.queryTokens.length);
  for (let row = 0; row < values.length; row += 1) values[row] = cellOf(focus, row, column);
  return { column, values, exact: focus.factor === 1 };
}

/** @param {import("../types.js").Decoded} decoded @param {number} row */
function valuesOf(decoded, row) {
  const values = new Float32Array(decoded.keyTokens.length);
  for (let column = 0; column < values.length; column += 1) values[column] = cellOf(decoded, row, column);
  return values;
}

/** @param {import("../types.js").Decoded} decoded @param {number} row @param {number} column */
function cellOf(decoded, row, column) {
  const [query, key] = [Math.floor(row / decoded.factor), Math.floor(column / decoded.factor)];
  return decoded.isAllowed(0, query, key) ? decoded.at(0, 0, query, key) : NaN;
}
