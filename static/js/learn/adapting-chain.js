// @ts-check
/**
 * Ask for one strength, or one rank, after the other, so that a page never has
 * more than a few questions under way. Pure.
 */
import { RANKS } from "./adapting-matrices.js";

/** @typedef {import("../lesson-types.js").LessonRequest} LessonRequest */
/** @typedef {import("../lesson-types.js").Numbers} Numbers */

export const ADAPTER = "minilm-words";
export const MODEL = "minilm";
export const STRENGTHS = [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5];
/** As trained. */
export const WHOLE = 4;
export const MASK = "[MASK]";
/** So many likeliest words come with an answer; what isn't among them is next to nothing. */
const N_WORDS = 200;

/** @param {string} text */
export function hasMask(text) {
  return text.includes(MASK);
}

/** @param {string} text @param {number} strength @param {number} [rank] @returns {LessonRequest} */
export function guessRequest(text, strength, rank) {
  return { path: "/fill-mask", body: { model: MODEL, text, top_k: N_WORDS, ...useOf(strength, rank) } };
}

/** @param {string} text @param {number} [strength] none: the model as it is @param {number} [rank] @returns {LessonRequest} */
export function lookRequest(text, strength, rank) {
  const use = strength === undefined ? {} : useOf(strength, rank);
  return { path: "/attention", body: { model: MODEL, text, encoding: "base64", ...use } };
}

/**
 * What to ask for each strength and rank: each once the one before has come.
 * @param {string} text @param {Numbers} numbers
 * @returns {Record<string, LessonRequest|null>}
 */
export function chainRequests(text, numbers) {
  /** @type {[string, LessonRequest][]} */
  const wanted = [
    ...STRENGTHS.map((strength, place) => /** @type {[string, LessonRequest]} */ ([`along_${place}`, guessRequest(text, strength)])),
    ["look_whole", lookRequest(text, 1)],
    ...RANKS.flatMap(
      (rank) =>
        /** @type {[string, LessonRequest][]} */ ([
          [`guess_${rank}`, guessRequest(text, 1, rank)],
          [`look_${rank}`, lookRequest(text, 1, rank)],
        ]),
    ),
  ];
  let isNext = hasMask(text);
  return Object.fromEntries(
    wanted.map(([name, request]) => {
      const asked = isNext ? request : null;
      isNext &&= numbers[name]?.text === text;
      return [name, asked];
    }),
  );
}

/** The guesses along all strengths, once all are there for one text. @param {Numbers} numbers */
export function alongOf(numbers) {
  const guesses = STRENGTHS.map((_, place) => numbers[`along_${place}`]);
  return guesses.every((guess) => guess && guess.text === guesses[0].text) ? guesses : null;
}

/** @param {number} strength @param {number} [rank] */
function useOf(strength, rank) {
  return { adapter: ADAPTER, adapter_scale: strength, ...(rank === undefined ? {} : { adapter_rank: rank }) };
}
