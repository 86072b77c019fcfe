// @ts-check
/**
 * Lesson 10: what to ask of MiniLM and its trained adapter, and the numbers of
 * the answers. What the server works out, `app/lessons/adapting.py`, asks
 * nothing.
 */
import { compareLooks, readLook } from "../learn/adapting-attention.js";
import { ADAPTER, chainRequests, guessRequest, lookRequest, MODEL, STRENGTHS } from "../learn/adapting-chain.js";
import { describeAdapter, RANKS } from "../learn/adapting-matrices.js";
import { readGuess } from "../learn/adapting-words.js";
import { sayTiny } from "../learn/tiny.js";

/** @typedef {import("../lesson-types.js").LessonState} LessonState */

const chained = [
  ...STRENGTHS.map((_, place) => [`along_${place}`, readGuess]),
  ["look_whole", readLook],
  ...RANKS.flatMap((rank) => [
    [`guess_${rank}`, readGuess],
    [`look_${rank}`, readLook],
  ]),
].map(([name, read]) => [name, (/** @type {any} */ answer, /** @type {LessonState} */ { text }) => /** @type {typeof readGuess} */ (read)(answer, text)]);

/** @type {import("../lesson-types.js").Lesson} */
export const lesson = {
  sources: (state, numbers) => ({
    base: state.text === "" ? null : lookRequest(state.text),
    adapted: numbers.base?.text === state.text ? lookRequest(state.text, state.strength) : null,
    guess: state.text === "" ? null : guessRequest(state.text, state.strength),
    adapter: { path: `/models/${MODEL}/adapters/${ADAPTER}`, method: "GET", body: { model: MODEL } },
    merging: mergingRequest(state),
    ...chainRequests(state.text, numbers),
  }),
  derive: {
    base: (answer, { text }) => readLook(answer, text),
    adapted: (answer, { text, strength }, { base }) => compareLooks(base, readLook(answer, text), strength),
    guess: (answer, { text, strength }) => ({ strength, ...readGuess(answer, text) }),
    adapter: describeAdapter,
    merging: describeMerging,
    ...Object.fromEntries(chained),
  },
};

/** It takes many forwards, so only those who ask for it get it. @param {LessonState} state */
function mergingRequest({ text, strength, measured, runs }) {
  if (!measured || text === "") return null;
  return { path: "/adapter-merging", body: { model: MODEL, text, adapter: ADAPTER, adapter_scale: strength, runs: Number(runs) } };
}

/** @param {any} answer @param {LessonState} state */
function describeMerging(answer, { strength }) {
  const { milliseconds, largest_difference: gap, largest_difference_from_base: change, largest_state: largest } = answer;
  const { base, separate, merged, merge } = milliseconds;
  return {
    strength,
    runs: answer.runs,
    n_tokens: answer.input_tokens.length,
    base,
    separate,
    merged,
    merge,
    bars: [base, separate, merged].map((time) => time / Math.max(base, separate, merged)),
    extra: 100 * (separate / base - 1),
    pays: separate > merged,
    pays_after: Math.ceil(merge / Math.max(separate - merged, Number.EPSILON)),
    gap: sayTiny(gap),
    relative_gap: sayTiny(gap / largest),
    change,
    largest,
  };
}
