// @ts-check
/**
 * Lesson 7: what to ask of the translator, and the numbers of its answers. All
 * of them are a real model's, so `app/lessons/translation.py` has none.
 */
import { describeBeams } from "../learn/translation-beams.js";
import { describeForced } from "../learn/translation-forcing.js";
import { describeOverview, PICTURED } from "../learn/translation-map.js";
import { tensorOf } from "../learn/translation-parts.js";
import { describeEffects, describeLook, describePronoun } from "../learn/translation-pronoun.js";
import { describePart, describeWritten } from "../learn/translation-steps.js";
import { describeTensor } from "../learn/translation-tensors.js";
import { describeThree, tensorsOfLayer } from "../learn/translation-three.js";

/** @typedef {import("../lesson-types.js").LessonState} LessonState */

export const MODEL = "lesson-translator";
const REAL = { model: MODEL, encoding: "base64" };
const N_SHOWN = 5;
/** So deep a pronoun is looked for among what else might have been written. */
const N_SEARCHED = 50;

/** @type {import("../lesson-types.js").Lesson} */
export const lesson = {
  sources: (state, numbers) => ({
    overview: ask("/tensors", state.text, { ...REAL, names: [...PICTURED.values()] }),
    chosen: ask("/tensors", state.text, { ...REAL, names: [tensorOf(state.part, state.tensor).name] }),
    three: ask("/tensors", state.text, { ...REAL, names: tensorsOfLayer(state.layer) }),
    written: ask("/translations", state.text, { model: MODEL, top_k: N_SHOWN }),
    decoded: ask("/attention", state.text, { ...REAL, part: "decoder" }),
    crossed: ask("/attention", state.text, { ...REAL, part: "cross" }),
    forced: ask("/tensors", state.text, { ...REAL, names: ["probabilities"], ...(state.forced ? { target: state.target } : {}) }),
    first: ask("/translations", state.first, { model: MODEL, top_k: N_SEARCHED }),
    second: ask("/translations", state.second, { model: MODEL, top_k: N_SEARCHED }),
    first_effects: effectsRequest(state.first, numbers.first),
    second_effects: effectsRequest(state.second, numbers.second),
    first_look: lookRequest(state.first, numbers.first_effects),
    second_look: lookRequest(state.second, numbers.second_effects),
    beams: ask("/translations", state.text, { model: MODEL, n_beams: state.n_beams, length_penalty: state.length_penalty }),
  }),
  derive: {
    overview: describeOverview,
    chosen: (answer, { part, tensor }) => describeTensor(answer, tensorOf(part, tensor)),
    three: (answer, { layer }) => describeThree(answer, layer),
    written: (answer, { text }) => describeWritten(answer, text),
    decoded: describePart,
    crossed: describePart,
    forced: (answer, { forced }) => describeForced(answer, forced),
    first: (answer, { first }) => describePronoun(answer, first),
    second: (answer, { second }) => describePronoun(answer, second),
    first_effects: (answer, { first }) => describeEffects(answer, first),
    second_effects: (answer, { second }) => describeEffects(answer, second),
    first_look: describeLook,
    second_look: describeLook,
    beams: (answer, { length_penalty }) => describeBeams(answer, length_penalty),
  },
};

/** A text without words is nothing to ask about. @param {string} path @param {string} text @param {Record<string, any>} body */
function ask(path, text, body) {
  return text.trim() === "" ? null : { path, body: { ...body, text } };
}

/** Where the pronoun stands is known once the sentence is translated. @param {string} text @param {any} pronoun */
function effectsRequest(text, pronoun) {
  if (!pronoun?.has_pronoun || pronoun.asked !== text) return null;
  const { place, token, other_token } = pronoun;
  return { path: "/head-effects", body: { ...REAL, text, place, token, other_token } };
}

/** An encoder's head has no row of the target to look from. @param {string} text @param {any} effects */
function lookRequest(text, effects) {
  if (effects?.asked !== text || !effects.top[0].is_target) return null;
  const { part, layer, head } = effects.top[0];
  return { path: "/attention", body: { ...REAL, text, part, layers: [layer], heads: [head], rows: [effects.place, effects.place + 1] } };
}
