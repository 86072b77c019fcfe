// @ts-check
/**
 * Read one row of the head in focus, with exact cells where it is pooled.
 */
import { rowRead } from "./selection.js";

/**
 * @typedef {object} RowReading
 * @property {number} row into focus.queryTokens
 * @property {Float32Array} values one a key token; NaN where masked
 * @property {boolean} exact false while only block maxima are known
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

/** @param {import("../types.js").Decoded} decoded @param {number} row */
function valuesOf(decoded, row) {
  const { factor } = decoded;
  const query = Math.floor(row / factor);
  const values = new Float32Array(decoded.keyTokens.length);
  for (let column = 0; column < values.length; column += 1) {
    const key = Math.floor(column / factor);
    values[column] = decoded.isAllowed(0, query, key) ? decoded.at(0, 0, query, key) : NaN;
  }
  return values;
}
