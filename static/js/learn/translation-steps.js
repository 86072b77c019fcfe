// @ts-check
/**
 * Tell how a translation was written, word by word. Pure.
 */
import { unknownWords, weightsHeat, wordsOf } from "./translation-tensors.js";

/**
 * @typedef {object} WrittenStep
 * @property {string} word
 * @property {string} read the word read just before
 * @property {number} id
 * @property {number} probability
 * @property {number} entropy in nats
 * @property {{word: string, probability: number}[]} top
 * @property {string} so_far what stood there before
 */

const START = "<s>";

/**
 * @param {any} answer of `/translations`
 * @param {string} typed the sentence
 */
export function describeWritten(answer, typed) {
  const words = answer.steps.map((/** @type {any} */ { token }) => token.text);
  return {
    text: answer.text,
    words,
    steps: answer.steps.map((/** @type {any} */ step, /** @type {number} */ place) => describeStep(step, words, place)),
    n_steps: words.length,
    n_again: (words.length * (words.length + 1)) / 2,
    is_finished: answer.finished,
    unsure: leastSure(answer.steps),
    ...unknownWords(answer.source_tokens, typed, "it reads"),
  };
}

/** @param {any} step @param {string[]} words @param {number} place @returns {WrittenStep} */
function describeStep({ token, probability, entropy_nats, alternatives }, words, place) {
  return {
    word: token.text,
    read: place === 0 ? START : words[place - 1],
    id: token.id,
    probability,
    entropy: entropy_nats,
    top: alternatives.map((/** @type {any} */ { text, probability: share }) => ({ word: text, probability: share })),
    so_far: joinWords(words.slice(0, place)),
  };
}

/** The step at which another word came nearest. @param {any[]} steps */
function leastSure(steps) {
  const seconds = steps.map(({ alternatives }) => alternatives[1]?.probability ?? 0);
  const place = seconds.indexOf(Math.max(...seconds));
  const step = steps[place];
  return { place, word: step?.token.text, probability: step?.probability, second: step?.alternatives[1]?.text, second_probability: seconds[place] };
}

/** Write French words as a text; no space after an apostrophe. @param {string[]} words */
export function joinWords(words) {
  return words.join(" ").replaceAll("' ", "'").replaceAll(/ ([.,])/g, "$1");
}

/**
 * Describe one attention of all the steps, stitched: a row for each.
 * @param {any} answer of `/attention`
 */
export function describePart({ attention, query_tokens, key_tokens, part }) {
  const [rows, columns] = [wordsOf(query_tokens), wordsOf(key_tokens)];
  const isCausal = part === "decoder";
  const heats = attention.map((/** @type {number[][][]} */ layer) =>
    layer.map((cells) => weightsHeat(cells, rows, columns, isCausal, ["read", isCausal ? "target" : "source"])),
  );
  return { heats, rows, columns };
}

/**
 * Find how far the weights of the steps are from those of one parallel pass.
 * @param {any} stitched of `describePart` @param {any} overview of `describeOverview` @param {"decoder"|"cross"} kind
 */
export function largestGap(stitched, overview, kind) {
  let largest = 0;
  for (const [layer, heads] of stitched.heats.entries()) {
    for (const [head, { cells }] of heads.entries()) {
      const others = overview.heats[kind][layer][head].cells;
      if (others.length !== cells.length) return null;
      cells.forEach((/** @type {(number|null)[]} */ row, /** @type {number} */ query) =>
        row.forEach((cell, key) => (largest = Math.max(largest, Math.abs((cell ?? 0) - (others[query][key] ?? 0))))),
      );
    }
  }
  return largest;
}
