// @ts-check
/**
 * Lay a heatmap of tokens out: cells, labels, and which cell is where. Pure.
 */
import { formatFigure } from "./figures.js";

/**
 * @typedef {object} Heat
 * @property {any[][]} cells null: masked
 * @property {string[]} rows
 * @property {string[]|null} columns null: counted
 * @property {string} row_name
 * @property {string} column_name
 * @property {number} low where the color scale begins
 * @property {number} high where it ends
 *
 * @typedef {{text: string, at: number, place: number}} Label
 *
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {number} left where the cells begin
 * @property {number} top
 * @property {number} cellWidth
 * @property {number} cellHeight
 * @property {Label[]} rowLabels with the middle of their row
 * @property {Label[]} columnLabels with the middle of their column
 * @property {string} masked the outline of all masked cells
 * @property {string} grid the lines between cells; none between features
 */

const CHARACTER = 7.3;
const LONGEST_LABEL = 11;
const LABEL_HEIGHT = 11;
const LARGEST_CELL = 26;
const FEATURE_ROW = 19;
/** How far a slanted label reaches up and to the right, by its length. */
const [UP, ASIDE] = [0.87, 0.5];

/** @param {Heat} heat @param {number} width @returns {Layout} */
export function layOutHeat(heat, width) {
  const [nRows, nColumns] = [heat.cells.length, heat.cells[0]?.length ?? 0];
  const rows = heat.rows.map(shorten);
  const columns = heat.columns?.map(shorten) ?? null;
  const left = Math.max(...rows.map((text) => text.length), 2) * CHARACTER + 8;
  const longest = columns ? Math.max(...columns.map((text) => text.length), 1) * CHARACTER : 0;
  const [top, right] = columns ? [longest * UP + 12, (columns[nColumns - 1]?.length ?? 0) * CHARACTER * ASIDE] : [4, 2];
  const room = Math.max(40, width - left - right - 2);
  const cellWidth = columns ? Math.min(LARGEST_CELL, room / nColumns) : room / nColumns;
  const cellHeight = columns ? Math.max(cellWidth, Math.min(LARGEST_CELL, 11)) : FEATURE_ROW;
  const area = { left, top, cellWidth, cellHeight };
  return {
    ...area,
    width,
    height: top + cellHeight * nRows + 3,
    rowLabels: spread(rows, cellHeight).map(({ text, place }) => ({ text, place, at: top + (place + 0.5) * cellHeight })),
    columnLabels: spread(columns ?? [], cellWidth).map(({ text, place }) => ({ text, place, at: left + (place + 0.5) * cellWidth })),
    masked: maskedPath(heat.cells, area),
    grid: columns && cellWidth >= 7 ? gridPath(nRows, nColumns, area) : "",
  };
}

/** Leave labels out where they would touch. @param {string[]} texts @param {number} gap */
function spread(texts, gap) {
  const every = Math.ceil(LABEL_HEIGHT / gap);
  return texts.map((text, place) => ({ text, place })).filter(({ place }) => place % every === 0);
}

/** @param {string} text */
export function shorten(text) {
  const letters = [...text];
  return letters.length > LONGEST_LABEL ? `${letters.slice(0, LONGEST_LABEL - 1).join("")}…` : text;
}

/**
 * @param {any[][]} cells
 * @param {{left: number, top: number, cellWidth: number, cellHeight: number}} area
 */
function maskedPath(cells, { left, top, cellWidth, cellHeight }) {
  const boxes = cells.flatMap((row, down) =>
    row.map((cell, across) =>
      cell === null ? `M${round(left + across * cellWidth)} ${round(top + down * cellHeight)}h${round(cellWidth)}v${round(cellHeight)}h-${round(cellWidth)}z` : "",
    ),
  );
  return boxes.join("");
}

/**
 * @param {number} nRows @param {number} nColumns
 * @param {{left: number, top: number, cellWidth: number, cellHeight: number}} area
 */
function gridPath(nRows, nColumns, { left, top, cellWidth, cellHeight }) {
  const down = Array.from({ length: nColumns + 1 }, (_, at) => `M${round(left + at * cellWidth)} ${round(top)}v${round(nRows * cellHeight)}`);
  const across = Array.from({ length: nRows + 1 }, (_, at) => `M${round(left)} ${round(top + at * cellHeight)}h${round(nColumns * cellWidth)}`);
  return [...down, ...across].join("");
}

/** @param {number} number */
function round(number) {
  return Math.round(number * 100) / 100;
}

/**
 * Find the cell under a point; null outside, but a row's label is its row.
 * @param {Heat} heat @param {Layout} layout @param {number} x @param {number} y
 */
export function cellAt(heat, layout, x, y) {
  const row = Math.floor((y - layout.top) / layout.cellHeight);
  const column = Math.floor((x - layout.left) / layout.cellWidth);
  if (row < 0 || row >= heat.cells.length || column >= (heat.cells[0]?.length ?? 0)) return null;
  return { row, column: column < 0 ? null : column };
}

/**
 * Read one cell out.
 * @param {Heat} heat @param {number} row @param {number} column
 * @param {{upTo?: number, isDifference?: boolean}} [how] the last row there is; a plus is written
 */
export function sayCell(heat, row, column, { upTo = Infinity, isDifference = false } = {}) {
  const across = heat.columns ? heat.columns[column] : `${heat.column_name} ${column}`;
  const names = `${heat.rows[row]} ${heat.columns ? "→" : "·"} ${across}`;
  if (row > upTo) return `${names}: not there yet`;
  const cell = heat.cells[row]?.[column];
  const sign = isDifference && cell > 0 ? "+" : "";
  return `${names}: ${cell === null ? "masked" : sign + formatFigure(cell, 3)}`;
}
