// @ts-check
/**
 * Pick the cells a heatmap draws, out of the answers at hand.
 *
 * Lives here: the zoom window, the choice between pooled and exact cells, gaps
 * for masked cells, the hatch over them. Not here: colors and axes (heatmap.js).
 */

/** @typedef {import("../types.js").Decoded} Decoded */
/** @typedef {import("./geometry.js").Window} Window */

/**
 * Cells ready to draw. Edges are places in the token list: cell i covers the
 * places edges[i] to edges[i + 1] - 1.
 * @typedef {object} Grid
 * @property {number[]} rowEdges
 * @property {number[]} columnEdges
 * @property {Float32Array[]} values one array a row; NaN where masked
 * @property {number} factor 1 where every cell is exact
 * @property {boolean} hasMasked
 */

/**
 * Read "r0:r1,c0:c1" and fit it into the answer; null means everything.
 * @param {string | null} zoom
 * @param {number} rowCount
 * @param {number} columnCount
 * @returns {Window}
 */
export function windowOf(zoom, rowCount, columnCount) {
  const whole = { rowStart: 0, rowStop: rowCount, columnStart: 0, columnStop: columnCount };
  const match = /^(\d+):(\d+),(\d+):(\d+)$/.exec(zoom ?? "");
  if (!match) return whole;
  const [rowStart, rowStop, columnStart, columnStop] = match.slice(1).map(Number);
  const window = {
    rowStart,
    rowStop: Math.min(rowStop, rowCount),
    columnStart,
    columnStop: Math.min(columnStop, columnCount),
  };
  const isEmpty = window.rowStart >= window.rowStop || window.columnStart >= window.columnStop;
  return isEmpty ? whole : window;
}

/**
 * Write a window as the view's zoom; null where it is everything.
 * @param {Window} window
 * @param {number} rowCount
 * @param {number} columnCount
 * @returns {string | null}
 */
export function zoomOf(window, rowCount, columnCount) {
  const { rowStart, rowStop, columnStart, columnStop } = window;
  const isWhole = rowStart <= 0 && columnStart <= 0 && rowStop >= rowCount && columnStop >= columnCount;
  return isWhole ? null : `${rowStart}:${rowStop},${columnStart}:${columnStop}`;
}

/**
 * @param {Decoded} decoded
 * @param {{ rowEdges: number[], columnEdges: number[], firstRow: number, firstColumn: number, factor: number }} plan
 * @returns {Grid}
 */
function gridFrom(decoded, plan) {
  let hasMasked = false;
  const values = [];
  for (let row = 0; row + 1 < plan.rowEdges.length; row += 1) {
    const line = new Float32Array(plan.columnEdges.length - 1);
    for (let column = 0; column < line.length; column += 1) {
      const isAllowed = decoded.isAllowed(0, plan.firstRow + row, plan.firstColumn + column);
      if (!isAllowed) hasMasked = true;
      line[column] = isAllowed ? decoded.at(0, 0, plan.firstRow + row, plan.firstColumn + column) : NaN;
    }
    values.push(line);
  }
  return { rowEdges: plan.rowEdges, columnEdges: plan.columnEdges, values, factor: plan.factor, hasMasked };
}

/**
 * @param {number} start
 * @param {number} stop
 * @param {number} factor
 * @param {number} count of all places
 */
function edgesBetween(start, stop, factor, count) {
  const edges = [];
  for (let block = Math.floor(start / factor); block * factor < stop; block += 1) edges.push(block * factor);
  edges.push(Math.min(count, edges[edges.length - 1] + factor));
  return edges;
}

/**
 * Choose the cells for a window: the exact ones where they have come, else
 * those of the overview, so that zooming shows something at once.
 * @param {Decoded} overview the whole head, pooled where it is long
 * @param {Decoded | null} detail the exact cells of one window
 * @param {Window} window
 * @param {Window | null} detailWindow which window the detail covers
 * @returns {Grid}
 */
export function gridOf(overview, detail, window, detailWindow) {
  const { rowStart, rowStop, columnStart, columnStop } = window;
  if (detail && detailWindow && covers(detailWindow, window)) {
    return gridFrom(detail, {
      rowEdges: edgesBetween(rowStart, rowStop, 1, rowStop),
      columnEdges: edgesBetween(columnStart, columnStop, 1, columnStop),
      firstRow: rowStart - detailWindow.rowStart,
      firstColumn: columnStart - detailWindow.columnStart,
      factor: 1,
    });
  }
  const factor = overview.factor ?? 1;
  return gridFrom(overview, {
    rowEdges: edgesBetween(rowStart, rowStop, factor, overview.queryTokens.length),
    columnEdges: edgesBetween(columnStart, columnStop, factor, overview.keyTokens.length),
    firstRow: Math.floor(rowStart / factor),
    firstColumn: Math.floor(columnStart / factor),
    factor,
  });
}

/**
 * Find the window that exact cells cover, in places of the overview.
 * @param {Decoded | null} detail
 * @returns {Window | null}
 */
export function detailWindowOf(detail) {
  if (!detail) return null;
  const { row, column } = detail.origin;
  return {
    rowStart: row,
    rowStop: row + detail.queryTokens.length,
    columnStart: column,
    columnStop: column + detail.keyTokens.length,
  };
}

/**
 * @param {Window} outer
 * @param {Window} inner
 */
export function covers(outer, inner) {
  return (
    outer.rowStart <= inner.rowStart &&
    outer.rowStop >= inner.rowStop &&
    outer.columnStart <= inner.columnStart &&
    outer.columnStop >= inner.columnStop
  );
}

/**
 * Outline the masked cells as closed polygons, one a run; null parts two runs.
 * @param {Grid} grid
 * @returns {{ x: (number | null)[], y: (number | null)[] }}
 */
export function maskedOutlines(grid) {
  /** @type {(number | null)[]} */
  const x = [];
  /** @type {(number | null)[]} */
  const y = [];
  grid.values.forEach((line, row) => {
    for (let start = 0; start < line.length; start += 1) {
      if (!Number.isNaN(line[start])) continue;
      let stop = start + 1;
      while (stop < line.length && Number.isNaN(line[stop])) stop += 1;
      const [left, right] = [grid.columnEdges[start] - 0.5, grid.columnEdges[stop] - 0.5];
      const [top, bottom] = [grid.rowEdges[row] - 0.5, grid.rowEdges[row + 1] - 0.5];
      x.push(left, right, right, left, left, null);
      y.push(top, top, bottom, bottom, top, null);
      start = stop;
    }
  });
  return { x, y };
}

/** Wider windows stay pooled (details.js asks for no more). */
const WIDEST_DETAIL = 512;

/**
 * Whether exact cells of the zoom window are still on their way.
 * @param {import("../types.js").Snapshot} snapshot
 */
export function isDetailPending({ focus, detail, view }) {
  if (!focus || focus.factor === 1 || view.zoom === null) return false;
  const window = windowOf(view.zoom, focus.queryTokens.length, focus.keyTokens.length);
  if (Math.max(window.rowStop - window.rowStart, window.columnStop - window.columnStart) > WIDEST_DETAIL) return false;
  const covered = detail?.view === focus.view ? detailWindowOf(detail) : null;
  return covered === null || !covers(covered, window);
}
