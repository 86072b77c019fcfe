// @ts-check
/**
 * Lesson 5: what to ask, and the numbers of the answers; the small block's as
 * `app/lessons/block.py` makes them.
 */
import { D_FF, describeBlock, N_HEADS, segmentsOf } from "../learn/block-steps.js";
import { describeStream, describeWord, sentencesWithWord } from "../learn/block-real.js";

/** @typedef {import("../lesson-types.js").LessonState} LessonState */

/** @type {import("../lesson-types.js").Lesson} */
export const lesson = {
  sources: (state) => ({
    post: blockRequest(state, "post"),
    pre: blockRequest(state, "pre"),
    minilm: streamRequest(state, "minilm"),
    smollm: streamRequest(state, "smollm2-135m"),
    moles: wordRequest(state),
  }),
  derive: {
    post: (answer, { tokens }) => describeBlock(answer, "post", tokens),
    pre: (answer, { tokens }) => describeBlock(answer, "pre", tokens),
    minilm: describeStream,
    smollm: describeStream,
    moles: describeWord,
  },
};

/**
 * Ask for both versions at once, as two texts that don't meet.
 * @param {LessonState} state @param {string} norm
 */
function blockRequest({ inputs, position, feature, amount, mask, seed }, norm) {
  const changed = inputs.map((/** @type {number[]} */ row, /** @type {number} */ at) =>
    row.map((cell, place) => (at === position && place === feature ? cell + amount : cell)),
  );
  const segments = segmentsOf(inputs.length, mask);
  return {
    path: "/transformer-block",
    body: {
      inputs: [...inputs, ...changed],
      n_heads: N_HEADS,
      d_ff: D_FF,
      seed,
      norm,
      mask: { kind: "packed", segments, causal: mask === "causal" },
      encoding: "base64",
    },
  };
}

/** @param {LessonState} state @param {string} model */
function streamRequest({ text }, model) {
  return text === "" ? null : { path: "/residual-stream", body: { model, text, encoding: "base64" } };
}

/** @param {LessonState} state */
function wordRequest(state) {
  const texts = sentencesWithWord(state).map(({ text }) => text);
  // With fewer than two there is nothing to compare.
  if (texts.length < 2) return null;
  const body = { model: "minilm", texts, word: state.word.trim(), without_positions: !state.with_positions, encoding: "base64" };
  return { path: "/similarities", body };
}
