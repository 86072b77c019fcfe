// @ts-check
/**
 * Tell what a model says of the words that are hidden from it. Pure.
 */
import { formatFigure } from "./figures.js";

/**
 * @typedef {{text: string, probability: number, is_true: boolean}} Guess
 *
 * @typedef {object} Mask
 * @property {number} position
 * @property {string} name
 * @property {Guess[]} guesses the likeliest, in order
 * @property {{text: string, rank: number|string, probability: number|string}|null} truth
 *   the hidden token, or null where there is none
 * @property {number} entropy
 */

/** So many likeliest tokens are asked for, to find the hidden one among them. */
export const N_ASKED = 200;
const N_SHOWN = 8;

/**
 * @param {any} answer of `/fill-mask`
 * @param {(import("../types.js").Token|null)[]} truths what each mask stands for
 */
export function describeGuesses({ masks, input_tokens, adapter }, truths) {
  const tokens = input_tokens.map((/** @type {{raw: string}} */ { raw }) => raw);
  const described = masks.map((/** @type {any} */ mask, /** @type {number} */ place) => describeMask(mask, truths[place] ?? null, place));
  return {
    tokens,
    adapter: adapter?.id ?? null,
    masks: described,
    n_masks: described.length,
    is_one: described.length === 1,
    mask_names: described.map((/** @type {Mask} */ { name }) => name),
    has_truth: described.some((/** @type {Mask} */ { truth }) => truth !== null),
  };
}

/**
 * @param {any} mask of the answer @param {import("../types.js").Token|null} truth
 * @param {number} place
 * @returns {Mask}
 */
function describeMask({ position, tokens: likeliest, entropy }, truth, place) {
  const guesses = likeliest.map((/** @type {any} */ { id, raw, probability }) => ({ text: raw, probability, is_true: truth?.id === id }));
  const rank = guesses.findIndex((/** @type {Guess} */ { is_true }) => is_true);
  return {
    position,
    name: truth ? `${place + 1}: ${truth.raw}` : `${place + 1}`,
    guesses: guesses.slice(0, N_SHOWN),
    truth: truth && describeTruth(truth.raw, guesses, rank),
    entropy,
  };
}

/**
 * A token beyond the list is less likely than the last of it.
 * @param {string} text @param {Guess[]} guesses @param {number} rank from 0; -1: none
 */
function describeTruth(text, guesses, rank) {
  if (rank >= 0) return { text, rank: rank + 1, probability: guesses[rank].probability };
  const last = guesses[guesses.length - 1].probability;
  return { text, rank: `beyond ${guesses.length}`, probability: `below ${formatFigure(Math.max(last, 1e-4), 4)}` };
}

/**
 * Make a heatmap of one head; what the mask closes is no cell.
 * @param {any} answer of `/attention`
 * @returns {import("./heat.js").Heat}
 */
export function headHeat({ attention, mask, key_tokens }) {
  const words = key_tokens.map((/** @type {{raw: string}} */ { raw }) => raw);
  const cells = attention[0][0].map((/** @type {number[]} */ row, /** @type {number} */ query) => row.map((weight, key) => (mask[query][key] ? weight : null)));
  return { cells, rows: words, columns: words, row_name: "query", column_name: "key", low: 0, high: 1 };
}

