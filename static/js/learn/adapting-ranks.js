// @ts-check
/**
 * Set the ranks that an adapter is cut to side by side: what each keeps, and
 * what it does to attention and to a prediction. Pure.
 */
import { heatOf, meanDistance } from "./adapting-attention.js";
import { WHOLE } from "./adapting-chain.js";
import { RANKS } from "./adapting-matrices.js";
import { labelOf, maskOf, probabilityOf } from "./adapting-words.js";

/** So many words of the whole adapter are followed down. */
const N_WORDS = 4;
/** Which option of the question a column is: none, 1, 2, 4, 8, 16, whole. */
const ANSWERS = [0, 0, 1, 1, 2, 2, 3];

/**
 * @typedef {object} Column
 * @property {string} name
 * @property {string} numbers how many are kept
 * @property {number} kept percent of the squared size
 * @property {number} distance of its attention from the whole adapter's
 * @property {{cells: number[][]}} heat of the chosen head
 * @property {string} first the likeliest word
 * @property {number[]} probabilities of the words that the whole adapter likes best
 *
 * @typedef {{text: string, words: string[], columns: Column[]}} RankTable
 */

/**
 * Make the table once all of its numbers are those of one text.
 * @param {import("../lesson-types.js").Numbers} numbers
 * @param {{layer: number, head: number, mask: number}} choice
 * @returns {RankTable|null}
 */
export function rankTable(numbers, { layer, head, mask }) {
  const { adapter, base, look_whole: wholeLook } = numbers;
  const whole = numbers[`along_${WHOLE}`];
  const parts = [
    { name: "none", key: null, look: base, guess: numbers.along_0 },
    ...RANKS.map((rank) => ({ name: String(rank), key: rank, look: numbers[`look_${rank}`], guess: numbers[`guess_${rank}`] })),
    { name: `${adapter?.rank}, whole`, key: adapter?.rank, look: wholeLook, guess: whole },
  ];
  const isWhole = adapter && parts.every(({ look, guess }) => look && guess && look.text === guess.text && look.text === base.text);
  if (!isWhole) return null;
  const words = maskOf(whole, mask).tokens.slice(0, N_WORDS);
  return {
    text: base.text,
    words: words.map(labelOf),
    columns: parts.map(({ name, key, look, guess }) => {
      const { tokens } = maskOf(guess, mask);
      return {
        name,
        numbers: key === null ? "0" : adapter.numbers[key],
        kept: key === null ? 0 : adapter.kept[key],
        distance: meanDistance(wholeLook, look),
        heat: heatOf(look.weights[layer][head], look.tokens),
        first: labelOf(tokens[0]),
        probabilities: words.map(({ id }) => probabilityOf({ ...maskOf(guess, mask) }, id)),
      };
    }),
  };
}

/** What prose says of the table. @param {RankTable} table */
export function sayRanks({ columns }) {
  const whole = columns[columns.length - 1];
  // From this rank on, every cut says the same word first as the whole does.
  const from = columns.findIndex((_, place) => columns.slice(place).every(({ first }) => first === whole.first));
  return { first: whole.first, same_from: columns[from].name, answer: ANSWERS[from], one: columns[1] };
}
