// @ts-check
/**
 * Waves at hand, so that a figure follows a slider within a frame; the numbers
 * in prose are the server's (`model/positions.py`) and agree. Pure.
 */

export const N_ROWS = 64;
export const LAST_POSITION = 10 ** 9;
/** Distances of the five ways side by side. */
export const DISTANCES = 128;
export const FURTHEST = 63;

/** Radians a position. @param {number} pair @param {number} width @param {number} base */
export function frequency(pair, width, base) {
  return base ** ((-2 * pair) / width);
}

/** @param {number} width @param {number} base */
export function frequencies(width, base) {
  return Array.from({ length: width / 2 }, (_, pair) => frequency(pair, width, base));
}

/**
 * One feature at one position: even ones are sines, odd ones cosines.
 * @param {number} position @param {number} feature @param {number} width @param {number} base
 */
export function encode(position, feature, width, base) {
  const angle = position * frequency(Math.floor(feature / 2), width, base);
  return feature % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
}

/** The dot product of two positions so far apart. @param {number} offset @param {number} width @param {number} base */
export function similarityAt(offset, width, base) {
  return frequencies(width, base).reduce((sum, speed) => sum + Math.cos(offset * speed), 0);
}

/**
 * Choose pairs to draw: all, or some from the fastest to the slowest.
 * @param {number} nPairs @param {number} most
 */
export function pairsToDraw(nPairs, most) {
  if (nPairs <= most) return Array.from({ length: nPairs }, (_, pair) => pair);
  return Array.from({ length: most }, (_, place) => Math.round((place * (nPairs - 1)) / (most - 1)));
}

/** How many positions from `start` on exist. @param {number} start */
export function rowsFrom(start) {
  return Math.min(N_ROWS, LAST_POSITION + 1 - start);
}

/**
 * Print a number of a figure's label: short, and never longer than it says.
 * @param {number} number
 */
export function shortFigure(number) {
  if (number >= 1e6) return number.toExponential(1).replace("e+", "e");
  if (number >= 100) return Math.round(number).toLocaleString("en");
  return String(Number(number.toPrecision(3)));
}
