// @ts-check
/**
 * Tell how a text was written, token by token, and what each step had to work
 * out. Pure.
 */
import { NUMBERS_KEPT } from "./gpt-costs.js";

/**
 * @typedef {object} FilmStep
 * @property {string} word what was chosen
 * @property {string} text what it adds to the text
 * @property {string} read the token read just before
 * @property {number} row the place of that token
 * @property {number} probability at temperature 1
 * @property {number} sampled what it was drawn with
 * @property {number} rank 1: the likeliest
 * @property {boolean} is_best
 * @property {string} best the likeliest
 * @property {number} best_probability
 * @property {number} entropy
 * @property {number} n_kept
 * @property {number|null} draw
 * @property {number} before what the kept ones in front of it add up to
 * @property {{word: string, probability: number, sampled: number, is_chosen: boolean}[]} top
 * @property {number} n_computed positions
 * @property {number} n_reused positions
 * @property {number} n_numbers of keys and values, computed
 * @property {number} n_numbers_reused
 * @property {number} n_cells of the row
 *
 * @typedef {ReturnType<typeof describeGeneration>} Written
 */

/** @param {any} answer of `/generations` */
export function describeGeneration(answer) {
  const { steps, tokens, input_tokens, text, new_text, is_retokenized_same, stop } = answer;
  const nPrompt = input_tokens.length;
  const made = steps.map((/** @type {any} */ step, /** @type {number} */ place) => describeStep(step, tokens, nPrompt + place - 1));
  return {
    text,
    new_text,
    prompt: text.slice(0, text.length - new_text.length),
    is_same: is_retokenized_same,
    has_ended: stop === "end",
    n_prompt: nPrompt,
    n_steps: made.length,
    n_rows: nPrompt + made.length - 1,
    n_again: made.reduce((/** @type {number} */ sum, /** @type {FilmStep} */ { row }) => sum + row + 1, 0),
    words: tokens.map((/** @type {any} */ token) => token.text),
    ids: steps.map((/** @type {any} */ { token }) => token.id),
    steps: made,
    n_unlikely: made.filter((/** @type {FilmStep} */ step) => !step.is_best).length,
    log_probability: steps.reduce((/** @type {number} */ sum, /** @type {any} */ step) => sum + step.log_probability, 0),
  };
}

/**
 * @param {any} step @param {{text: string}[]} tokens @param {number} row
 * @returns {FilmStep}
 */
function describeStep(step, tokens, row) {
  const { token, alternatives, rank, draw, n_computed, n_reused } = step;
  return {
    word: token.text,
    text: step.text,
    read: tokens[row].text,
    row,
    probability: step.probability,
    sampled: step.sampled_probability,
    rank,
    is_best: rank === 1,
    best: alternatives[0].text,
    best_probability: alternatives[0].probability,
    entropy: step.entropy,
    n_kept: step.n_kept,
    draw,
    before: alternatives.slice(0, rank - 1).reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.sampled_probability, 0),
    top: candidates(step),
    n_computed,
    n_reused,
    n_numbers: n_computed * NUMBERS_KEPT,
    n_numbers_reused: n_reused * NUMBERS_KEPT,
    n_cells: row + 1,
  };
}

/** The likeliest, and the chosen one where it isn't among them. @param {any} step */
function candidates({ token, alternatives, probability, sampled_probability }) {
  const top = alternatives.map((/** @type {any} */ one) => ({ word: one.text, probability: one.probability, sampled: one.sampled_probability, is_chosen: one.id === token.id }));
  if (top.some((/** @type {any} */ one) => one.is_chosen)) return top;
  return [...top, { word: token.text, probability, sampled: sampled_probability, is_chosen: true }];
}

/**
 * Set two texts of one prompt side by side.
 * @param {Written|undefined} greedy @param {Written|undefined} sampled
 */
export function compareTexts(greedy, sampled) {
  if (!greedy || !sampled || greedy.prompt !== sampled.prompt) return null;
  const ends = Math.min(greedy.n_steps, sampled.n_steps);
  const place = greedy.ids.findIndex((/** @type {number} */ id, /** @type {number} */ at) => id !== sampled.ids[at]);
  return {
    is_equal: greedy.new_text === sampled.new_text,
    parts: place < 0 ? ends : place,
    n_unlikely: sampled.n_unlikely,
    n_steps: sampled.n_steps,
    // How many times as likely the model finds the greedy text; as a power of e.
    gap: greedy.log_probability - sampled.log_probability,
  };
}

/**
 * Take what the film shows of one head: the rows that were worked out, the
 * cells that exist.
 * @param {any} answer of `/attention` @param {Written} written @param {number} layer @param {number} head
 */
export function describeLooks({ attention }, written, layer, head) {
  const words = written.words.slice(0, written.n_rows);
  const cells = attention[0][0].slice(0, words.length).map((/** @type {number[]} */ row, /** @type {number} */ query) =>
    words.map((/** @type {string} */ _, /** @type {number} */ key) => (key > query ? null : row[key])),
  );
  return {
    text: written.text,
    layer,
    head,
    heat: { cells, rows: words, columns: words, row_name: "query", column_name: "key", low: 0, high: 1 },
    most: cells.map((/** @type {(number|null)[]} */ row) => mostOf(row, words)),
    sink: cells.map((/** @type {(number|null)[]} */ row) => row[0]),
    sums: cells.map((/** @type {(number|null)[]} */ row) => row.reduce((sum, cell) => /** @type {number} */ (sum) + (cell ?? 0), 0)),
  };
}

/** Who gets most, the first token left aside. @param {(number|null)[]} row @param {string[]} words */
function mostOf(row, words) {
  const weights = row.map((cell, key) => (key === 0 ? -1 : (cell ?? -1)));
  const weight = Math.max(...weights);
  return weight < 0 ? { word: words[0], weight: row[0] } : { word: words[weights.indexOf(weight)], weight };
}

/**
 * Say of each key whether this step worked it out, found it in the cache, or
 * comes before it.
 * @param {Pick<Written, "n_prompt"|"n_rows">} written @param {number} step
 * @returns {("new"|"kept"|"later")[]}
 */
export function keysOf({ n_prompt, n_rows }, step) {
  const row = n_prompt - 1 + step;
  return Array.from({ length: n_rows }, (_, key) => {
    if (key > row) return "later";
    return step === 0 || key === row ? "new" : "kept";
  });
}
