import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  attentionAddress, choiceRequest, focusRequest, mosaicRequest, rangeRequest, translationAddress, translationRequest,
} from "../../../static/js/api/requests.js";
import { VIEW } from "../answers.js";

test("defaults are left out, empty second sentences too", () => {
  assert.deepEqual(focusRequest({ ...VIEW, pair: "" }), {
    model: "minilm", text: "a text", layers: [3], heads: [1], pool: 256, statistics: ["row", "column"], encoding: "base64",
  });
});

test("many heads get smaller thumbnails", () => {
  assert.equal(mosaicRequest(VIEW, { n_layers: 6, n_heads: 12 }).pool, 32);
  assert.equal(mosaicRequest(VIEW, { n_layers: 30, n_heads: 9 }).pool, 16);
});

test("a first head is chosen in the middle layer, or in all where their number is unknown", () => {
  assert.deepEqual(choiceRequest(VIEW, { n_layers: 30 }).layers, [15]);
  assert.equal("layers" in choiceRequest(VIEW, { n_layers: null }), false);
});

test("a range is written with a colon, a list with commas", () => {
  const address = attentionAddress(rangeRequest(VIEW, [0, 1], [2, 7]));
  assert.match(address, /&rows=0:1&columns=2:7&encoding=base64$/);
});

test("the server preloads exactly these addresses", () => {
  const golden = JSON.parse(readFileSync(new URL("../../golden/requests.json", import.meta.url), "utf8"));
  assert.ok(golden.length > 3);
  for (const { view, shape, focus, mosaic, choice, translation } of golden) {
    assert.equal(attentionAddress(focusRequest(view)), focus);
    assert.equal(attentionAddress(mosaicRequest(view, shape)), mosaic);
    assert.equal(attentionAddress(choiceRequest(view, shape)), choice);
    if (translation) assert.equal(translationAddress(translationRequest(view)), translation);
  }
});
