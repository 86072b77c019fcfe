// @ts-check
/**
 * Paint many cells on a canvas, one pixel a cell, in the page's colors; CSS
 * stretches it without blurring.
 */
import { makeDiverging, makeScale, parseHex } from "./colors.js";
import { readLess, readTheme } from "./theme.js";

const SHADES = 256;
/** @type {Map<string, Uint32Array>} */
const tables = new Map();

/**
 * @param {HTMLCanvasElement} canvas
 * @param {object} cells
 * @param {number} cells.rows
 * @param {number} cells.columns
 * @param {(row: number, column: number) => number} cells.at
 * @param {[number, number]} cells.ends of the color scale
 * @param {boolean} [cells.isDifference] two colors, the middle of the scale between them
 */
export function paintCells(canvas, { rows, columns, at, ends: [low, high], isDifference = false }) {
  const table = colorTable(readTheme(canvas).stops, isDifference ? readLess(canvas) : []);
  canvas.width = columns;
  canvas.height = rows;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const image = context.createImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  const factor = (SHADES - 1) / (high - low);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const shade = Math.min(SHADES - 1, Math.max(0, Math.round((at(row, column) - low) * factor)));
      pixels[row * columns + column] = table[shade];
    }
  }
  context.putImageData(image, 0, 0);
}

/**
 * The scale's colors as pixels, kept per theme.
 * @param {string[]} stops @param {string[]} less of the half below the middle; none: one color
 */
function colorTable(stops, less) {
  const key = [...stops, ...less].join();
  const known = tables.get(key);
  if (known) return known;
  const scale = less.length > 0 ? makeDiverging(stops, less) : makeScale(stops);
  const bytes = new Uint8ClampedArray(4 * SHADES);
  for (let shade = 0; shade < SHADES; shade += 1) {
    const color = parseHex(scale(shade / (SHADES - 1))).map((part) => part * 255);
    bytes.set([...color, 255], 4 * shade);
  }
  const table = new Uint32Array(bytes.buffer);
  tables.set(key, table);
  return table;
}

/**
 * Put a canvas under a picture so that both scale together, also on paper.
 * @param {HTMLCanvasElement} canvas beside the picture, in one box of its size
 * @param {{x: number, y: number, width: number, height: number}} cells
 * @param {{width: number, height: number}} picture
 */
export function placeCells(canvas, cells, picture) {
  const share = (/** @type {number} */ part, /** @type {number} */ whole) => `${(100 * part) / whole}%`;
  Object.assign(canvas.style, {
    left: share(cells.x, picture.width),
    top: share(cells.y, picture.height),
    width: share(cells.width, picture.width),
    height: share(cells.height, picture.height),
  });
}
