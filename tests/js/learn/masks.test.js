// Lesson 2: masks said, painted and compared.
import assert from "node:assert/strict";
import test from "node:test";

import { compareTokens, compareWeights } from "../../../static/js/learn/masks-change.js";
import { arriveAt, DECODER, ENCODER, MODELS } from "../../../static/js/learn/masks-models.js";
import { rowFacts } from "../../../static/js/learn/masks-numbers.js";
import { fitted, maskFor, maskOf, painting, shapeOf, toCells, togglePadding, toPattern, withMask } from "../../../static/js/learn/masks-pattern.js";
import { lesson } from "../../../static/js/lessons/masks.js";

const MASK = { kind: "causal", window: 2, prefix: 9, cut: 1, causal: false, padded: [], painted: "10-11" };

test("each kind is said with what it needs, and no more", () => {
  assert.deepEqual(shapeOf(MASK, 3), { kind: "causal" });
  assert.deepEqual(shapeOf({ ...MASK, kind: "sliding_window", window: 9 }, 3), { kind: "sliding_window", window: 3, causal: false });
  assert.deepEqual(shapeOf({ ...MASK, kind: "prefix_lm" }, 3), { kind: "prefix_lm", prefix_length: 3 });
  assert.deepEqual(shapeOf({ ...MASK, kind: "packed" }, 3), { kind: "packed", segments: [0, 1, 1], causal: false });
  assert.equal(shapeOf({ ...MASK, kind: "painted" }, 3), null);
});

test("padding goes with every kind, and never beyond the tokens", () => {
  const padded = [0, 7];
  assert.deepEqual(maskFor({ ...MASK, padded }, 3), { kind: "causal_padding", padded_positions: [0] });
  assert.deepEqual(maskFor({ ...MASK, kind: "none", padded }, 3), { kind: "padding", padded_positions: [0] });
  assert.deepEqual(maskFor({ ...MASK, kind: "prefix_lm", padded }, 3), { kind: "prefix_lm", prefix_length: 3, padded_positions: [0] });
  assert.deepEqual(maskFor({ ...MASK, kind: "none", padded: [7] }, 3), { kind: "none" });
  assert.deepEqual(maskFor({ ...MASK, kind: "painted", padded }, 2), [
    [false, false],
    [false, true],
  ]);
});

test("a pattern is cut, or opened where it is new", () => {
  assert.equal(toPattern(toCells("100-110-111")), "100-110-111");
  assert.equal(fitted("100-110-111", 2), "10-11");
  assert.equal(fitted("10-11", 3), "101-111-111");
  assert.equal(fitted("", 2), "11-11");
});

test("painting changes one cell and nothing that was given", () => {
  const shape = toCells("10-11");
  assert.deepEqual(painting(shape, 0, 1, true), { kind: "painted", painted: "11-11" });
  assert.equal(toPattern(shape), "10-11");
  assert.deepEqual(togglePadding([2], 0), [0, 2]);
  assert.deepEqual(togglePadding([0, 2], 0), [2]);
});

test("the two masks of a state don't touch each other", () => {
  const state = withMask({ kind: "none", padded: [1] }, "real_", { kind: "causal", padded: [] });
  assert.deepEqual([maskOf(state).kind, maskOf(state, "real_").kind], ["none", "causal"]);
  assert.deepEqual(maskOf(state).padded, [1]);
});

test("a row without an open key is named and all zeros", () => {
  const scores = [
    [0, 1],
    [0, 1],
  ];
  const facts = rowFacts(["a", "b"], toCells("00-11"), scores, [
    [0, 0],
    [1 / (1 + Math.E), Math.E / (1 + Math.E)],
  ]);
  assert.equal(facts.full_words, "a");
  assert.equal(facts.has_full, true);
  assert.equal(facts.way_difference, 0);
  assert.deepEqual(facts.masked[0], [null, null]);
  assert.equal(facts.fraction, 0.5);
});

test("a change of weights is said with its numbers", () => {
  const own = { tokens: ["a", "b"], weights: [[0.5, 0.5], [0.25, 0.75]], allowed: [[true, true], [true, true]] };
  const facts = compareWeights(own, [[1, 0], [0.25, 0.75]], [[true, false], [true, true]], { layer: 1, head: 2 });
  assert.deepEqual(facts.moved, [0.5, 0]);
  assert.equal(facts.mean_moved, 0.25);
  assert.equal(facts.most, 0);
  assert.deepEqual(facts.closed_before, [0.5, 0]);
  assert.equal(facts.closed_after, 0);
  assert.equal(facts.renormalised_difference, 0);
  assert.equal(facts.is_same, false);
});

test("two predictions stand side by side, token by token", () => {
  const token = (/** @type {number} */ id, /** @type {number} */ probability) => ({ id, text: `t${id}`, raw: `Ġt${id}`, probability });
  const before = { tokens: [1, 2, 3, 4, 5, 6].map((id) => token(id, 0.3 / id)), entropy: 1 };
  const after = { tokens: [token(9, 0.4), token(2, 0.2)], entropy: 2 };
  const facts = compareTokens(before, after);
  assert.deepEqual(facts.labels, ["t1", "t2", "t3", "t4", "t5", "t9"]);
  assert.deepEqual(facts.table[1], [0.15, 0.2]);
  assert.ok(Number.isNaN(facts.table[0][1]));
  assert.equal(facts.held_after, 0.2);
  assert.equal(facts.is_same_first, false);
});

test("another model brings its example, or keeps one's own sentence", () => {
  const state = { model: DECODER, ...MODELS[ENCODER].example };
  assert.equal(arriveAt(state).text, "The capital of France is");
  const own = { ...state, model: ENCODER, text: "mine", layer: 20, head: 8, real_kind: "painted", real_padded: [1] };
  const arrived = arriveAt(own);
  assert.deepEqual([arrived.text, arrived.layer, arrived.real_kind, arrived.real_padded], ["mine", 5, "causal", []]);
});

test("a mask is run only when the number of tokens is known", () => {
  const state = { n_words: 3, kind: "causal", padded: [], model: ENCODER, text: "a", layer: 0, head: 0, real_kind: "causal", real_padded: [] };
  const own = { model: ENCODER, text: "a", layer: 0, head: 0, count: 3, is_long: false };
  assert.equal(lesson.sources(state, {}).masked, null);
  assert.equal(lesson.sources(state, { own: { ...own, text: "b" } }).masked, null);
  assert.deepEqual(lesson.sources(state, { own }).masked?.body.mask, { kind: "causal" });
  assert.equal(lesson.sources({ ...state, real_kind: "painted", real_painted: "1" }, { own: { ...own, count: 25 } }).masked, null);
  assert.equal(lesson.sources({ ...state, text: "" }, { own }).own, null);
  assert.equal(lesson.sources(state, { own }).before, null);
});
