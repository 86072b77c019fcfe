// @ts-check
/**
 * Lesson 3: what to ask, and the numbers of the answers, as
 * `app/lessons/positions.py` makes them.
 */
import {
  alibiFacts,
  alikeFacts,
  coupleFacts,
  distanceFacts,
  learnedFacts,
  t5Facts,
  TABLE_ROWS,
  waveFacts,
  wordFacts,
} from "../learn/positions-facts.js";
import { DISTANCES, rowsFrom } from "../learn/positions-waves.js";
import { findHindrance } from "../learn/positions-words.js";

/** @typedef {import("../lesson-types.js").LessonState} LessonState */

/** As wide as a head of SmolLM2, so that only the base differs. */
const COMPARED_WIDTH = 64;
const ENCODER = "minilm";
const DECODER = "smollm2-135m";

/** @type {import("../lesson-types.js").Lesson} */
export const lesson = {
  sources: (state) => ({
    placed: wordRequest(state, false),
    unplaced: wordRequest(state, true),
    waves: ask({ n_positions: rowsFrom(state.start), d_model: state.d_model, start: state.start, base: state.base }),
    near: coupleRequest(state, state.first, state.d_model),
    far: coupleRequest(state, state.second, state.d_model),
    alike_near: coupleRequest(state, state.first, state.width),
    alike_far: coupleRequest(state, state.second, state.width),
    table_row: rowRequest(state),
    table_end: ask({ kind: "learned", model: ENCODER, n_positions: 32, start: TABLE_ROWS - 32 }),
    sinusoidal: ask({ n_positions: DISTANCES, d_model: COMPARED_WIDTH }),
    learned: ask({ kind: "learned", model: ENCODER, n_positions: DISTANCES }),
    rotary: ask({ kind: "rotary", model: DECODER, n_positions: DISTANCES }),
    alibi: ask({ kind: "alibi", n_positions: 2, n_heads: state.n_heads }),
    t5: ask({ kind: "t5_bias", n_positions: DISTANCES }),
  }),
  derive: {
    placed: (answer, { word }) => wordFacts(answer, word),
    unplaced: (answer, { word }) => wordFacts(answer, word),
    waves: waveFacts,
    near: (answer, { first }) => coupleFacts(answer, first),
    far: (answer, { second }) => coupleFacts(answer, second),
    alike_near: (answer, { first, base }) => alikeFacts(answer, first, base),
    alike_far: (answer, { second, base }) => alikeFacts(answer, second, base),
    table_row: ({ encoding }, { start, row }) => ({ position: start + row, numbers: encoding[0].slice(0, 8), name: [(start + row).toLocaleString("en")] }),
    table_end: ({ encoding }) => ({ table: encoding }),
    sinusoidal: distanceFacts,
    learned: learnedFacts,
    rotary: (answer) => ({
      ...distanceFacts(answer),
      base: answer.base,
      head_dim: answer.encoding[0].length,
      longest: answer.wavelengths.at(-1),
    }),
    alibi: alibiFacts,
    t5: t5Facts,
  },
};

/** @param {Record<string, any>} body */
function ask(body) {
  return { path: "/positional-encodings", body: { kind: "sinusoidal", ...body, encoding: "base64" } };
}

/** A position and those up to its partner. @param {LessonState} state @param {number} start @param {number} width */
function coupleRequest({ offset, base }, start, width) {
  return ask({ n_positions: offset + 1, d_model: width, start, base, similarity: true });
}

/** The chosen position's row of MiniLM's table, where there is one. @param {LessonState} state */
function rowRequest({ start, row }) {
  const position = start + row;
  return position < TABLE_ROWS ? ask({ kind: "learned", model: ENCODER, n_positions: 1, start: position }) : null;
}

/** @param {LessonState} state @param {boolean} isWithout */
function wordRequest({ text, other, word }, isWithout) {
  if (findHindrance({ text, other, word })) return null;
  const body = { model: ENCODER, texts: [text, other], word, without_positions: isWithout, encoding: "base64" };
  return { path: "/similarities", body };
}
