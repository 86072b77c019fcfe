// Lesson 6: alignments, scores worked out again, and counts.
import assert from "node:assert/strict";
import test from "node:test";

import { sayCount } from "../../../static/js/learn/large-counts.js";
import { findTurns, matchWords, readAlignment, sayCell } from "../../../static/js/learn/recurrence-alignment.js";
import { workCounts } from "../../../static/js/learn/recurrence-counts.js";
import { additiveFacts, multiplicativeFacts } from "../../../static/js/learn/recurrence-scores.js";
import { lesson } from "../../../static/js/lessons/recurrence.js";

const SOURCE = ["the", "european", "economic", "area", "."];
const WRITTEN = ["la", "zone", "économique", "européenne", ".", "</s>"];
const near = (found, right) => assert.ok(Math.abs(found - right) < 1e-12, `${found} is not ${right}`);

test("an order that turns around is found and named in the source's order", () => {
  const turns = findTurns([0, 3, 2, 1, 4, 4], WRITTEN, SOURCE);
  assert.deepEqual(turns, [{ start: 1, end: 4, written: "zone économique européenne", source: "european economic area" }]);
});

test("going on, or staying, is no turn", () => {
  assert.deepEqual(findTurns([0, 1, 1, 2, 3, 4], WRITTEN, SOURCE), []);
  assert.deepEqual(findTurns([], [], []), []);
  assert.deepEqual(findTurns([3, 3], ["a", "b"], SOURCE), []);
});

test("two turns in a row are two; the last row may end one", () => {
  const turns = findTurns([1, 0, 3, 2], ["a", "b", "c", "d"], SOURCE);
  assert.deepEqual(turns.map(({ start, end }) => [start, end]), [[0, 2], [2, 4]]);
  assert.deepEqual(turns.map(({ source }) => source), ["the european", "economic area"]);
});

test("words that stand in both translations, in the same order", () => {
  const words = (text) => text.split(" ");
  assert.deepEqual(matchWords(words("a b c d"), words("a c d e")), [true, false, true, true]);
  assert.deepEqual(matchWords(words("le chat noir"), words("le chat noir")), [true, true, true]);
  assert.deepEqual(matchWords([], words("a")), []);
  assert.deepEqual(matchWords(words("b a"), words("a b")).filter(Boolean).length, 1);
  assert.deepEqual(matchWords(words("x y"), []), [false, false]);
});

function answer(overrides = {}) {
  const tokens = (words) => words.map((text) => ({ text }));
  return {
    attention: [[[[0.7, 0.2, 0.1], [0.1, 0.3, 0.6], [0, 0.9, 0.1]]]],
    key_tokens: tokens(["a", "b", "</s>"]),
    query_tokens: tokens(["<s>", "x", "y"]),
    next_tokens: tokens(["x", "y", "</s>"]),
    target: { text: "X y", finished: true, forced: false },
    warnings: [],
    ...overrides,
  };
}

test("an alignment names its rows by the word written", () => {
  const found = readAlignment(answer(), "A b");
  assert.deepEqual([found.read, found.written], [["<s>", "x", "y"], ["x", "y", "</s>"]]);
  assert.deepEqual(found.best, [0, 2, 1]);
  assert.equal(found.count, 3);
  assert.deepEqual(found.turns.map(({ written }) => written), ["y </s>"]);
  assert.equal(sayCell(found, 1, 2, (number, digits) => number.toFixed(digits)), "To write “y” it looks at “</s>” with 0.600");
  assert.equal(sayCell(found, 9, 0, String), "");
  assert.deepEqual([found.has_warning, found.asked], [false, "A b"]);
});

test("what the model has no entry for is said", () => {
  const found = readAlignment(answer({ warnings: ["The model has no entry for: zebra."] }), "zebra");
  assert.deepEqual([found.has_warning, found.warning], [true, "The model has no entry for: zebra."]);
});

const STATES = [[1, 0, 2, -1], [0, 1, -2, 0.5]];
const WORDS = [{ text: "a" }, { text: "b" }];

test("an additive score: v . tanh(q + k), term by term", () => {
  const tensors = {
    queries: [[0.5, -1, 0.25, 2]],
    keys: [[0.5, 0, 0.25, -2], [-0.5, 1, 0, 0]],
    attention_vector: [2, 1, -3, 0.5],
    scores: [[0.7, -0.4]],
    weights: [[0.75, 0.25]],
    encoder_states: STATES,
  };
  const { rows, n_features, d_state, bound } = additiveFacts(tensors, WORDS);
  assert.deepEqual([n_features, d_state], [4, 4]);
  const [cell, other] = rows[0].cells;
  const products = [2 * Math.tanh(1), Math.tanh(-1), -3 * Math.tanh(0.5), 0];
  products.forEach((product, feature) => near(cell.products[feature], product));
  assert.deepEqual(cell.terms.map(({ feature }) => feature), [0, 2, 1]);
  near(cell.rest, 0);
  assert.equal(cell.n_rest, 1);
  near(cell.total, products[0] + products[1] + products[2]);
  near(cell.above, products[0]);
  near(cell.below, products[1] + products[2]);
  near(other.total, 2 * Math.tanh(0) + Math.tanh(0) - 3 * Math.tanh(0.25) + 0.5 * Math.tanh(2));
  // Score and weight are the model's own, not worked out here.
  assert.deepEqual([cell.score, cell.weight], [0.7, 0.75]);
  near(rows[0].total, 1 + Math.exp(-1.1));
  near(other.exponent, -1.1);
  assert.deepEqual([rows[0].highest, rows[0].lowest, cell.exponent], [0.7, -0.4, 0]);
  assert.equal(bound, 6.5);
});

test("a multiplicative score: q . k; the context is the mean by weight", () => {
  const tensors = {
    queries: [[2, -1], [0, 3]],
    keys: [[0.5, 4], [1, 0.5]],
    scores: [[-3, 1.5], [12, 1.5]],
    weights: [[0.25, 0.75], [1, 0]],
    encoder_states: STATES,
  };
  const { rows } = multiplicativeFacts(tensors, WORDS);
  assert.deepEqual(rows[0].cells.map(({ total }) => total), [-3, 1.5]);
  assert.deepEqual(rows[1].cells.map(({ total }) => total), [12, 1.5]);
  assert.deepEqual(rows[0].cells[0].terms.map(({ feature, product }) => [feature, product]), [[1, -4], [0, 1]]);
  const { features, n_rest } = rows[0].context;
  assert.deepEqual(features.map(({ total }) => total), [0.25, 0.75, -1]);
  // The largest weight first.
  assert.deepEqual(features[0].parts.map(({ word, weight, state }) => [word, weight, state]), [["b", 0.75, 0], ["a", 0.25, 1]]);
  assert.equal(n_rest, 0);
  assert.deepEqual(rows[1].context.features.map(({ total }) => total), [1, 0, 2]);
});

test("counts: table 1 of the paper, and how a count is written", () => {
  const { attention, recurrent, convolution, restricted, ratio, is_dearer } = workCounts(512, 256);
  assert.deepEqual(attention, { operations: "67.1 million", sequential: "1", path: "1" }); // 67,108,864
  assert.deepEqual(recurrent, { operations: "33.6 million", sequential: "512", path: "512" }); // 33,554,432
  assert.deepEqual(convolution, { operations: "101 million", sequential: "1", path: "6" }); // 3^6 = 729
  assert.deepEqual(restricted, { operations: "2.10 million", sequential: "1", path: "32" });
  assert.deepEqual([ratio, is_dearer], [2, true]);
  assert.equal(workCounts(256, 256).is_dearer, false);
  assert.equal(workCounts(1, 16).convolution.path, "1");
  assert.deepEqual(["999", "999,999", "1.00 million", "10.0 million", "1.00 billion"], [999, 999_999, 1_000_000, 9_995_000, 999_500_000].map(sayCount));
});

test("only the model whose score is worked out is asked for its vectors", () => {
  const asked = lesson.sources({ text: "A cat.", scored: "additive" }, {});
  assert.equal(asked.additive?.body.model, "lesson-bahdanau");
  assert.equal(asked.multiplicative?.body.model, "lesson-luong");
  assert.deepEqual([asked.fixed?.path, asked.fixed?.body.model], ["/translations", "lesson-bottleneck"]);
  assert.ok(asked.additive_score?.body.names.includes("attention_vector"));
  assert.equal(asked.multiplicative_score, null);
  const other = lesson.sources({ text: "A cat.", scored: "multiplicative" }, {});
  assert.equal(other.additive_score, null);
  assert.equal(other.multiplicative_score?.body.model, "lesson-luong");
});

test("without a sentence nothing is asked", () => {
  assert.deepEqual(Object.values(lesson.sources({ text: "", scored: "additive" }, {})), [null, null, null, null, null]);
});
