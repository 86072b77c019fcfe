// The golden frames, read as Python reads them (tests/app/test_golden.py).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { decode, unpack } from "../../../static/js/api/decode.js";
import { VIEW } from "../answers.js";

const read = (name) => JSON.parse(readFileSync(new URL(`../../golden/${name}.json`, import.meta.url), "utf8"));

/** Compare flat numbers; null stands for a masked score. */
function assertClose(found, expected, tolerance) {
  assert.equal(found.length, expected.length);
  for (const [place, value] of expected.entries()) {
    const wanted = value ?? -Infinity;
    const isRight = found[place] === wanted || Math.abs(found[place] - wanted) <= tolerance;
    assert.ok(isRight, `number ${place} is ${found[place]}, not ${wanted}`);
  }
}

for (const { name, array, values, tolerance } of read("arrays")) {
  test(`golden array: ${name}`, () => {
    const { scale = 1, offset = 0 } = array;
    const numbers = [...unpack(array)].map((value) => offset + scale * value);
    assertClose(numbers, values, tolerance);
  });
}

for (const { name, answer, values, tolerance } of read("answers")) {
  test(`golden answer in ${name}`, () => {
    const decoded = decode(answer, VIEW);
    assert.deepEqual(decoded.shape, [1, 1, 2, 5]);
    for (const [query, row] of values.entries()) {
      assertClose(row.map((_, key) => decoded.at(0, 0, query, key)), row, tolerance);
      assert.ok(row.every((_, key) => decoded.isAllowed(0, query, key)));
    }
    assert.ok(Math.abs(decoded.statistics.row_entropy_nats.at(0, 0, 0) - 1.3458763) < 1e-6);
  });
}
