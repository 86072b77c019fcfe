// @ts-check
/**
 * Lesson 8: what to ask, and the numbers of the answers. All but the counts
 * and the curve of `app/lessons/bert.py` are a real model's.
 */
import { describeGuesses, headHeat, N_ASKED } from "../learn/bert-guesses.js";
import { describeInfluences, describeLooks } from "../learn/bert-looks.js";
import { describePair, describeSwapped } from "../learn/bert-pair.js";
import { describeRecipe } from "../learn/bert-recipe.js";
import { describePieces, describeWords, hiddenTokens, hideWords, MOST_HIDDEN, MOST_MEASURED } from "../learn/bert-words.js";

/**
 * @typedef {import("../lesson-types.js").LessonState} LessonState
 * @typedef {import("../lesson-types.js").Numbers} Numbers
 */

export const MODEL = "minilm";
const REAL = { model: MODEL, encoding: "base64" };
const SPECIALS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];

/** @type {import("../lesson-types.js").Lesson} */
export const lesson = {
  sources: (state, numbers) => ({
    words: ask("/tokenize", state.text),
    filled: fillRequest(state, numbers, {}),
    causal: fillRequest(state, numbers, { mask: "causal" }),
    looks: looksRequest(state, numbers),
    measured: measureRequest(state, numbers, {}),
    measured_causal: measureRequest(state, numbers, { mask: "causal" }),
    open: headRequest(state, numbers, {}),
    closed: headRequest(state, numbers, { mask: "causal" }),
    pieces: ask("/tokenize", state.word),
    specials: ask("/tokenize", SPECIALS.join(" ")),
    recipe: ask("/masked-corruption", state.text, { seed: state.seed, rounds: state.rounds, round: state.rounds }),
    pair: pairRequest(state.first, state.second),
    swapped: isOf(numbers.pair, state) ? pairRequest(state.second, state.first) : null,
    unrelated: pairRequest(state.first, state.other),
  }),
  derive: {
    words: ({ tokens }, { text }) => describeWords(tokens, text),
    filled: deriveGuesses,
    causal: deriveGuesses,
    looks: deriveLooks,
    measured: deriveMeasured,
    measured_causal: deriveMeasured,
    open: deriveHead,
    closed: deriveHead,
    pieces: ({ tokens }, { word }) => describePieces(tokens, word),
    specials: ({ tokens }) => ({ ids: tokens.slice(1, -1).map((/** @type {{id: number}} */ { id }) => id) }),
    recipe: (answer, { seed, rounds }) => describeRecipe(answer, { seed, rounds }),
    pair: (answer, { first, second }) => describePair(answer, first, second),
    swapped: (answer, { first, second }, { pair }) => describeSwapped(answer, first, second, pair),
    unrelated: (answer, { first, other }) => describePair(answer, first, other),
  },
};

/** A text without words is nothing to ask about. @param {string} path @param {string} text @param {Record<string, any>} [body] */
function ask(path, text, body = {}) {
  return text.trim() === "" ? null : { path, body: { model: MODEL, text, ...body } };
}

/** @param {string} text @param {string} text_pair */
function pairRequest(text, text_pair) {
  return text_pair.trim() === "" ? null : ask("/next-sentence", text, { text_pair });
}

/** The second question waits for the first: it is compared with it. @param {any} pair @param {LessonState} state */
function isOf(pair, { first, second }) {
  return pair?.first === first && pair.second === second;
}

/**
 * The words, once those of the newest text are known, and the text with masks
 * where words are hidden; null where nothing is hidden.
 * @param {LessonState} state @param {Numbers} numbers
 */
function hiddenText({ text, hidden }, { words }) {
  if (words?.text !== text) return null;
  const written = hideWords(words, hidden);
  const nMasks = hiddenTokens(words, hidden).length;
  return nMasks === 0 ? null : { text: written };
}

/** @param {LessonState} state @param {Numbers} numbers @param {Record<string, any>} more */
function fillRequest(state, numbers, more) {
  const found = hiddenText(state, numbers);
  return found && ask("/fill-mask", found.text, { top_k: N_ASKED, ...more });
}

/**
 * Measuring takes a pass for every token: predictions don't wait for it.
 * @param {LessonState} state @param {Numbers} numbers @param {Record<string, any>} more
 */
function measureRequest(state, numbers, more) {
  const found = hiddenText(state, numbers);
  // It is set beside where the heads look.
  if (!found || found.text !== numbers.looks?.asked || !numbers.looks.is_measurable) return null;
  return ask("/fill-mask", found.text, { top_k: 1, influences: true, ...more });
}

/** @param {any} answer @param {LessonState} state @param {Numbers} numbers */
function deriveGuesses(answer, { text, hidden }, { words }) {
  const isNewest = words?.text === text;
  const truths = isNewest ? hiddenTokens(words, hidden) : [];
  return { asked: isNewest ? hideWords(words, hidden) : null, ...describeGuesses(answer, truths) };
}

/** @param {any} answer @param {LessonState} state @param {Numbers} numbers */
function deriveMeasured(answer, state, numbers) {
  const asked = hiddenText(state, numbers)?.text ?? null;
  return { asked, ...describeInfluences(answer, numbers.looks?.asked === asked ? numbers.looks : undefined) };
}

/**
 * Attention is that of the model that predicts: with its adapter, where it
 * needs one.
 * @param {LessonState} state @param {Numbers} numbers @param {Record<string, any>} more
 */
function attentionRequest(state, numbers, more) {
  const { filled } = numbers;
  const found = hiddenText(state, numbers);
  if (!found || filled?.asked !== found.text) return null;
  const adapter = filled.adapter === null ? {} : { adapter: filled.adapter };
  return { path: "/attention", body: { ...REAL, text: found.text, ...adapter, ...more } };
}

/** @param {LessonState} state @param {Numbers} numbers */
function looksRequest(state, numbers) {
  const positions = positionsOf(numbers.filled);
  return positions.length > 0 ? attentionRequest(state, numbers, { rows: [positions[0], positions[positions.length - 1] + 1] }) : null;
}

/** @param {any} filled @returns {number[]} */
function positionsOf(filled) {
  return (filled?.masks ?? []).map((/** @type {{position: number}} */ { position }) => position);
}

/** @param {any} answer @param {LessonState} state @param {Numbers} numbers */
function deriveLooks(answer, state, numbers) {
  const looks = describeLooks(answer, positionsOf(numbers.filled));
  const isMeasurable = looks.tokens.length <= MOST_MEASURED && looks.masks.length <= MOST_HIDDEN;
  return { asked: hiddenText(state, numbers)?.text ?? null, is_measurable: isMeasurable, ...looks };
}

/** @param {LessonState} state @param {Numbers} numbers @param {Record<string, any>} more */
function headRequest(state, numbers, more) {
  return attentionRequest(state, numbers, { layers: [state.layer], heads: [state.head], ...more });
}

/** @param {any} answer @param {LessonState} state */
function deriveHead(answer, { layer, head }) {
  return { layer, head, heat: headHeat(answer) };
}
