// @ts-check
/**
 * Make the address of a small picture of cells, for an SVG image to stretch.
 */
import { paintCells } from "./cell-image.js";

/**
 * @param {HTMLCanvasElement} canvas any that stands in the page; its theme counts
 * @param {(number|null)[][]} cells at least one; masked ones are the caller's to cover
 * @param {[number, number]} ends of the color scale
 * @param {boolean} [isDifference] two colors, the middle of the scale between them
 */
export function pictureOf(canvas, cells, [low, high], isDifference = false) {
  const at = (/** @type {number} */ row, /** @type {number} */ column) => cells[row][column] ?? low;
  paintCells(canvas, { rows: cells.length, columns: cells[0].length, at, ends: [low, high > low ? high : low + 1], isDifference });
  return canvas.toDataURL();
}
