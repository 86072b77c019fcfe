// @ts-check
/**
 * Say what a mask has changed in a real model: weights, and the next token.
 * Pure.
 */
import { openFacts, sum } from "./masks-numbers.js";

/** So many likeliest tokens of each list are shown. */
const N_SHOWN = 5;

/** @typedef {{tokens: string[], weights: number[][], allowed: boolean[][]}} Own */

/**
 * Compare one head's weights with its own mask and with another.
 * @param {Own} own @param {number[][]} weights @param {boolean[][]} allowed
 * @param {{layer: number, head: number}} where
 */
export function compareWeights(own, weights, allowed, where) {
  const { tokens } = own;
  const moved = weights.map((row, r) => sum(row.map((weight, k) => Math.abs(weight - own.weights[r][k]))) / 2);
  const closedBefore = own.weights.map((row, r) => sum(row.filter((_, k) => !allowed[r][k])));
  const most = moved.indexOf(Math.max(...moved));
  return {
    ...where,
    tokens,
    own: own.weights,
    weights,
    allowed,
    pairs: weights.map((row, r) => [own.weights[r], row]),
    pairs_open: allowed.map((row, r) => [own.allowed[r], row]),
    pair_names: ["own mask", "this mask"],
    largest: weights.map((row, r) => largestChange(own.weights[r], row)),
    best: own.weights.map((row) => row.indexOf(Math.max(...row))),
    moved,
    mean_moved: sum(moved) / moved.length,
    most,
    most_moved: moved[most],
    closed_before: closedBefore,
    closed_after: Math.max(0, ...weights.flatMap((row, r) => row.filter((_, k) => !allowed[r][k]))),
    is_same: JSON.stringify(allowed) === JSON.stringify(own.allowed),
    ...openFacts(tokens, allowed),
    renormalised_difference: renormalisedDifference(own.weights, weights, allowed),
  };
}

/** Find the key whose weight has changed most. @param {number[]} before @param {number[]} after */
function largestChange(before, after) {
  const changes = after.map((weight, key) => Math.abs(weight - before[key]));
  return changes.indexOf(Math.max(...changes));
}

/**
 * Say how far the weights are from the old ones renormalised over open cells;
 * rows that had nothing there, or have nothing now, are left aside.
 * @param {number[][]} before @param {number[][]} after @param {boolean[][]} allowed
 */
function renormalisedDifference(before, after, allowed) {
  let largest = 0;
  before.forEach((row, r) => {
    const kept = row.map((weight, key) => (allowed[r][key] ? weight : 0));
    const total = sum(kept);
    if (total === 0) return;
    kept.forEach((weight, key) => {
      largest = Math.max(largest, Math.abs(weight / total - after[r][key]));
    });
  });
  return largest;
}

/** @typedef {{text: string, raw: string, id: number, probability: number}} Likely */
/** @typedef {{tokens: Likely[], entropy: number}} Guess */

/**
 * Put the likeliest next tokens of two masks side by side.
 * @param {Guess} before @param {Guess} after
 */
export function compareTokens(before, after) {
  const shown = [...before.tokens.slice(0, N_SHOWN)];
  for (const token of after.tokens.slice(0, N_SHOWN)) {
    if (!shown.some(({ id }) => id === token.id)) shown.push(token);
  }
  const table = shown.map(({ id }) => [before, after].map(({ tokens }) => tokens.find((token) => token.id === id)?.probability ?? NaN));
  const firsts = table.slice(0, N_SHOWN);
  return {
    labels: shown.map(label),
    names: ["own mask", "this mask"],
    table,
    first_before: label(before.tokens[0]),
    first_after: label(after.tokens[0]),
    is_same_first: before.tokens[0].id === after.tokens[0].id,
    first_after_probability: after.tokens[0].probability,
    held_before: sum(firsts.map(([own]) => own)),
    held_after: sum(firsts.map(([, given]) => (Number.isNaN(given) ? 0 : given))),
    entropy_before: before.entropy,
    entropy_after: after.entropy,
  };
}

/** Name a token as it stands in a text; a space or newline alone is named. @param {Likely} token */
function label({ text, raw }) {
  return text.trim() === "" ? raw.replaceAll("Ġ", "␣") : text;
}
