// @ts-check
/**
 * Work a low-rank update out by hand, as `app/lessons/adapting_hand.py` does.
 * Pure.
 */

import { sayTiny } from "./tiny.js";

/** @typedef {number[][]} Matrix */

/**
 * Take both routes from x to h, step by step.
 * @param {Record<string, any>} state with W, B, A, s and x as weight, up, down, scale and given
 */
export function workByHand({ weight, up, down, scale, given }) {
  const update = times(up, down);
  const scaled = scaledBy(update, scale);
  const merged = sum(weight, scaled);
  const [base, narrow] = [times(weight, given), times(down, given)];
  const widened = times(up, narrow);
  const added = scaledBy(widened, scale);
  const [separate, atOnce] = [sum(base, added), times(merged, given)];
  return {
    scale,
    weight,
    up,
    down,
    given,
    update,
    scaled,
    merged,
    base,
    narrow,
    widened,
    added,
    separate,
    at_once: atOnce,
    up_length: lengthOf(up),
    down_length: lengthOf(down),
    scale_size: Math.abs(scale),
    singular: Math.abs(scale) * lengthOf(up) * lengthOf(down),
    gap: sayTiny(Math.max(...separate.map(([one], row) => Math.abs(one - atOnce[row][0])))),
  };
}

/** @param {Matrix} left @param {Matrix} right @returns {Matrix} */
function times(left, right) {
  return left.map((row) => right[0].map((_, column) => row.reduce((total, one, place) => total + one * right[place][column], 0)));
}

/** @param {Matrix} matrix @param {number} scale */
function scaledBy(matrix, scale) {
  return matrix.map((row) => row.map((cell) => scale * cell));
}

/** @param {Matrix} left @param {Matrix} right */
function sum(left, right) {
  return left.map((row, r) => row.map((cell, c) => cell + right[r][c]));
}

/** @param {Matrix} matrix */
function lengthOf(matrix) {
  return Math.sqrt(matrix.flat().reduce((total, cell) => total + cell * cell, 0));
}
