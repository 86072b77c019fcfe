// Lesson 1: its vectors, and what editing words and sizes does.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

import { sizeOf, withSize, withTokens } from "../../../static/js/learn/attention-shape.js";
import { dot, drawVectors } from "../../../static/js/learn/attention-coins.js";

const golden = JSON.parse(await readFile(new URL("../../golden/coin_flips.json", import.meta.url), "utf8"));

test("vectors are the server's", () => {
  for (const { seed, n_features, dots } of golden) {
    const vectors = drawVectors(seed, 4);
    assert.deepEqual(
      vectors.map((vector) => dot(vectors[0], vector, n_features)),
      dots,
    );
  }
});

const state = {
  tokens: ["clowns", "wear", "shoes"],
  mode: "qkv",
  query: [[1], [2], [3]],
  key: [[4], [5], [6]],
  value: [[7], [8], [9]],
  inputs: [[1, 0], [0, 1], [1, 1]],
  query_weights: [[1], [2]],
  key_weights: [[3], [4]],
  value_weights: [[5], [6]],
  row: 2,
};

test("a word more is a row of zeros where it stands", () => {
  const next = withTokens(state, ["clowns", "often", "wear", "shoes"]);
  assert.deepEqual(next.query, [[1], [0], [2], [3]]);
  assert.deepEqual(next.inputs, [[1, 0], [0, 0], [0, 1], [1, 1]]);
});

test("a word less takes its row along, and the choice stays inside", () => {
  const next = withTokens(state, ["clowns", "shoes"]);
  assert.deepEqual(next.value, [[7], [9]]);
  assert.equal(next.row, 1);
});

test("a word spelled anew keeps its numbers", () => {
  assert.deepEqual(withTokens(state, ["clowns", "wears", "shoes"]).key, [[4], [5], [6]]);
});

test("no word and nine words change nothing", () => {
  assert.equal(withTokens(state, []), state);
  assert.equal(withTokens(state, Array(9).fill("a")), state);
});

test("queries and keys grow together, values alone", () => {
  const next = withSize(withSize(state, "key", 2), "value", 3);
  assert.deepEqual(next.query, [[1, 0], [2, 0], [3, 0]]);
  assert.deepEqual(next.key, [[4, 0], [5, 0], [6, 0]]);
  assert.deepEqual(next.value[0], [7, 0, 0]);
  assert.equal(sizeOf(next, "key"), 2);
  assert.equal(sizeOf(next, "input"), null);
});

test("inputs grow with the rows of all three matrices", () => {
  const next = withSize({ ...state, mode: "projections" }, "input", 3);
  assert.deepEqual(next.inputs[2], [1, 1, 0]);
  assert.deepEqual(next.key_weights, [[3], [4], [0]]);
  assert.equal(withSize(state, "key", 9), state);
  assert.equal(withSize(state, "key", 0), state);
});
