// @ts-check
/**
 * Change small matrices without touching the old ones. Pure.
 */

/** @typedef {number[][]} Matrix */

/** @param {Matrix} matrix @param {number} row @param {number} column @param {number} value */
export function withCell(matrix, row, column, value) {
  return matrix.map((line, r) => (r === row ? line.map((cell, c) => (c === column ? value : cell)) : line));
}
