// @ts-check
/**
 * Lesson 6: what to ask the recurrent translators, and the numbers of the
 * answers. What the server works out, `app/lessons/recurrence.py`, asks nothing.
 */
import { readAlignment } from "../learn/recurrence-alignment.js";
import { additiveFacts, multiplicativeFacts } from "../learn/recurrence-scores.js";

/** @typedef {import("../lesson-types.js").LessonState} LessonState */

const MODELS = { additive: "lesson-bahdanau", multiplicative: "lesson-luong", fixed: "lesson-bottleneck" };
const SHARED = ["queries", "keys", "scores", "weights", "encoder_states"];

/** @type {import("../lesson-types.js").Lesson} */
export const lesson = {
  sources: (state) => ({
    additive: attentionRequest(state, "additive"),
    multiplicative: attentionRequest(state, "multiplicative"),
    fixed: state.text === "" ? null : { path: "/translations", body: { model: MODELS.fixed, text: state.text, top_k: 1 } },
    additive_score: scoreRequest(state, "additive", [...SHARED, "attention_vector"]),
    multiplicative_score: scoreRequest(state, "multiplicative", SHARED),
  }),
  derive: {
    additive: (answer, { text }) => readAlignment(answer, text),
    multiplicative: (answer, { text }) => readAlignment(answer, text),
    fixed: readTranslation,
    additive_score: ({ tensors, source_tokens }) => additiveFacts(tensors, source_tokens),
    multiplicative_score: ({ tensors, source_tokens }) => multiplicativeFacts(tensors, source_tokens),
  },
};

/** @param {LessonState} state @param {"additive"|"multiplicative"} kind */
function attentionRequest({ text }, kind) {
  return text === "" ? null : { path: "/attention", body: { model: MODELS[kind], text, part: "cross", encoding: "base64" } };
}

/** The vectors behind the scores, of the model that is worked out. @param {LessonState} state @param {"additive"|"multiplicative"} kind @param {string[]} names */
function scoreRequest({ text, scored }, kind, names) {
  const isWanted = text !== "" && scored === kind;
  return isWanted ? { path: "/tensors", body: { model: MODELS[kind], text, names, encoding: "base64" } } : null;
}

/** @param {any} answer @param {LessonState} state */
function readTranslation({ text, steps, finished }, { text: asked }) {
  const written = steps.map((/** @type {any} */ { token }) => token.text);
  return { asked, written, said: text, is_finished: finished, count: written.length };
}
