// Lesson 8: hidden words, guesses, looks, the recipe and its chart, pairs.
import assert from "node:assert/strict";
import test from "node:test";

import { describeGuesses, headHeat } from "../../../static/js/learn/bert-guesses.js";
import { describeInfluences, describeLooks } from "../../../static/js/learn/bert-looks.js";
import { describePair, describeSwapped } from "../../../static/js/learn/bert-pair.js";
import { describeRecipe, spreadOf } from "../../../static/js/learn/bert-recipe.js";
import { layOutShares } from "../../../static/js/learn/bert-shares.js";
import { describePieces, describeWords, followHidden, hiddenTokens, hideWords, toggleWord } from "../../../static/js/learn/bert-words.js";
import { lesson } from "../../../static/js/lessons/bert.js";

const TEXT = "🙂 snowboarding, yes";

/** @param {number} index @param {string} raw @param {[number, number]|null} span @param {number|null} word */
function token(index, raw, span, word) {
  const special = raw.startsWith("[");
  return { index, id: 100 + index, text: raw.replace("##", ""), raw, start: span?.[0] ?? null, end: span?.[1] ?? null, special, typed: false, word, segment: special ? null : 0, piece: null };
}

// As a real answer is: an emoji that becomes [UNK] keeps its word and isn't special.
const TOKENS = [
  token(0, "[CLS]", null, null),
  { ...token(1, "[UNK]", [0, 1], 0), special: false },
  token(2, "snow", [2, 6], 1),
  token(3, "##boarding", [6, 14], 1),
  token(4, ",", [14, 15], 2),
  token(5, "yes", [16, 19], 3),
  token(6, "[SEP]", null, null),
];

test("the parts add up to the text, in code points", () => {
  const words = describeWords(TOKENS, TEXT);
  assert.equal(words.parts.map(({ text }) => text).join(""), TEXT);
  assert.deepEqual(words.names, ["🙂", "snowboarding", ",", "yes"]);
  assert.deepEqual(words.word_of, [null, 0, 1, 1, 2, 3, null]);
});

test("a hidden word leaves a mask for each of its pieces", () => {
  const words = describeWords(TOKENS, TEXT);
  assert.equal(hideWords(words, [1]), "🙂 [MASK][MASK], yes");
  assert.equal(hideWords(words, []), TEXT);
  assert.deepEqual(hiddenTokens(words, [1, 3]).map((one) => one?.raw), ["snow", "##boarding", "yes"]);
});

test("a mask that the reader typed stands for no token", () => {
  const words = describeWords([TOKENS[0], { ...token(1, "[MASK]", [0, 6], null), typed: true }, token(2, "yes", [7, 10], 0), token(3, "[SEP]", null, null)], "[MASK] yes");
  assert.deepEqual(hiddenTokens(words, [0]).map((one) => one?.raw ?? null), [null, "yes"]);
  assert.equal(hideWords(words, [0]), "[MASK] [MASK]");
});

test("words are hidden and shown, eight at most", () => {
  assert.deepEqual(toggleWord([4], 1), [1, 4]);
  assert.deepEqual(toggleWord([1, 4], 1), [4]);
  assert.deepEqual(toggleWord([0, 1, 2, 3, 4, 5, 6, 7], 8), [0, 1, 2, 3, 4, 5, 6, 7]);
});

test("what is hidden stays hidden while words come before it", () => {
  assert.deepEqual(followHidden(["the", "dog"], ["the", "old", "dog"], [1]), [2]);
  assert.deepEqual(followHidden(["the", "dog"], [], [1]), []);
  assert.deepEqual(followHidden(["a", "b", "c"], ["a"], [1, 2]), [0]);
});

test("splitting is told piece by piece", () => {
  const { steps, n_words: nWords, n_unknown: nUnknown } = describePieces(TOKENS, TEXT);
  assert.deepEqual(steps.slice(1, 3).map(({ left, piece, from, to }) => [left, piece, from, to]), [
    ["snowboarding", "snow", 2, 6],
    ["boarding", "##boarding", 6, 14],
  ]);
  assert.deepEqual([nWords, steps.length, nUnknown], [4, 5, 1]);
});

const FILLED = {
  input_tokens: ["[CLS]", "the", "[MASK]", "barked", "[SEP]"].map((raw) => ({ raw })),
  adapter: { id: "minilm-words", scale: 1, rank: null },
  masks: [
    {
      position: 2,
      tokens: [
        { id: 7, raw: "man", probability: 0.5 },
        { id: 9, raw: "dog", probability: 0.25 },
      ],
      entropy: 1.5,
      influences: [
        { position: 0, kl: 0.1, log_probability_change: 0 },
        { position: 1, kl: 0.4, log_probability_change: -1 },
        { position: 3, kl: 2, log_probability_change: -3 },
        { position: 4, kl: 0, log_probability_change: 0 },
      ],
    },
  ],
};

test("the hidden token is found among the guesses, by its id", () => {
  const { masks, is_one: isOne, adapter } = describeGuesses(FILLED, [/** @type {any} */ ({ id: 9, raw: "dog" })]);
  assert.deepEqual(masks[0].truth, { text: "dog", rank: 2, probability: 0.25 });
  assert.deepEqual(masks[0].guesses.map((/** @type {any} */ { is_true }) => is_true), [false, true]);
  assert.deepEqual([isOne, adapter], [true, "minilm-words"]);
});

test("a hidden token beyond the list is less likely than its last", () => {
  const { masks } = describeGuesses(FILLED, [/** @type {any} */ ({ id: 8, raw: "cat" })]);
  assert.deepEqual(masks[0].truth, { text: "cat", rank: "beyond 2", probability: "below 0.25" });
  assert.equal(describeGuesses(FILLED, []).masks[0].truth, null);
});

const LOOKING = { attention: [[[[0.1, 0.1, 0.5, 0.3, 0]], [[0.6, 0.1, 0.1, 0.2, 0]]]], key_tokens: FILLED.input_tokens };

test("influences are the largest on each side, and of all", () => {
  const [mask] = describeInfluences(FILLED, undefined).masks;
  assert.deepEqual([mask.left, mask.right, mask.most.token], [0.4, 2, "barked"]);
  assert.equal(mask.n_same, undefined);
});

test("heads are counted that look most at the largest influence", () => {
  const looks = describeLooks(LOOKING, [2]);
  assert.deepEqual(looks.masks[0].best, [[3, 0]]);
  const [mask] = describeInfluences(FILLED, looks).masks;
  assert.deepEqual(mask.ranks, [[1, 3]]);
  assert.deepEqual([mask.n_same, mask.n_heads, mask.band], [1, 2, 1]);
});

test("each mask has its own row", () => {
  const rows = [[0.1, 0.9], [0.2, 0.8], [0.7, 0.3]];
  const { masks } = describeLooks({ attention: [[rows]], key_tokens: [{ raw: "a" }, { raw: "b" }] }, [4, 6]);
  assert.deepEqual(masks.map(({ position, weights }) => [position, weights[0][0]]), [[4, rows[0]], [6, rows[2]]]);
});

test("what a mask closes is no cell", () => {
  const { cells } = headHeat({ attention: [[[[1, 0], [0.3, 0.7]]]], mask: [[true, false], [true, true]], key_tokens: [{ raw: "a" }, { raw: "b" }] });
  assert.deepEqual(cells, [[1, null], [0.3, 0.7]]);
});

const CORRUPTED = {
  input_tokens: [{ raw: "[CLS]", special: true }, { raw: "a", special: false }, { raw: "b", special: false }, { raw: "[SEP]", special: true }],
  corrupted_tokens: [{ raw: "[CLS]" }, { raw: "[MASK]" }, { raw: "b" }, { raw: "[SEP]" }],
  selected: [{ position: 1, action: "mask", replacement: { raw: "[MASK]" } }],
  counts: { rounds: 4, tokens: 8, selected: 2, mask: 1, random: 1, keep: 0 },
  by_round: { selected: [0, 1, 0, 1], mask: [0, 0, 0, 1], random: [0, 1, 0, 0], keep: [0, 0, 0, 0] },
};

test("shares are of the tokens, then of the selected", () => {
  const recipe = describeRecipe(CORRUPTED, { seed: 1, rounds: 4 });
  assert.deepEqual([recipe.shares.selected.percent, recipe.shares.mask.percent, recipe.shares.keep.percent], [25, 50, 0]);
  assert.deepEqual(recipe.curves.selected, [0, 25, 100 / 6, 25]);
  assert.deepEqual(recipe.curves.random, [null, 100, 100, 50]);
  assert.deepEqual(recipe.cells.map(({ action }) => action), ["special", "mask", "none", "special"]);
  assert.deepEqual([recipe.n_tokens, recipe.expected_selected, recipe.n_empty, recipe.empty_percent], [2, 0.3, 2, 50]);
  assert.ok(Math.abs(recipe.expected_empty - 72.25) < 1e-9);
});

test("chance leaves a share within two standard errors", () => {
  // 15 % of 10,000 draws: the root of 0.15 x 0.85 / 10,000 is 0.357 percent.
  assert.ok(Math.abs(spreadOf(15, 10_000) - 0.714) < 0.001);
  const nothing = describeRecipe({ ...CORRUPTED, selected: [], counts: { ...CORRUPTED.counts, selected: 0, mask: 0, random: 0 } }, { seed: 1, rounds: 4 });
  assert.equal(nothing.shares.mask.percent, undefined);
  assert.equal(nothing.has_selected, false);
});

test("rounds stand on a log axis, shares on 0 to 100", () => {
  const layout = layOutShares(describeRecipe(CORRUPTED, { seed: 1, rounds: 4 }), 400);
  const xs = layout.across.map(({ x }) => x);
  assert.ok(Math.abs(xs[1] - xs[0] - (xs[3] - xs[2])) < 1e-9);
  assert.equal(layout.curves[0].points.length, 4);
  assert.equal(layout.curves[2].points.length, 3);
  assert.equal(layout.up[0].y, layout.bottom);
  const names = layout.names.map(({ y }) => y);
  assert.ok(names.slice(1).every((y, place) => y - names[place] >= 14));
});

test("special tokens belong to the segment that they end", () => {
  const tokens = [["[CLS]", null], ["a", 0], ["[SEP]", null], ["b", 1], ["[SEP]", null]].map(([raw, segment]) => ({ raw, id: 1, segment, special: segment === null }));
  const pair = describePair({ is_next_probability: 0.75, input_tokens: tokens }, "a", "b");
  assert.deepEqual(pair.tokens.map((/** @type {any} */ { segment }) => segment), [0, 0, 0, 1, 1]);
  assert.deepEqual([pair.n_first, pair.n_second, pair.not_probability], [3, 2, 0.25]);
  assert.equal(describeSwapped({ is_next_probability: 0.25, input_tokens: tokens }, "a", "b", pair).band, 0);
  assert.equal(describeSwapped({ is_next_probability: 0.5, input_tokens: tokens }, "a", "b", pair).band, 1);
  assert.equal(describeSwapped({ is_next_probability: 0.8, input_tokens: tokens }, "a", "b", pair).band, 2);
});

const STATE = {
  ...{ text: TEXT, hidden: [3], which: 0, layer: 4, head: 9, word: "x", seed: 5, rounds: 7 },
  ...{ first: "A.", second: "B.", other: "C.", at: 60 },
};

test("masks are asked about once the words are known", () => {
  assert.equal(lesson.sources(STATE, {}).filled, null);
  const words = describeWords(TOKENS, TEXT);
  const { filled, causal, looks } = lesson.sources(STATE, { words });
  assert.deepEqual(filled?.body, { model: "minilm", text: "🙂 snowboarding, [MASK]", top_k: 200 });
  assert.equal(causal?.body.mask, "causal");
  assert.equal(looks, null);
  assert.equal(lesson.sources({ ...STATE, hidden: [] }, { words }).filled, null);
  assert.equal(lesson.sources({ ...STATE, text: "another" }, { words }).filled, null);
});

test("attention is that of the model that predicts", () => {
  const words = describeWords(TOKENS, TEXT);
  const filled = { ...lesson.derive.filled(FILLED, STATE, { words }) };
  const { looks, open, closed } = lesson.sources(STATE, { words, filled });
  assert.deepEqual(looks?.body.rows, [2, 3]);
  assert.equal(looks?.body.adapter, "minilm-words");
  assert.deepEqual([open?.body.layers, open?.body.heads, open?.body.mask], [[4], [9], undefined]);
  assert.equal(closed?.body.mask, "causal");
  assert.equal(lesson.sources({ ...STATE, hidden: [1] }, { words, filled }).looks, null);
});

test("influences are measured once it is known where the heads look", () => {
  const words = describeWords(TOKENS, TEXT);
  const filled = { ...lesson.derive.filled(FILLED, STATE, { words }) };
  assert.equal(lesson.sources(STATE, { words, filled }).measured, null);
  const looks = lesson.derive.looks(LOOKING, STATE, { words, filled });
  const { measured, measured_causal: causal } = lesson.sources(STATE, { words, filled, looks });
  assert.deepEqual(measured?.body, { model: "minilm", text: "🙂 snowboarding, [MASK]", top_k: 1, influences: true });
  assert.equal(causal?.body.mask, "causal");
  const tooLong = { ...looks, is_measurable: false };
  assert.equal(lesson.sources(STATE, { words, filled, looks: tooLong }).measured, null);
  assert.equal(lesson.derive.measured(FILLED, STATE, { words, filled, looks }).masks[0].n_heads, 2);
});

test("the round that is shown is the last", () => {
  const { recipe, swapped } = lesson.sources(STATE, {});
  assert.deepEqual(recipe?.body, { model: "minilm", text: TEXT, seed: 5, rounds: 7, round: 7 });
  assert.equal(swapped, null);
  const pair = { first: "A.", second: "B." };
  assert.deepEqual(lesson.sources(STATE, { pair }).swapped?.body, { model: "minilm", text: "B.", text_pair: "A." });
  assert.equal(lesson.sources({ ...STATE, text: " " }, {}).recipe, null);
});
