// Write the state of a lesson into its address.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

import { toSearch } from "../../../static/js/learn/address.js";

const golden = JSON.parse(await readFile(new URL("../../golden/lesson_addresses.json", import.meta.url), "utf8"));

for (const { state, defaults, search } of golden) {
  test(`a state is written as ${JSON.stringify(search)}`, () => {
    assert.equal(toSearch(state, defaults), search);
  });
}

test("negative zero is zero", () => {
  assert.equal(toSearch({ number: -0 }, { number: 1 }), "number=0");
});
