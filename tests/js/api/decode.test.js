import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { decode, unpack } from "../../../static/js/api/decode.js";
import { answerOf, VIEW } from "../answers.js";

const base64 = (array) => Buffer.from(array.buffer).toString("base64");

test("nested lists and base64 are the same numbers", () => {
  const lists = { dtype: "f4", shape: [2, 2], axes: ["query", "key"], data: [[0.25, 0.75], [null, 1]] };
  const packed = { dtype: "f4", shape: [2, 2], axes: ["query", "key"], bdata: base64(Float32Array.of(0.25, 0.75, -Infinity, 1)) };
  assert.deepEqual([...unpack(lists)], [0.25, 0.75, -Infinity, 1]);
  assert.deepEqual(unpack(packed), unpack(lists));
});

test("float64 keeps every digit, in lists and in base64", () => {
  const numbers = [0.1 + 0.2, -Infinity, 1e300, 5e-324];
  const lists = { dtype: "f8", shape: [2, 2], axes: ["query", "key"], data: [[0.1 + 0.2, null], [1e300, 5e-324]] };
  const packed = { dtype: "f8", shape: [2, 2], axes: ["query", "key"], bdata: base64(Float64Array.from(numbers)) };
  assert.deepEqual([...unpack(lists)], numbers);
  assert.deepEqual([...unpack(packed)], numbers);
  assert.ok(unpack(packed) instanceof Float64Array);
});

test("bytes are value = offset + scale * byte", () => {
  const answer = answerOf(["a", "b"], [[0, 0], [0, 0]]);
  answer.attention = {
    dtype: "u1", shape: [1, 1, 2, 2], axes: ["layer", "head", "query", "key"], bdata: base64(Uint8Array.of(0, 255, 128, 1)), scale: 0.5, offset: -10,
  };
  const decoded = decode(answer, VIEW);
  assert.deepEqual([decoded.at(0, 0, 0, 0), decoded.at(0, 0, 0, 1), decoded.at(0, 0, 1, 0)], [-10, 117.5, 54]);
  assert.ok(decoded.values instanceof Uint8Array);
});

test("a mask may differ from layer to layer", () => {
  const answer = answerOf(["a", "b"], [[1, 0], [0.5, 0.5]]);
  answer.attention = { ...answer.attention, shape: [2, 1, 2, 2], data: [[[[1, 0], [0.5, 0.5]]], [[[1, 0], [0, 1]]]] };
  answer.mask = { dtype: "b1", shape: [2, 2, 2], axes: ["layer", "query", "key"], data: [[[true, false], [true, true]], [[true, false], [false, true]]] };
  const decoded = decode(answer, VIEW);
  assert.deepEqual([decoded.isAllowed(0, 0, 1), decoded.isAllowed(0, 1, 0), decoded.isAllowed(1, 1, 0)], [false, true, false]);
});

test("statistics are read by their axes, whole numbers stay whole", () => {
  const answer = answerOf(["a", "b"], [[1, 0], [0.5, 0.5]], { statistics: { column_mean: [0.75, 0.25], column_rows: [2, 1] } });
  const { statistics } = decode(answer, VIEW);
  assert.equal(statistics.column_mean.at(0, 0, 1), 0.25);
  assert.equal(statistics.column_rows.at(0, 1), 1);
  assert.ok(statistics.column_rows.data instanceof Int32Array);
});

test("an array of another length or kind is refused, not misread", () => {
  assert.throws(() => unpack({ dtype: "f4", shape: [3], axes: ["key"], data: [1, 2] }), /3 numbers came with 2/);
  assert.throws(() => unpack({ dtype: "f2", shape: [1], axes: ["key"], data: [1] }), /f2/);
  assert.throws(() => unpack({ dtype: "f8", shape: [2], axes: ["key"], bdata: base64(Float64Array.of(1)) }), /2 numbers came with 1/);
});

const golden = (name) => JSON.parse(readFileSync(new URL(`../../golden/${name}.json`, import.meta.url), "utf8"));

for (const { name, array, values, tolerance } of golden("arrays")) {
  test(`the golden array "${name}" is read as Python reads it`, () => {
    const { scale = 1, offset = 0 } = array;
    const read = [...unpack(array)].map((number) => offset + scale * number);
    assert.equal(read.length, values.length);
    values.forEach((value, place) => checkNumber(read[place], value ?? -Infinity, tolerance));
  });
}

for (const { name, answer, values, tolerance } of golden("answers")) {
  test(`the golden answer "${name}" holds the weights of transformers`, () => {
    const decoded = decode(answer, VIEW);
    values.forEach((row, query) => row.forEach((value, key) => checkNumber(decoded.at(0, 0, query, key), value, tolerance)));
    assert.ok(decoded.isAllowed(0, 1, 4));
    // Worked out from the whole row of transformers' attentions in float64.
    checkNumber(decoded.statistics.row_entropy_nats.at(0, 0, 0), 1.3458763, 1e-6);
  });
}

/** Equal, or as near as the frame says; float32 has its own last digit. */
function checkNumber(found, expected, tolerance) {
  if (Object.is(found, Math.fround(expected)) || found === expected) return;
  assert.ok(Math.abs(found - expected) <= tolerance + Math.abs(expected) * 1e-7, `${found} for ${expected}`);
}
