// Turn an answer's arrays into lists.
import assert from "node:assert/strict";
import test from "node:test";

import { unpackAnswer } from "../../../static/js/learn/unpack.js";

/** @param {number[]} numbers */
const base64 = (numbers) => Buffer.from(new Float64Array(numbers).buffer).toString("base64");

test("float64 arrives bit by bit, nested, -infinity as null", () => {
  const numbers = [0.1 + 0.2, -Infinity, 1e-300, 4, 5, 6];
  const answer = { weights: { dtype: "f8", shape: [2, 3], axes: ["query", "key"], bdata: base64(numbers) }, scale: 0.5 };
  assert.deepEqual(unpackAnswer(answer), { weights: [[0.1 + 0.2, null, 1e-300], [4, 5, 6]], scale: 0.5 });
});

test("arrays are found however deep, and booleans are booleans", () => {
  const mask = { dtype: "b1", shape: [1, 2], axes: ["query", "key"], data: [[true, false]] };
  assert.deepEqual(unpackAnswer({ steps: [{ name: "a", values: mask }], output: null }), {
    steps: [{ name: "a", values: [[true, false]] }],
    output: null,
  });
});

test("three axes nest three deep", () => {
  const array = { dtype: "f8", shape: [2, 1, 2], axes: ["head", "query", "key"], data: [[[1, 2]], [[3, 4]]] };
  assert.deepEqual(unpackAnswer({ array }).array, [[[1, 2]], [[3, 4]]]);
});
