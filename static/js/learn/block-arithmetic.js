// @ts-check
/**
 * Do the sums that lesson 5 shows beside its block, as
 * `app/lessons/block_arithmetic.py` does. Pure.
 */

/** @typedef {number[][]} Rows */

const EPSILON = 1e-5;
/** A smaller difference is rounding of the last bits. */
export const SMALLEST = 1e-12;

/** Mean and variance of what a norm reads, and of what it makes. @param {Rows} read @param {Rows} made */
export function normFacts(read, made) {
  const variances = read.map(variance);
  return {
    read,
    made,
    mean: read.map(mean),
    centred: read.map((row) => row.map((cell) => cell - mean(row))),
    variance: variances,
    root: variances.map((number) => Math.sqrt(number + EPSILON)),
    made_mean: made.map((row) => (Math.abs(mean(row)) < SMALLEST ? 0 : mean(row))),
    made_variance: made.map(variance),
  };
}

/**
 * What the feed-forward reads, multiplies and makes.
 * @param {Rows} read @param {Record<string, Rows>} after @param {Record<string, Rows>} matrices
 */
export function networkFacts(read, after, matrices) {
  const narrow = matrices.narrow_weights;
  const columns = narrow[0].map((_, place) => narrow.map((row) => row[place]));
  return {
    read,
    widen: matrices.widen_weights,
    narrow,
    hidden: after.hidden,
    activated: after.activated,
    output: after.feed_forward_output,
    product_columns: ["after ReLU", "weight", "product"],
    products: after.activated.map((row) => columns.map((column) => row.map((cell, place) => [cell, column[place], cell * column[place]]))),
    n_hidden: after.hidden[0].length,
    n_zero: after.activated.map((row) => row.filter((cell) => cell === 0).length),
  };
}

/** What the second residual sum adds. @param {string} norm @param {Record<string, Rows>} after */
export function residualFacts(norm, after) {
  return {
    stream: after[norm === "post" ? "attention_norm" : "attention_sum"],
    added: after.feed_forward_output,
    sum: after.feed_forward_sum,
  };
}

/** How long a vector is; masked scores aside. @param {(number|null)[]} row */
export function lengthOf(row) {
  return Math.sqrt(total(row.map((cell) => (cell === null ? 0 : cell * cell))));
}

/** @param {number[]} row */
function mean(row) {
  return total(row) / row.length;
}

/** @param {number[]} row */
function variance(row) {
  const middle = mean(row);
  return total(row.map((cell) => (cell - middle) ** 2)) / row.length;
}

/** @param {number[]} numbers */
function total(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0);
}
