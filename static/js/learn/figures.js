// @ts-check
/**
 * Print the numbers of a lesson, as `app/lessons/figures.py` does;
 * `tests/golden/figures.json` holds both to the same strings. Pure.
 */

export const MISSING = "\u2013";
const LARGE = 1e6;
const GROUPED = 10_000;
const NOISE = 1e-12;

/**
 * Print a number. One that its decimals say exactly is cut short, so 0.5 is
 * exact and 0.500 is rounded; whole numbers from 10,000 on have their
 * thousands apart. null is -infinity, a masked score; undefined is
 * what isn't there.
 * @param {unknown} number
 * @param {number} [digits]
 * @returns {string}
 */
export function formatFigure(number, digits = 3) {
  if (number === null || number === -Infinity) return "\u2212\u221e";
  if (typeof number === "boolean") return number ? "yes" : "no";
  if (typeof number === "string") return number;
  if (typeof number !== "number" || !Number.isFinite(number)) return MISSING;
  if (Math.abs(number) >= LARGE) return withMinus(number.toExponential(2).replace("e+", "e"));
  const text = number.toFixed(digits);
  if (digits === 0 && Math.abs(Number(text)) >= GROUPED) return withMinus(text.replace(/\B(?=(\d{3})+$)/g, ","));
  const isCut = digits > 0 && saysAll(number, Number(text));
  return withMinus(isCut ? text.replace(/\.?0+$/, "") : text);
}

/**
 * Take rounding of the last bits for what it is, but never a small number.
 * @param {number} number @param {number} rounded
 */
function saysAll(number, rounded) {
  if (number === rounded) return true;
  return rounded !== 0 && Math.abs(number - rounded) <= NOISE * Math.abs(rounded);
}

/** @param {string} text */
function withMinus(text) {
  const isZero = !/[1-9]/.test(text.split("e", 1)[0]);
  return (isZero ? text.replace(/^-/, "") : text).replaceAll("-", "\u2212");
}

/**
 * Read what a person typed into a cell; null while it is no number.
 * @param {string} text
 */
export function readFigure(text) {
  const plain = text.trim().replaceAll("\u2212", "-").replace(",", ".");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(plain)) return null;
  const number = Number(plain);
  // Adding zero takes the sign off a negative zero.
  return Math.abs(number) <= LARGE ? number + 0 : null;
}

/**
 * Find the smallest and largest finite number of a matrix; 0, 0 if none.
 * @param {any[][]} matrix
 * @returns {[number, number]}
 */
export function rangeOf(matrix) {
  const finite = matrix.flat().map(toNumber).filter(Number.isFinite);
  return finite.length === 0 ? [0, 0] : [Math.min(...finite), Math.max(...finite)];
}

/**
 * Say where the color scale of a matrix begins and ends.
 * @param {any[][]} matrix
 * @param {string} scale unit, signed, own, or "-3:3"
 * @returns {[number, number]}
 */
export function endsOf(matrix, scale) {
  if (scale === "own") return rangeOf(matrix);
  const spelled = scale === "unit" ? "0:1" : scale === "signed" ? "-1:1" : scale;
  const [low, high] = spelled.split(":").map(Number);
  return [low, high];
}

/**
 * Say where on the scale a number stands, from 0 to 1, as CSS takes it.
 * @param {unknown} cell @param {number} low @param {number} high
 */
export function shareOf(cell, low, high) {
  const number = toNumber(cell);
  if (!Number.isFinite(number) || !(high > low)) return "0";
  return formatFigure(Math.min(1, Math.max(0, (number - low) / (high - low))), 4);
}

/** @param {unknown} cell */
function toNumber(cell) {
  return typeof cell === "boolean" || typeof cell === "number" ? Number(cell) : NaN;
}
