// @ts-check
/**
 * Measure the heads of one layer on one sentence. Pure.
 */

/** What can be measured of a head, by the names the address knows. */
export const MEASURES = ["entropy", "itself", "before", "after", "special", "distance"];

/**
 * Measure each head; entropy in nats, distance in tokens, the rest are shares.
 * Rows without a token before (or after) them are left out of that share.
 * @param {number[][][]} weights (head, query, key)
 * @param {boolean[]} special which keys are special tokens
 * @returns {Record<string, number[]>}
 */
export function measureHeads(weights, special) {
  const count = special.length;
  /** @param {(row: number[], query: number) => number} measure */
  const overRows = (measure, from = 0, to = count) =>
    weights.map((head) => mean(head.slice(from, to).map((row, place) => measure(row, from + place))));
  return {
    entropy: overRows(entropyOf),
    itself: overRows((row, query) => row[query]),
    before: overRows((row, query) => row[query - 1], 1),
    after: overRows((row, query) => row[query + 1], 0, count - 1),
    special: overRows((row) => sum(row.filter((_, key) => special[key]))),
    distance: overRows((row, query) => sum(row.map((weight, key) => weight * Math.abs(query - key)))),
  };
}

/** @param {number[]} row */
function entropyOf(row) {
  return sum(row.map((weight) => (weight > 0 ? -weight * Math.log(weight) : 0)));
}

/** @param {number[]} numbers */
function mean(numbers) {
  return sum(numbers) / numbers.length;
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
