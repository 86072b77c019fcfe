// @ts-check
/**
 * Decide how large the cells are and which labels fit around them.
 *
 * Lives here: margins, cell size, label angle and tick places, all from plain
 * numbers and strings. Not here: the figure itself (heatmap.js).
 */

import { ellipsize, mostColumns, tickPlaces, tickStride } from "./labels.js";

/** Width of a monospace column, as a share of the font size. */
const COLUMN_SHARE = 0.605;
const LARGEST_CELL = 72;
const BAR_ROOM = 88;
const NARROW = 520;

/**
 * @typedef {object} AxisTicks
 * @property {number[]} places positions in the answer's token list
 * @property {string[]} texts cut to fit, not yet escaped
 * @property {number} stride 1 means every token has its label
 */

/**
 * @typedef {object} Geometry
 * @property {number} width of the whole figure, pixels
 * @property {number} height
 * @property {{ l: number, r: number, t: number, b: number }} margin
 * @property {number} cellWidth of one token (not of one pooled cell)
 * @property {number} cellHeight
 * @property {number} fontSize
 * @property {0 | -45 | -90} angle of the key labels
 * @property {boolean} isNarrow the color bar then lies under the plot
 * @property {number} labelRoom above and below the plot, for its blocks
 * @property {{ rows: AxisTicks, columns: AxisTicks }} ticks
 */

/**
 * @typedef {object} Window
 * @property {number} rowStart half-open ranges of places
 * @property {number} rowStop
 * @property {number} columnStart
 * @property {number} columnStop
 */

/**
 * @param {readonly string[]} labels
 * @param {number} start
 * @param {number} stop
 * @param {number} stride
 * @param {number} limit in monospace columns
 * @returns {AxisTicks}
 */
function ticksFor(labels, start, stop, stride, limit) {
  const places = tickPlaces(start, stop, stride);
  return { places, stride, texts: places.map((place) => ellipsize(labels[place] ?? "", limit)) };
}

/**
 * @param {readonly string[]} labels
 * @param {number} start
 * @param {number} stop
 * @param {number} limit
 */
function widest(labels, start, stop, limit) {
  let columns = 1;
  for (let place = start; place < stop && columns < limit; place += 1)
    columns = Math.max(columns, mostColumns(labels[place] ?? ""));
  return Math.min(columns, limit);
}

/** Room for the position that follows a label where labels are thinned out. */
const POSITION_COLUMNS = 5;

/**
 * Choose angle, stride and depth of the key labels for a cell width.
 * @param {number} cellWidth
 * @param {{ labelWidth: number, lineHeight: number, column: number, isNarrow: boolean }} type
 *   pixels: of the widest label, a line, a monospace column
 * @returns {{ angle: Geometry["angle"], stride: number, depth: number, overhang: number }}
 */
function placeKeyLabels(cellWidth, { labelWidth, lineHeight, column, isNarrow }) {
  if (labelWidth + 10 <= cellWidth) return { angle: 0, stride: 1, depth: lineHeight + 8, overhang: 0 };
  if (!isNarrow && cellWidth >= lineHeight * 1.25) {
    const slanted = labelWidth * Math.SQRT1_2;
    return { angle: -45, stride: 1, depth: slanted + lineHeight + 4, overhang: slanted - cellWidth / 2 + 6 };
  }
  const stride = tickStride(cellWidth, lineHeight);
  const position = stride > 1 ? POSITION_COLUMNS * column : 0;
  return { angle: -90, stride, depth: labelWidth + position + 12, overhang: 0 };
}

/**
 * Lay out a heatmap inside a box.
 *
 * Cells are square unless a zoom window is much longer one way; then they may
 * stretch to twice their width or height, so that the window fills its room.
 * @param {object} input
 * @param {Window} input.window what is drawn
 * @param {readonly string[]} input.rowLabels of all places, plain text
 * @param {readonly string[]} input.columnLabels
 * @param {number} input.width room, pixels
 * @param {number} input.height most room, pixels
 * @param {boolean} input.hasLegend room for "masked: may not look" below
 * @param {number} [input.labelRoom] pixels above and below the plot
 * @returns {Geometry}
 */
export function layOut(input) {
  const { rowStart, rowStop, columnStart, columnStop } = input.window;
  const isNarrow = input.width < NARROW;
  const fontSize = isNarrow ? 11 : 12;
  const limit = isNarrow ? 9 : 14;
  const column = fontSize * COLUMN_SHARE;
  const lineHeight = fontSize + 3;
  const type = {
    labelWidth: widest(input.columnLabels, columnStart, columnStop, limit) * column,
    rowWidth: widest(input.rowLabels, rowStart, rowStop, limit) * column,
    lineHeight,
    column,
    isNarrow,
  };
  const isZoomed = rowStop - rowStart < input.rowLabels.length || columnStop - columnStart < input.columnLabels.length;
  const { left, right, bottom, cellWidth, cellHeight, labels } = settle({ ...input, isZoomed }, type);
  const { labelRoom = 0 } = input;
  const top = Math.ceil(labels.depth) + labelRoom;
  return {
    width: left + cellWidth * (columnStop - columnStart) + right,
    height: top + cellHeight * (rowStop - rowStart) + bottom,
    margin: { l: left, r: right, t: top, b: bottom },
    cellWidth,
    cellHeight,
    fontSize,
    angle: labels.angle,
    isNarrow,
    labelRoom,
    ticks: {
      rows: ticksFor(input.rowLabels, rowStart, rowStop, tickStride(cellHeight, lineHeight), limit),
      columns: ticksFor(input.columnLabels, columnStart, columnStop, labels.stride, limit),
    },
  };
}

/**
 * Share the room out. Labels take room from the cells, and the cells decide how
 * labels lie: a second round settles it.
 * @param {{ window: Window, width: number, height: number, hasLegend: boolean, isZoomed: boolean, labelRoom?: number }} room
 * @param {{ labelWidth: number, rowWidth: number, lineHeight: number, column: number, isNarrow: boolean }} type
 */
function settle({ window, width, height, hasLegend, isZoomed, labelRoom = 0 }, type) {
  const rowCount = window.rowStop - window.rowStart;
  const columnCount = window.columnStop - window.columnStart;
  const bottom = (type.isNarrow ? 54 : 9) + (hasLegend ? 30 : 0) + labelRoom;
  const leastRight = type.isNarrow ? 12 : BAR_ROOM;
  let [left, right, cellWidth, cellHeight] = [60, leastRight, LARGEST_CELL, LARGEST_CELL];
  let labels = placeKeyLabels(cellWidth, type);
  for (let round = 0; round < 2; round += 1) {
    const position = tickStride(cellHeight, type.lineHeight) > 1 ? POSITION_COLUMNS * type.column : 0;
    left = Math.ceil(type.rowWidth + position + 16);
    right = Math.max(leastRight, Math.ceil(labels.overhang));
    [cellWidth, cellHeight] = squareUp(
      Math.min(LARGEST_CELL, (width - left - right) / columnCount),
      Math.min(LARGEST_CELL, (height - labels.depth - labelRoom - bottom) / rowCount),
      rowCount === columnCount || !isZoomed,
    );
    labels = placeKeyLabels(cellWidth, type);
  }
  return { left, right, bottom, cellWidth, cellHeight, labels };
}

/**
 * Make cells square, or at most two to one where the window is lopsided, and
 * whole pixels wide where that costs little.
 * @param {number} cellWidth the most there is room for
 * @param {number} cellHeight
 * @param {boolean} isSquare as many rows as columns, or all of them
 * @returns {[number, number]}
 */
function squareUp(cellWidth, cellHeight, isSquare) {
  const most = isSquare ? 1 : 2;
  const side = Math.max(0.01, Math.min(cellWidth, cellHeight));
  /** @param {number} size */
  const whole = (size) => (size >= 6 ? Math.floor(size) : size);
  return [
    whole(Math.min(Math.max(side, cellWidth), side * most)),
    whole(Math.min(Math.max(side, cellHeight), side * most)),
  ];
}
