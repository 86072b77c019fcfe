import assert from "node:assert/strict";
import { test } from "node:test";

import { arePredictionsFresh, asksNothing, canContinue, canMask, fromHere, keyOf, questionsOf } from "../../../static/js/state/predicting.js";
import { decodedOf, token, uniform, VIEW } from "../answers.js";

const ADAPTER = { id: "words", objectives: ["fill-mask"] };
const MODELS = [
  { id: "minilm", available: true, objectives: ["attention", "fill-mask", "next-sentence"], mask_token: "[MASK]", adapters: [ADAPTER] },
  { id: "decoder", available: true, objectives: ["attention", "next-token"], mask_token: null, adapters: [] },
];
const now = (patch, focus = null) => ({ view: { ...VIEW, ...patch }, models: MODELS, focus, predictions: { answer: null } });

test("an encoder is asked for its masks, and whether the second sentence follows", () => {
  const none = questionsOf(now({ text: "a cat" }));
  assert.ok(asksNothing(none));
  const both = questionsOf(now({ text: "a [MASK]", pair: "it sat" }));
  assert.deepEqual(both.masks, { model: "minilm", text: "a [MASK]", text_pair: "it sat", top_k: 6 });
  assert.deepEqual(both.follows, { model: "minilm", text: "a [MASK]", text_pair: "it sat" });
  assert.equal(both.next, null);
  assert.notEqual(questionsOf(now({ text: "a", pair: "a [MASK]" })).masks, null);
  assert.equal(questionsOf(now({ text: "a cat", pair: " " })).follows, null);
});

test("the view's adapter is named where it can answer, with its strength, 0 too", () => {
  const { masks, follows } = questionsOf(now({ text: "[MASK]", pair: "b", adapter: "words", strength: 0 }));
  assert.deepEqual([masks.adapter, masks.adapter_scale], ["words", 0]);
  assert.equal("adapter" in follows, false);
  assert.equal("adapter" in questionsOf(now({ text: "[MASK]", adapter: "tuned" })).masks, false);
});

test("a decoder is asked for what follows the whole text, or the row that is locked", () => {
  const view = { ...VIEW, model: "decoder", text: "💩 a cat" };
  const tokens = [token("💩", 0, { end: 1 }), token("a", 1, { start: 2, end: 3 }), token("cat", 2, { start: 4, end: 7 })];
  const focus = decodedOf(tokens, uniform(3), {}, view);
  assert.deepEqual(questionsOf(now(view, focus)).next, { model: "decoder", text: "💩 a cat", top_k: 6 });
  const here = now({ ...view, row: 1 }, focus);
  assert.equal(questionsOf(here).next.text, "💩 a");
  assert.equal(fromHere(here).token, tokens[1]);
  assert.equal(fromHere(now({ ...view, row: 2 }, focus)).token, null);
  // Offsets of another text would cut this one anywhere.
  assert.equal(fromHere(now({ ...view, row: 1, text: "an older text" }, focus)).text, "an older text");
});

test("an empty text and a model that can't be had are asked nothing", () => {
  assert.ok(asksNothing(questionsOf(now({ model: "decoder", text: "  " }))));
  assert.ok(asksNothing(questionsOf({ ...now({ model: "decoder" }), models: [{ ...MODELS[1], available: false }] })));
});

test("predictions are fresh for the very questions they answer", () => {
  const snapshot = now({ text: "[MASK]" });
  const key = keyOf(questionsOf(snapshot));
  const answered = { ...snapshot, predictions: { answer: { key } } };
  assert.equal(arePredictionsFresh(answered), true);
  assert.equal(arePredictionsFresh({ ...answered, view: { ...answered.view, head: 5 } }), true);
  assert.equal(arePredictionsFresh({ ...answered, view: { ...answered.view, adapter: "words", strength: 0 } }), false);
  assert.equal(arePredictionsFresh(snapshot), false);
});

test("what can be done with a text depends on the model", () => {
  assert.deepEqual([canMask(now({})), canContinue(now({}))], [true, false]);
  assert.deepEqual([canMask(now({ model: "decoder" })), canContinue(now({ model: "decoder" }))], [false, true]);
});
