import assert from "node:assert/strict";
import { test } from "node:test";

import { isBare, isEmpty, isFocusFresh, isMosaicFresh } from "../../../static/js/state/fresh.js";
import { VIEW } from "../answers.js";

test("data are fresh while nothing they depend on has changed", () => {
  const data = { view: VIEW };
  const now = (patch) => ({ focus: data, mosaic: data, view: { ...VIEW, ...patch } });
  for (const patch of [{}, { row: 1 }, { scale: "log" }, { order: "sink" }, { zoom: "0:1,0:1" }]) {
    assert.ok(isFocusFresh(now(patch)) && isMosaicFresh(now(patch)));
  }
  for (const patch of [{ text: "b" }, { pair: "" }, { model: "other" }, { merge: "words" }, { hide: "special" }, { quantity: "scores" }]) {
    assert.ok(!isFocusFresh(now(patch)) && !isMosaicFresh(now(patch)));
  }
  assert.ok(!isFocusFresh(now({ head: 2 })) && isMosaicFresh(now({ head: 2 })));
});

test("empty is a choice, not a wait and not a problem", () => {
  assert.equal(isEmpty({ focus: null, status: { phase: "idle" } }), true);
  assert.equal(isEmpty({ focus: null, status: { phase: "loading" } }), false);
  assert.equal(isEmpty({ focus: null, status: { phase: "error" } }), false);
});

test("bare: a problem where the first answer should stand, until one stands there", () => {
  const problem = { code: "too_many_tokens" };
  assert.equal(isBare({ focus: null, status: { phase: "error", problem } }), true);
  assert.equal(isBare({ focus: {}, status: { phase: "error", problem } }), false);
  assert.equal(isBare({ focus: null, status: { phase: "loading", problem: null } }), false);
});
