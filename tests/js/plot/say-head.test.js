import assert from "node:assert/strict";
import { test } from "node:test";

import { sharedKeys } from "../../../static/js/plot/say-head.js";

test("9 query heads on 3 key/value heads: each names the two it shares with", () => {
  const model = { n_heads: 9, n_key_value_heads: 3 };
  assert.deepEqual(sharedKeys(model, 0), { shared: 0, others: [1, 2] });
  assert.deepEqual(sharedKeys(model, 4), { shared: 1, others: [3, 5] });
  assert.deepEqual(sharedKeys(model, 8), { shared: 2, others: [6, 7] });
});

test("a head with keys of its own shares with none", () => {
  assert.equal(sharedKeys({ n_heads: 12, n_key_value_heads: 12 }, 3), null);
  assert.equal(sharedKeys({ n_heads: null, n_key_value_heads: null }, 3), null);
});
