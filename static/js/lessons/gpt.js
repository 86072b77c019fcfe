// @ts-check
/**
 * Lesson 9: what to ask of the decoder, and the numbers of its answers; the twin
 * of `app/lessons/gpt.py`. What needs no answer is in `../learn/gpt-settle.js`.
 */
import { describeTimes } from "../learn/gpt-costs.js";
import { describeGeneration, describeLooks } from "../learn/gpt-film.js";
import { workPrompts } from "../learn/gpt-prompts.js";
import { describeFollowing, describePrompt, MOST_LISTED } from "../learn/gpt-reading.js";
import { closeExamples, describeAsked } from "../learn/gpt-shots.js";

/** @typedef {import("../lesson-types.js").LessonState} LessonState */
/** @typedef {import("../lesson-types.js").LessonRequest} LessonRequest */

export const MODEL = "smollm2-135m";
const ENCODER = "minilm";
/** So many candidates are shown at each step of the film. */
const N_ALTERNATIVES = 6;
/** A mask drawn by hand has no more rows. */
const LARGEST_MASK = 512;

/** @type {import("../lesson-types.js").Lesson} */
export const lesson = {
  sources: (state, numbers) => {
    const prompts = workPrompts(/** @type {any} */ (state));
    return {
      following: ask("/next-token", state.text, { top_k: MOST_LISTED }),
      exact: ask("/next-token", state.text, { temperature: state.temperature, top_k: 1 }),
      certain: ask("/next-token", state.sure, { top_k: MOST_LISTED }),
      greedy: ask("/generations", state.text, { max_new_tokens: state.n_new, top_alternatives: N_ALTERNATIVES }),
      sampled: ask("/generations", state.text, { max_new_tokens: state.n_new, top_alternatives: N_ALTERNATIVES, ...drawn(state) }),
      looks: looksRequest(state, numbers[state.film]),
      answered: ask("/tokenize", state.answer.trim(), {}, (text) => ` ${text}`),
      zero: ask("/next-token", prompts.zero, { top_k: MOST_LISTED }),
      few: ask("/next-token", prompts.few, { top_k: MOST_LISTED }),
      closed: closedRequest(state, prompts.few, numbers.few),
      few_looks: lastRow(prompts.few, numbers.few),
      other: ask("/next-token", prompts.other, { top_k: 1 }),
      other_looks: lastRow(prompts.other, numbers.other),
      ...costRequests(state),
    };
  },
  derive: {
    following: (answer, { text }) => describeFollowing(answer, text),
    exact: (answer, { text, temperature }) => ({ text, temperature, log_probability: answer.tokens[0].log_probability, entropy: answer.entropy }),
    certain: (answer, { sure }) => describeFollowing(answer, sure),
    greedy: describeGeneration,
    sampled: describeGeneration,
    looks: (answer, { film, layer, head }, numbers) => describeLooks(answer, numbers[film], layer, head),
    answered: ({ tokens }) => ({ id: tokens[0].id, piece: tokens[0].text, n_pieces: tokens.length, is_whole: tokens.length === 1 }),
    zero: (answer, state) => describePrompt(answer, workPrompts(/** @type {any} */ (state)).zero),
    few: (answer, state) => describePrompt(answer, workPrompts(/** @type {any} */ (state)).few),
    closed: (answer, state) => describePrompt(answer, workPrompts(/** @type {any} */ (state)).few),
    few_looks: (answer, state, { few }) => describeAsked(answer, few, /** @type {any} */ (state)),
    other: (answer, state) => describePrompt(answer, workPrompts(/** @type {any} */ (state)).other),
    other_looks: (answer, state, { other }) => describeAsked(answer, other, /** @type {any} */ (state)),
    cached: describeTimes,
    again: describeTimes,
    encoder: (answer) => ({ forward_ms: answer.timings.forward_ms, n_tokens: answer.key_tokens.length }),
  },
};

/**
 * A text without letters is nothing to ask about.
 * @param {string} path @param {string} text @param {Record<string, any>} body @param {(text: string) => string} [spell]
 * @returns {LessonRequest|null}
 */
function ask(path, text, body, spell = (same) => same) {
  return text.trim() === "" ? null : { path, body: { model: MODEL, text: spell(text), ...body } };
}

/** How the sampled text is drawn. @param {LessonState} state */
function drawn({ film_temperature, film_cuts_k, film_k, film_p, seed }) {
  return { temperature: film_temperature, top_p: film_p, seed, ...(film_cuts_k ? { top_k: film_k } : {}) };
}

/** Only tokens that the text makes again can be looked at. @param {LessonState} state @param {any} written */
function looksRequest({ layer, head }, written) {
  if (!written?.is_same) return null;
  return ask("/attention", written.text, { layers: [layer], heads: [head], encoding: "base64" });
}

/** The last token's row of every head. @param {string} text @param {any} known what was read of the prompt */
function lastRow(text, known) {
  if (known?.text !== text) return null;
  return ask("/attention", text, { rows: [known.n_tokens - 1, known.n_tokens], encoding: "base64" });
}

/** @param {LessonState} state @param {string} text @param {any} few */
function closedRequest(state, text, few) {
  if (few?.text !== text || few.n_tokens > LARGEST_MASK) return null;
  return ask("/next-token", text, { top_k: MOST_LISTED, mask: closeExamples(few.tokens, /** @type {any} */ (state)) });
}

/**
 * What is measured at the press of a button; the run's number keeps a pass of
 * before from standing in for one of now.
 * @param {LessonState} state
 */
function costRequests({ run, text, n_new }) {
  if (run === 0) return { cached: null, again: null, encoder: null };
  const body = { max_new_tokens: n_new, seed: run, stop_at_end: false };
  return {
    cached: ask("/generations", text, { ...body, use_cache: true }),
    again: ask("/generations", text, { ...body, use_cache: false }),
    encoder: { path: "/attention", body: { model: ENCODER, text: `${text} ${text} ${run}`, layers: [0], heads: [0], pool: 1 } },
  };
}

