// @ts-check
/**
 * Move and resize the window of tokens that a heatmap shows. Pure.
 */

/** @typedef {import("./geometry.js").Window} Window */

/** No window is smaller than so many tokens a side. */
const SMALLEST = 4;

/**
 * Fit a range of a length around a middle, inside 0 to count.
 * @param {number} middle
 * @param {number} length
 * @param {number} count
 * @returns {[number, number]}
 */
function rangeAround(middle, length, count) {
  const size = Math.min(count, Math.max(Math.min(SMALLEST, count), Math.round(length)));
  const start = Math.min(count - size, Math.max(0, Math.round(middle - size / 2)));
  return [start, start + size];
}

/**
 * Zoom by a factor around a cell; 0.5 shows half as many tokens a side.
 * @param {Window} window
 * @param {number} factor
 * @param {{ row: number, column: number }} middle
 * @param {{ rows: number, columns: number }} counts
 * @returns {Window}
 */
export function zoomBy(window, factor, middle, counts) {
  const { rowStart, rowStop, columnStart, columnStop } = window;
  const [rowFrom, rowTo] = rangeAround(middle.row + 0.5, (rowStop - rowStart) * factor, counts.rows);
  const [from, to] = rangeAround(middle.column + 0.5, (columnStop - columnStart) * factor, counts.columns);
  return { rowStart: rowFrom, rowStop: rowTo, columnStart: from, columnStop: to };
}

/**
 * Shift a range as little as needed to hold a place.
 * @param {number} start
 * @param {number} stop
 * @param {number} place
 * @returns {[number, number]}
 */
function shift(start, stop, place) {
  const by = place < start ? place - start : Math.max(0, place + 1 - stop);
  return [start + by, stop + by];
}

/**
 * Shift a window as little as needed to show a cell.
 * @param {Window} window
 * @param {number} row
 * @param {number} column
 * @returns {Window}
 */
export function shiftTo(window, row, column) {
  const [rowStart, rowStop] = shift(window.rowStart, window.rowStop, row);
  const [columnStart, columnStop] = shift(window.columnStart, window.columnStop, column);
  return { rowStart, rowStop, columnStart, columnStop };
}

/**
 * Turn the axis ranges of a dragged box into whole tokens: each one it touches.
 * @param {readonly [number, number]} columnRange in either order
 * @param {readonly [number, number]} rowRange
 * @param {{ rows: number, columns: number }} counts
 * @returns {Window}
 */
export function windowFromRanges(columnRange, rowRange, counts) {
  /**
   * @param {readonly [number, number]} range
   * @param {number} count
   */
  const touched = (range, count) => {
    const low = Math.max(0, Math.min(count - 1, Math.floor(Math.min(...range) + 0.5)));
    const high = Math.max(low + 1, Math.min(count, Math.ceil(Math.max(...range) + 0.5)));
    return [low, high];
  };
  const [rowStart, rowStop] = touched(rowRange, counts.rows);
  const [columnStart, columnStop] = touched(columnRange, counts.columns);
  return { rowStart, rowStop, columnStart, columnStop };
}
