// @ts-check
/**
 * Name the row and the column under the pointer, or chosen, on their axes.
 *
 * The names lie over the labels that the plot has drawn, so what they would
 * half hide is painted over.
 */

/**
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Window} Window
 * @typedef {import("./marks.js").Box} Box
 * @typedef {import("./marks.js").Marks} Marks
 */

/** Of the label over an axis, as a share of its font size; heatmap.css too. */
const LABEL_HEIGHT = 1.35;
const NO_COVER = /** @type {[number, number]} */ ([0, 0]);

/**
 * Name the row and the column on their axes in full.
 * @param {Record<string, HTMLElement>} parts
 * @param {Geometry} geometry
 * @param {Window} window
 * @param {Record<string, Box>} boxes
 * @param {Marks} marks
 */
export function placeLabels(parts, geometry, window, boxes, marks) {
  const [row, column] = [parts["label-row"], parts["label-column"]];
  const rowBox = marks.hoverRow === null ? boxes["row-locked"] : (boxes["row-hover"] ?? boxes["row-locked"]);
  row.hidden = !rowBox;
  if (rowBox) {
    row.textContent = marks.rowLabel;
    row.style.fontSize = `${geometry.fontSize}px`;
    row.toggleAttribute("data-hover", marks.hoverRow !== null && marks.hoverRow !== marks.lockedRow);
    row.style.right = `calc(100% - ${geometry.margin.l - 5}px)`;
    row.style.maxWidth = `${geometry.margin.l - 5}px`;
    row.style.top = `${rowBox.top + rowBox.height / 2}px`;
    const middle = rowBox.top + rowBox.height / 2 - geometry.margin.t;
    const place = { middle, start: window.rowStart, cell: geometry.cellHeight };
    setCover(row, coverOf(geometry.ticks.rows, geometry.fontSize, place), geometry.margin.l - 5);
  }
  column.hidden = !boxes["column"];
  if (boxes["column"]) {
    column.textContent = marks.columnLabel;
    column.style.fontSize = `${geometry.fontSize}px`;
    column.toggleAttribute("data-hover", marks.hoverColumn !== null);
    column.style.left = `${boxes["column"].left + boxes["column"].width / 2}px`;
    column.style.top = `${geometry.margin.t - 5}px`;
    column.dataset.angle = String(geometry.angle);
    const middle = boxes["column"].left + boxes["column"].width / 2 - geometry.margin.l;
    const place = { middle, start: window.columnStart, cell: geometry.cellWidth };
    const isUpright = geometry.angle === -90;
    const cover = isUpright ? coverOf(geometry.ticks.columns, geometry.fontSize, place) : NO_COVER;
    setCover(column, cover, geometry.margin.t - 5);
  }
}

/**
 * Measure how far a label must paint over the labels of its neighbours, which
 * it would leave half to be seen: pixels before and after it.
 * @param {import("./geometry.js").AxisTicks} ticks
 * @param {number} fontSize
 * @param {{ middle: number, start: number, cell: number }} place pixels from the
 *   plot's edge to the label's middle, first place drawn, pixels a cell
 * @returns {[number, number]}
 */
export function coverOf({ places }, fontSize, { middle, start, cell }) {
  const [lineHeight, ownHeight] = [fontSize + 3, fontSize * LABEL_HEIGHT];
  let [before, after] = [0, 0];
  for (const tick of places) {
    const distance = (tick - start + 0.5) * cell - middle;
    if (Math.abs(distance) >= lineHeight) continue;
    const needed = Math.abs(distance) + (lineHeight - ownHeight) / 2;
    if (distance < 0) before = Math.max(before, needed);
    else after = Math.max(after, needed);
  }
  return [before, after];
}

/**
 * @param {HTMLElement} label
 * @param {[number, number]} cover
 * @param {number} room pixels the axis leaves for labels
 */
function setCover(label, [before, after], room) {
  const isNeeded = before > 0 || after > 0;
  label.style.minWidth = isNeeded ? `${room}px` : "";
  label.style.boxShadow = isNeeded ? `0 ${-before}px var(--paper), 0 ${after}px var(--paper)` : "";
}
