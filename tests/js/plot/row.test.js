import assert from "node:assert/strict";
import { test } from "node:test";

import { compareWithOthers, readNumbers } from "../../../static/js/plot/row.js";
import { formatTimes, noteOf, sayComparison } from "../../../static/js/plot/words.js";
import { causal, decodedOf, token, uniform } from "../answers.js";

// MiniLM, "The animal didn't cross the street because it was too tired": what
// each other row gives to "animal" (its own row left out), in three decimals.
const SPECIFIC = [0.001, 0.459, 0.056, 0.045, 0.037, 0.034, 0.082, 0.006, 0.047, 0.64, 0.15, 0.018, 0.047, 0.221];
const POPULAR = [0.549, 0.53, 0.383, 0.406, 0.394, 0.102, 0.445, 0.077, 0.303, 0.647, 0.531, 0.321, 0.236, 0.433];
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

test("layer 3, head 1: it gives animal .640, 6.9 times the .093 of the 13 other rows", () => {
  const comparison = compareWithOthers(0.64, mean(SPECIFIC), 14, false);
  assert.equal(comparison.otherRows, 13);
  assert.equal(comparison.othersMean.toFixed(3), "0.093");
  assert.equal(formatTimes(comparison.times), "6.9");
  assert.equal(comparison.kind, "specific");
  assert.equal(sayComparison("animal", comparison), "animal: 6.9 times the average of the 13 other rows (0.093): specific to this row.");
});

test("layer 5, head 11: .647 is only 1.8 times the .362 of the others: popular", () => {
  const comparison = compareWithOthers(0.647, mean(POPULAR), 14, false);
  assert.equal(comparison.othersMean.toFixed(3), "0.362");
  assert.equal(formatTimes(comparison.times), "1.8");
  assert.equal(comparison.kind, "popular");
});

test("a token's own row compares with all the others", () => {
  const comparison = compareWithOthers(0.6, 0.2, 3, true);
  assert.equal(comparison.otherRows, 3);
  assert.equal(formatTimes(comparison.times), "3.0");
});

test("no other row may look at the last token of a causal model: nothing to compare with", () => {
  assert.equal(compareWithOthers(0.5, 0, 0, true), null);
  assert.equal(compareWithOthers(0.5, 0.5, 1, false), null);
  assert.match(sayComparison("end", null), /no other row may look at it/);
});

test("others that give nothing give no number, only words", () => {
  // A float32 mean of 1/14 times 14 misses 1 by 3e-8: that is no attention.
  const comparison = compareWithOthers(1, Math.fround(1 / 14), 14, false);
  assert.equal(comparison.times, null);
  assert.equal(comparison.kind, "alone");
});

test("one other row is no ground for a judgement", () => {
  // Three keys of a causal model: only the last row also looks at the first.
  const comparison = compareWithOthers(0.6, 0.5, 2, false);
  assert.equal(comparison.kind, "few");
  assert.equal(comparison.times.toFixed(1), "1.5");
  const said = sayComparison("The", comparison);
  assert.match(said, /^The: 1\.5 times what the one other row gives it \(0\.400\);/);
  assert.doesNotMatch(said, /other rows look|specific to/);
  assert.equal(sayComparison("The", compareWithOthers(1, 0.5, 2, false)), "The: the one other row gives it no weight.");
});

const WORDS = ["[CLS]", "a", "b", "c", "d", "e", "f", "g", "[SEP]"];
const ROW = [0.1, 0.02, 0.5, 0.01, 0.2, 0.03, 0.04, 0.05, 0.05];
const statistics = {
  row_entropy_nats: WORDS.map(() => 1.1), row_special_share: WORDS.map(() => 0.15), row_distance: WORDS.map(() => 2.5),
  row_hidden_share: WORDS.map(() => 0), column_mean: WORDS.map(() => 0.1), column_rows: WORDS.map(() => 8),
};

test("the top keys, the others, the sum and the entropy's share", () => {
  const rows = uniform(9);
  rows[2] = ROW;
  const focus = decodedOf(WORDS, rows, { statistics });
  const numbers = readNumbers(focus, 2, Float32Array.from(ROW));
  assert.deepEqual(numbers.entries.map((entry) => entry.token.text), ["b", "d", "[CLS]", "g", "[SEP]", "f"]);
  assert.equal(numbers.others.count, 3);
  assert.equal(numbers.others.sum.toFixed(3), "0.060");
  assert.equal(numbers.sum.toFixed(3), "1.000");
  assert.equal(numbers.entropyShare.toFixed(3), (1.1 / Math.log(9)).toFixed(3));
  assert.deepEqual(numbers.special.names, ["[CLS]", "[SEP]"]);
  assert.equal(numbers.special.share.toFixed(2), "0.15");
  assert.equal(numbers.maskedCount, 0);
});

test("the chosen key is listed whatever its rank", () => {
  const rows = uniform(9);
  rows[2] = ROW;
  const numbers = readNumbers(decodedOf(WORDS, rows, { statistics }), 2, Float32Array.from(ROW), { column: 3 });
  assert.equal(numbers.entries.length, 7);
  assert.equal(numbers.entries[6].token.text, "c");
  assert.deepEqual([numbers.others.count, numbers.others.sum.toFixed(3)], [2, "0.050"]);
});

test("equal weights keep the order of the text", () => {
  const numbers = readNumbers(decodedOf(["a", "b", "c"], uniform(3)), 0, Float32Array.from([0.25, 0.5, 0.25]));
  assert.deepEqual(numbers.entries.map((entry) => entry.column), [1, 0, 2]);
  assert.equal(numbers.others, null);
});

test("a causal row leaves its masked keys out, and a zero in", () => {
  const { rows, mask } = causal(4);
  const values = Float32Array.from([0, 1, NaN, NaN]);
  const numbers = readNumbers(decodedOf(["a", "b", "c", "d"], rows, { mask }), 1, values);
  assert.deepEqual(numbers.entries.map((entry) => entry.value), [1, 0]);
  assert.equal(numbers.maskedCount, 2);
  assert.equal(numbers.entropyNats, null, "absent where the answer has no statistics");
});

test("hidden tokens count in the sum, and their share is said", () => {
  const share = { dtype: "f4", shape: [1, 1], axes: ["layer", "head"], data: [[0.3]] };
  const focus = decodedOf([token("a", 1), token("b", 2)], [[0.5, 0.2], [0.1, 0.6]], {
    hidden: { kind: "special", positions: [0, 3], share },
    statistics: { row_hidden_share: [0.3, 0.3], row_entropy_nats: [1, 1] },
  });
  const numbers = readNumbers(focus, 0, Float32Array.from([0.5, 0.2]));
  assert.equal(numbers.sum.toFixed(6), "1.000000");
  assert.equal(numbers.hiddenShare.toFixed(2), "0.30");
  assert.equal(numbers.entropyShare, null, "ln n of what is shown would not be its most");
});

test("a sink model's row keeps its sum under 1", () => {
  const numbers = readNumbers(decodedOf(["a", "b"], [[0.4, 0.2], [0.1, 0.1]]), 0, Float32Array.from([0.4, 0.2]));
  assert.equal(numbers.sum.toFixed(3), "0.600");
});

test("scores have neither sum nor comparison", () => {
  const numbers = readNumbers(decodedOf(["a", "b"], [[-1, 2], [0, 0]], { quantity: "scores", statistics }), 0, Float32Array.from([-1, 2]));
  assert.deepEqual(numbers.entries.map((entry) => [entry.value, entry.comparison]), [[2, null], [-1, null]]);
  assert.equal(numbers.sum, null);
  assert.equal(numbers.lowest, -1);
});

test("a fully masked row is said", () => {
  assert.equal(readNumbers(decodedOf(["a"], [[0]]), 0, Float32Array.from([NaN])).isFullyMasked, true);
});

test("a key that looks like another says its position or its part, others say nothing", () => {
  const tokens = ["the", "cat", "the"].map((text, index) => token(text, index));
  assert.deepEqual(tokens.map((one) => noteOf(one, tokens)), ["0", "", "2"]);
  const parts = ["1/2", "2/2", "1/2", "2/2"].map((piece, index) => token("\u00e9", index, { piece }));
  assert.deepEqual(parts.slice(0, 2).map((one) => noteOf(one, parts.slice(0, 2))), ["1/2", "2/2"]);
  assert.deepEqual(parts.map((one) => noteOf(one, parts)), ["1/2, 0", "2/2, 1", "1/2, 2", "2/2, 3"]);
  const { entries } = readNumbers(decodedOf(["the", "cat", "the"], uniform(3)), 1, new Float32Array([0.2, 0.3, 0.5]));
  assert.deepEqual(entries.map((entry) => entry.note), ["2", "", "0"]);
});
