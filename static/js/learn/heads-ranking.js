// @ts-check
/**
 * Rank the heads of a real model by how they look from one word to another, as
 * `app/lessons/heads_ranking.py` does. Pure.
 */

export const N_SHOWN = 8;
/** The averages came as float32: a rest below their step is noise, not attention. */
const NOISE = 2 ** -20;
/** Beyond this the others give next to nothing, and digits say nothing. */
const MOST_TIMES = 1000;

/**
 * @typedef {object} RankedHead
 * @property {string} name
 * @property {number} layer
 * @property {number} head
 * @property {number} weight
 * @property {number} others the average the key gets from the other rows
 * @property {number|null} ratio weight / others; null: the others give it nothing
 * @property {number|string} times the same, to be shown
 * @property {number} weight_rank from 1
 * @property {number} times_rank from 1
 */

/**
 * Rank all heads twice: by weight, and by weight against the column's average.
 * @param {number[][]} weights (layer, head)
 * @param {number[][]} means (layer, head), the key's own row left out
 * @param {number[]} rows (layer), how many rows such a mean is of
 * @param {boolean} isOwnRow whether the weight is the key's look at itself
 */
export function rankHeads(weights, means, rows, isOwnRow) {
  const heads = weights.flatMap((line, layer) =>
    line.map((weight, head) => compare(layer, head, weight, means[layer][head], rows[layer], isOwnRow)),
  );
  const byWeight = placesOf(heads, "weight");
  const byTimes = placesOf(heads, "ratio");
  /** @type {RankedHead[]} */
  const ranked = heads.map((head, place) => ({
    ...head,
    weight_rank: byWeight.indexOf(place) + 1,
    times_rank: byTimes.indexOf(place) + 1,
  }));
  const nHeads = weights[0].length;
  return {
    n_heads: heads.length,
    n_others: rows[0] - (isOwnRow ? 0 : 1),
    heads: weights.map((_, layer) => ranked.slice(layer * nHeads, (layer + 1) * nHeads)),
    by_weight: byWeight.slice(0, N_SHOWN).map((place) => ranked[place]),
    by_times: byTimes.slice(0, N_SHOWN).map((place) => ranked[place]),
  };
}

/**
 * @param {number} layer @param {number} head @param {number} weight
 * @param {number} mean @param {number} rows @param {boolean} isOwnRow
 */
function compare(layer, head, weight, mean, rows, isOwnRow) {
  const total = mean * rows;
  const rest = isOwnRow ? total : total - weight;
  const others = rest > total * NOISE ? rest / (isOwnRow ? rows : rows - 1) : 0;
  const ratio = others > 0 ? weight / others : null;
  return { name: `L${layer} H${head}`, layer, head, weight, others, ratio, times: sayTimes(ratio) };
}

/** @param {number|null} ratio */
function sayTimes(ratio) {
  if (ratio === null) return "∞";
  return ratio > MOST_TIMES ? `> ${MOST_TIMES}` : ratio;
}

/**
 * List places from the largest to the smallest; null is beyond any number.
 * @param {{weight: number, ratio: number|null}[]} heads @param {"weight"|"ratio"} name
 */
function placesOf(heads, name) {
  const value = (/** @type {number} */ place) => heads[place][name] ?? Infinity;
  return [...heads.keys()].sort((one, other) => {
    const [mine, its] = [value(one), value(other)];
    return mine === its ? one - other : its > mine ? 1 : -1;
  });
}
