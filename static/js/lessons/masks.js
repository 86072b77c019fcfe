// @ts-check
/**
 * Lesson 2: what to ask, and the numbers of the answers, as
 * `app/lessons/masks.py` makes those of the small example.
 */
import { compareTokens, compareWeights } from "../learn/masks-change.js";
import { DECODER, MOST_DRAWN } from "../learn/masks-models.js";
import { QUERY, stepFacts, VALUE } from "../learn/masks-numbers.js";
import { maskFor, maskOf, MOST_PAINTED, shapeOf } from "../learn/masks-pattern.js";

/**
 * @typedef {import("../lesson-types.js").LessonRequest} LessonRequest
 * @typedef {import("../lesson-types.js").LessonState} LessonState
 * @typedef {import("../lesson-types.js").Numbers} Numbers
 */

/** So many likeliest tokens are searched for those of the other list. */
const N_LISTED = 400;

/** @type {import("../lesson-types.js").Lesson} */
export const lesson = {
  sources: (state, numbers) => {
    const count = countOf(state, numbers);
    return {
      worked: workedRequest(state),
      shape: shapeRequest(state, "", state.n_words),
      own: ownRequest(state),
      real_shape: count > 0 && count <= MOST_PAINTED ? shapeRequest(state, "real_", count) : null,
      masked: maskedRequest(state, count),
      before: nextRequest(state, {}),
      after: afterRequest(state, numbers, count),
    };
  },
  derive: {
    worked: (answer, state) => stepFacts(answer, state.n_words),
    shape: ({ allowed }, { kind }) => ({ kind, allowed }),
    own: ownFacts,
    real_shape: ({ allowed }, { real_kind }) => ({ kind: real_kind, allowed }),
    masked: ({ attention, mask }, { layer, head }, { own }) => compareWeights(own, attention[0][0], mask, { layer, head }),
    before: (answer, { text }) => ({ ...answer, text }),
    after: (answer, _, { before }) => compareTokens(before, answer),
  },
};

/** @param {LessonState} state */
function workedRequest(state) {
  const count = state.n_words;
  const [query, value] = [QUERY.slice(0, count), VALUE.slice(0, count)];
  const body = { query, key: query, value, mask: maskFor(maskOf(state), count), encoding: "base64" };
  return { path: "/scaled-dot-product", body };
}

/** @param {LessonState} state @param {string} prefix @param {number} count */
function shapeRequest(state, prefix, count) {
  const shape = shapeOf(maskOf(state, prefix), count);
  return shape && { path: "/masks", body: { ...shape, query_length: count, encoding: "base64" } };
}

/** @param {LessonState} state @param {Record<string, any>} [more] */
function attentionRequest({ model, text, layer, head }, more = {}) {
  return { path: "/attention", body: { model, text, layers: [layer], heads: [head], ...more, encoding: "base64" } };
}

/** @param {LessonState} state */
function ownRequest(state) {
  return state.text === "" ? null : attentionRequest(state);
}

/** @param {any} answer @param {LessonState} state */
function ownFacts({ attention, mask, key_tokens }, { model, text, layer, head }) {
  const tokens = key_tokens.map((/** @type {{text: string}} */ token) => token.text);
  const isLong = tokens.length > MOST_DRAWN;
  return {
    model,
    text,
    layer,
    head,
    tokens,
    count: tokens.length,
    is_long: isLong,
    weights: isLong ? [] : attention[0][0],
    allowed: isLong ? [] : mask,
  };
}

/**
 * Count the tokens of the reader's sentence; 0 while that isn't known, or where
 * there are more than the page draws.
 * @param {LessonState} state @param {Numbers} numbers
 */
function countOf({ model, text, layer, head }, { own }) {
  const isNewest = own && own.model === model && own.text === text && own.layer === layer && own.head === head;
  return isNewest && !own.is_long ? own.count : 0;
}

/** The mask of the sentence, or null while it can't be said. @param {LessonState} state @param {number} count */
function realMask(state, count) {
  const mask = maskOf(state, "real_");
  if (count === 0 || (mask.kind === "painted" && count > MOST_PAINTED)) return null;
  return maskFor(mask, count);
}

/** @param {LessonState} state @param {number} count */
function maskedRequest(state, count) {
  const mask = realMask(state, count);
  return mask && attentionRequest(state, { mask });
}

/** @param {LessonState} state @param {Record<string, any>} more @returns {LessonRequest|null} */
function nextRequest({ model, text }, more) {
  if (model !== DECODER || text === "") return null;
  return { path: "/next-token", body: { model, text, top_k: N_LISTED, ...more } };
}

/** @param {LessonState} state @param {Numbers} numbers @param {number} count */
function afterRequest(state, { before }, count) {
  const mask = realMask(state, count);
  return mask && before?.text === state.text ? nextRequest(state, { mask }) : null;
}
