// @ts-check
/**
 * Compare the attention of a model with and without an adapter, head by head.
 * Pure.
 */

/**
 * @typedef {number[][]} Weights (query, key)
 * @typedef {{text: string, tokens: string[], weights: Weights[][]}} Look of all heads at one text
 * @typedef {{name: string, layer: number, head: number, moved: number, place: number}} Moved
 */

/** So many heads are listed. */
const N_LISTED = 8;

/** @param {any} answer of `/attention`, all heads @param {string} text @returns {Look} */
export function readLook({ attention, key_tokens }, text) {
  return { text, tokens: key_tokens.map((/** @type {{text: string}} */ token) => token.text), weights: attention };
}

/**
 * Say how far each head is from where it was.
 * @param {Look} before @param {Look} after @param {number} strength
 */
export function compareLooks(before, after, strength) {
  const { tokens } = before;
  const heads = before.weights.map((layer, l) => layer.map((weights, h) => compareHead(weights, after.weights[l][h], tokens)));
  const moved = heads.map((layer) => layer.map((head) => head.moved));
  const ranked = rankHeads(moved);
  const places = moved.map((layer) => layer.map(() => 0));
  for (const { layer, head, place } of ranked) places[layer][head] = place;
  const byLayer = moved.map(meanOf);
  return {
    text: before.text,
    strength,
    tokens,
    heads,
    moved,
    places,
    n_heads: ranked.length,
    by_layer: byLayer,
    most_layer: byLayer.indexOf(Math.max(...byLayer)),
    least_layer: byLayer.indexOf(Math.min(...byLayer)),
    ranked: ranked.slice(0, N_LISTED),
    last: ranked[ranked.length - 1],
    mean: meanOf(byLayer),
    largest: Math.max(...heads.flat().map(({ largest }) => Math.abs(largest.change))),
  };
}

/**
 * Say how far all heads of one look are from those of another, on average.
 * @param {Look} one @param {Look} other
 */
export function meanDistance(one, other) {
  return meanOf(one.weights.flatMap((layer, l) => layer.map((weights, h) => distanceOf(weights, other.weights[l][h]))));
}

/** One head's weights as a figure. @param {Weights} cells @param {string[]} tokens */
export function heatOf(cells, tokens) {
  return { cells, rows: tokens, columns: tokens, row_name: "query", column_name: "key", low: 0, high: 1 };
}

/** @param {Weights} before @param {Weights} after @param {string[]} tokens */
function compareHead(before, after, tokens) {
  const change = after.map((row, query) => row.map((weight, key) => weight - before[query][key]));
  return {
    moved: distanceOf(before, after),
    before: heatOf(before, tokens),
    after: heatOf(after, tokens),
    change: { ...heatOf(change, tokens), low: -1 },
    largest: largestChange(before, after, change, tokens),
  };
}

/** The cell that has changed most. @param {Weights} before @param {Weights} after @param {Weights} change @param {string[]} tokens */
function largestChange(before, after, change, tokens) {
  let [query, key] = [0, 0];
  change.forEach((row, q) =>
    row.forEach((cell, k) => {
      if (Math.abs(cell) > Math.abs(change[query][key])) [query, key] = [q, k];
    }),
  );
  const cell = change[query][key];
  return { from: tokens[query], to: tokens[key], before: before[query][key], after: after[query][key], change: cell };
}

/** The share of a row's attention that lies elsewhere, on average over rows. @param {Weights} one @param {Weights} other */
function distanceOf(one, other) {
  return meanOf(one.map((row, query) => row.reduce((total, weight, key) => total + Math.abs(weight - other[query][key]), 0) / 2));
}

/** @param {number[][]} moved (layer, head) @returns {Moved[]} the most first */
function rankHeads(moved) {
  const heads = moved.flatMap((line, layer) => line.map((share, head) => ({ name: `L${layer} H${head}`, layer, head, moved: share, place: 0 })));
  heads.sort((one, other) => other.moved - one.moved);
  return heads.map((head, place) => ({ ...head, place: place + 1 }));
}

/** @param {number[]} numbers */
function meanOf(numbers) {
  return numbers.reduce((total, number) => total + number, 0) / numbers.length;
}
