// @ts-check
/**
 * Mark rows, cells and labels over a heatmap, without redrawing it.
 *
 * Moving a box costs nothing, a redraw costs 30 ms or more; so what follows
 * the pointer lives in plain elements above the plot, placed by the geometry.
 * Text goes in as text, never as markup.
 */

import { placeLabels } from "./mark-labels.js";

/**
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Window} Window
 */

/**
 * @typedef {object} Marks
 * @property {number | null} lockedRow
 * @property {number | null} lockedColumn
 * @property {number | null} hoverRow
 * @property {number | null} hoverColumn
 * @property {number | null} wholeColumn the one that is read instead of a row
 * @property {number} factor tokens a drawn cell and side
 * @property {string} rowLabel full text of the row named on the axis
 * @property {string} columnLabel
 * @property {string[]} tip lines beside the pointer; none: no tip
 */

const BOXES = ["column-read", "row-locked", "row-hover", "cell-locked", "cell-hover"];
const NAMES = [...BOXES, "label-row", "label-column", "tip"];

/**
 * Add the (empty) marks to a frame.
 * @param {HTMLElement} frame positioned; the plot lies at its top left
 * @returns {{ place: (geometry: Geometry, window: Window, marks: Marks) => void, dispose: () => void }}
 */
export function createMarks(frame) {
  const layer = document.createElement("div");
  layer.className = "marks";
  layer.ariaHidden = "true";
  const parts = Object.fromEntries(
    NAMES.map((name) => {
      const part = document.createElement("div");
      part.className = `mark mark-${name}`;
      part.hidden = true;
      layer.append(part);
      return [name, part];
    }),
  );
  frame.append(layer);
  return {
    place(geometry, window, marks) {
      const boxes = boxesOf(geometry, window, marks);
      for (const name of BOXES) setBox(parts[name], boxes[name]);
      placeLabels(parts, geometry, window, boxes, marks);
      placeTip(parts["tip"], geometry, boxes["tip"], marks.tip);
    },
    dispose: () => layer.remove(),
  };
}

/** @typedef {{ left: number, top: number, width: number, height: number } | null} Box */

/**
 * @param {Geometry} geometry
 * @param {Window} window
 * @param {Marks} marks
 * @returns {Record<string, Box>}
 */
function boxesOf({ margin, cellWidth, cellHeight, width }, window, marks) {
  const { factor } = marks;
  /** @param {number} place @param {number} start @param {number} stop */
  const block = (place, start, stop) => {
    const low = Math.max(start, Math.floor(place / factor) * factor);
    return [low - start, Math.min(stop, Math.floor(place / factor) * factor + factor) - low];
  };
  /** @param {number | null} row @param {number | null} column @returns {Box} */
  const box = (row, column) => {
    if (row === null || row < window.rowStart || row >= window.rowStop) return null;
    const [top, rows] = block(row, window.rowStart, window.rowStop);
    const vertical = { top: margin.t + top * cellHeight, height: rows * cellHeight };
    if (column === null) return { left: margin.l, width: width - margin.l - margin.r, ...vertical };
    if (column < window.columnStart || column >= window.columnStop) return null;
    const [left, columns] = block(column, window.columnStart, window.columnStop);
    return { left: margin.l + left * cellWidth, width: columns * cellWidth, ...vertical };
  };
  const { lockedRow, lockedColumn, hoverRow, hoverColumn, wholeColumn } = marks;
  return {
    "column-read": wholeColumn === null ? null : stretch(box(window.rowStart, wholeColumn), (window.rowStop - window.rowStart) * cellHeight),
    "row-locked": box(lockedRow, null),
    "row-hover": hoverRow === lockedRow ? null : box(hoverRow, null),
    "cell-locked": lockedColumn === null ? null : box(lockedRow, lockedColumn),
    "cell-hover": hoverRow === null || hoverColumn === null ? null : box(hoverRow, hoverColumn),
    column:
      hoverColumn === null
        ? lockedColumn === null
          ? null
          : box(window.rowStart, lockedColumn)
        : box(window.rowStart, hoverColumn),
    tip: tipBox(box, window, margin, hoverRow, hoverColumn),
  };
}

/** @param {Box} box @param {number} height @returns {Box} */
const stretch = (box, height) => box && { ...box, height };

/**
 * Say where the tip hangs: at the cell, or at the label under the pointer.
 * @param {(row: number | null, column: number | null) => Box} box
 * @param {Window} window
 * @param {Geometry["margin"]} margin
 * @param {number | null} row
 * @param {number | null} column
 * @returns {Box}
 */
function tipBox(box, window, margin, row, column) {
  if (row !== null && column !== null) return box(row, column);
  const label = row !== null ? box(row, window.columnStart) : column !== null ? box(window.rowStart, column) : null;
  if (!label) return null;
  return row !== null ? { ...label, left: margin.l - 20, width: 10 } : { ...label, top: margin.t - 20, height: 10 };
}

/**
 * @param {HTMLElement} part
 * @param {Box} box
 */
function setBox(part, box) {
  part.hidden = !box;
  if (!box) return;
  part.style.transform = `translate(${box.left}px, ${box.top}px)`;
  part.style.width = `${box.width}px`;
  part.style.height = `${box.height}px`;
}

/**
 * Put the tip beside its cell, on the side where there is room.
 * @param {HTMLElement} part
 * @param {Geometry} geometry
 * @param {Box} cell
 * @param {string[]} lines
 */
function placeTip(part, geometry, cell, lines) {
  part.hidden = !cell || lines.length === 0;
  if (!cell || part.hidden) return;
  part.replaceChildren(
    ...lines.map((line, index) => {
      const element = document.createElement(index === 0 ? "strong" : "span");
      element.textContent = line;
      return element;
    }),
  );
  const isRight = cell.left > geometry.width * 0.55;
  const isLow = cell.top > geometry.height * 0.6;
  const x = isRight ? cell.left - 10 : cell.left + cell.width + 10;
  const y = isLow ? cell.top - 6 : cell.top + cell.height + 6;
  part.style.transform = `translate(${x}px, ${y}px) translate(${isRight ? "-100%" : "0"}, ${isLow ? "-100%" : "0"})`;
}
