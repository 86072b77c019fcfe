// @ts-check
/**
 * Work out what a row of the small example goes through, as
 * `app/lessons/masks_numbers.py` does. Pure.
 */

export const WORDS = ["clowns", "wear", "shoes", "and", "red", "noses"];
/** Queries and keys are the same here, as in lesson 1. */
export const QUERY = [[1, 0], [0, 1], [1, 1], [-1, 0], [0, 2], [2, 1]];
export const VALUE = [[2, 0], [0, 2], [1, 3], [0, 0], [0, 1], [3, 1]];
/** Two ways to the same number may differ in the last bits. */
const DIGITS = 12;

/** @typedef {(number|null)[][]} Gaps */

/**
 * @param {any} answer of `/scaled-dot-product` @param {number} count
 */
export function stepFacts(answer, count) {
  const { scores, masked_scores: masked, weights, output } = answer;
  const allowed = /** @type {Gaps} */ (masked).map((row) => row.map((score) => score !== null));
  const words = WORDS.slice(0, count);
  return { tokens: words, value: VALUE.slice(0, count), allowed, scores, weights, output, ...rowFacts(words, allowed, scores, weights) };
}

/**
 * Add what the arithmetic beside the figure shows on its way.
 * @param {string[]} words @param {boolean[][]} allowed @param {number[][]} scores @param {number[][]} weights
 */
export function rowFacts(words, allowed, scores, weights) {
  const plain = scores.map(softmax);
  const masked = scores.map((row, r) => row.map((score, k) => (allowed[r][k] ? score : null)));
  const exponentials = masked.map((row) => row.map((score) => (score === null ? 0 : Math.exp(score))));
  const kept = plain.map((row, r) => row.map((weight, k) => (allowed[r][k] ? weight : 0)));
  const additive = allowed.map((row) => row.map((isOpen) => (isOpen ? 0 : null)));
  return {
    masked,
    exponentials,
    totals: exponentials.map(sum),
    plain,
    kept,
    kept_sums: kept.map(sum),
    lost_sums: kept.map((row) => 1 - sum(row)),
    row_sums: weights.map(sum),
    score_names: ["as computed", "masked"],
    weight_names: ["no mask", "this mask"],
    score_rows: scores.map((row, r) => [row, masked[r]]),
    weight_rows: plain.map((row, r) => [row, weights[r]]),
    row_open: allowed.map((row) => [row.map(() => true), row]),
    additive,
    way_difference: Number(difference(weights, added(scores, additive)).toFixed(DIGITS)),
    ...openFacts(words, allowed),
  };
}

/**
 * Say how much of a mask is open, and which rows have nothing open.
 * @param {string[]} words @param {boolean[][]} allowed
 */
export function openFacts(words, allowed) {
  const isFull = allowed.map((row) => !row.includes(true));
  const nOpen = allowed.flat().filter(Boolean).length;
  const nCells = words.length ** 2;
  return {
    is_full: isFull,
    has_full: isFull.includes(true),
    full_words: words.filter((_, place) => isFull[place]).join(", "),
    is_first_alone: allowed[0].every((isOpen, key) => isOpen === (key === 0)),
    n_open: nOpen,
    n_cells: nCells,
    fraction: nOpen / nCells,
  };
}

/** Go the other way: add 0 or -infinity to the scores, then softmax. @param {number[][]} scores @param {Gaps} additive */
function added(scores, additive) {
  return scores.map((row, r) => softmax(row.map((score, k) => score + (additive[r][k] ?? -Infinity))));
}

/** Turn a row of scores into weights; all are 0 where nothing is open. @param {number[]} row */
export function softmax(row) {
  const raised = row.map(Math.exp);
  const total = sum(raised);
  return raised.map((each) => (total > 0 ? each / total : 0));
}

/** Find the largest difference of two matrices. @param {number[][]} one @param {number[][]} other */
export function difference(one, other) {
  return Math.max(...one.flatMap((row, r) => row.map((number, k) => Math.abs(number - other[r][k]))));
}

/** @param {number[]} numbers */
export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

