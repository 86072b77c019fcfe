import assert from "node:assert/strict";
import { test } from "node:test";

import { sayHead, sharedKeys } from "../../../static/js/plot/say-head.js";

const at = (value) => ({ at: (...indices) => [].concat(value)[indices[2] ?? 0] });
const mosaic = (quantity) => ({
  answer: { quantity },
  queryTokens: [{ text: "it" }, { text: "animal" }],
  keyTokens: [{ text: "it" }, { text: "animal" }],
  statistics: { strongest: at([0, 1]), strongest_weight: at(0.64) },
});

test("the strongest pair is one of weights, which is said among scores", () => {
  assert.equal(sayHead(mosaic("weights"), "3.1"), "Layer 3, head 1, strongest pair it to animal, 0.64");
  assert.equal(sayHead(mosaic("scores"), "3.1"), "Layer 3, head 1, strongest pair it to animal, weight 0.64");
});

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
