import assert from "node:assert/strict";
import { test } from "node:test";

import { fillMask, followMasks, maskWord, spotAt, wordBehind } from "../../../static/js/state/masking.js";
import { token, VIEW } from "../answers.js";

const MASK = "[MASK]";
const nothingMasked = ({ text, pair }) => ({ text, pair, words: { text: [], pair: [] } });
const mask = (index, start, segment = 0) =>
  token(MASK, index, { start, end: start + 6, special: true, typed: true, word: null, segment });
const viewOf = (text, pair = null) => ({ ...VIEW, text, pair });

test("a word is found with all its pieces, in code points", () => {
  const tokens = [
    token("[CLS]", 0),
    token("didn", 1, { start: 2, end: 6, word: 1 }),
    token("'", 2, { start: 6, end: 7, word: 1 }),
    token("t", 3, { start: 7, end: 8, word: 1 }),
    token("go", 4, { start: 9, end: 11, word: 2 }),
    token("[SEP]", 5),
    token("didn", 6, { start: 0, end: 4, word: 1, segment: 1 }),
  ];
  for (const place of [1, 2, 3]) assert.deepEqual(spotAt(tokens, place, MASK), { field: "text", start: 2, end: 8, nth: null });
  assert.deepEqual(spotAt(tokens, 6, MASK), { field: "pair", start: 0, end: 4, nth: null });
  assert.equal(spotAt(tokens, 0, MASK), null);
  assert.equal(spotAt(tokens, 9, MASK), null);
});

test("masks are counted in their own sentence", () => {
  const tokens = [token("[CLS]", 0), mask(1, 0), mask(2, 7), token("[SEP]", 3), mask(4, 0, 1)];
  assert.deepEqual([1, 2, 4].map((place) => spotAt(tokens, place, MASK)?.nth), [0, 1, 0]);
  assert.equal(spotAt(tokens, 4, MASK)?.field, "pair");
});

test("a masked word comes back, whatever was masked before or after it", () => {
  const view = viewOf("💩 the mole dug");
  const first = maskWord(view, nothingMasked(view), { field: "text", start: 6, end: 10, nth: null }, MASK);
  assert.equal(first.view.text, "💩 the [MASK] dug");
  const second = maskWord(first.view, first.masked, { field: "text", start: 2, end: 5, nth: null }, MASK);
  assert.equal(second.view.text, "💩 [MASK] [MASK] dug");
  assert.deepEqual(second.masked.words.text, ["the", "mole"]);
  const back = fillMask(second.view, second.masked, "text", 1, wordBehind(second.masked, "text", 1), MASK);
  assert.equal(back.view.text, "💩 [MASK] mole dug");
  assert.deepEqual(back.masked.words.text, ["the"]);
});

test("a word that goes on with the one before it takes the space away", () => {
  const view = viewOf("un [MASK] cat");
  assert.equal(fillMask(view, nothingMasked(view), "text", 0, "happy", MASK, true).view.text, "unhappy cat");
});

test("words follow their masks through typing around them, and are lost inside it", () => {
  const masked = { text: "a [MASK] b [MASK] c", pair: null, words: { text: ["one", "two"], pair: [] } };
  const words = (text) => followMasks(masked, viewOf(text), MASK).words.text;
  assert.deepEqual(words("now a [MASK] b [MASK] c"), ["one", "two"]);
  assert.deepEqual(words("a [MASK] and then b [MASK] c"), ["one", "two"]);
  assert.deepEqual(words("a [MASK] b x c"), ["one"]);
  assert.deepEqual(words("a b [MASK] c"), ["two"]);
  assert.deepEqual(words("[MASK] else"), [null]);
  assert.deepEqual(followMasks(masked, viewOf("a [MASK] b [MASK] c"), MASK), masked);
  assert.deepEqual(followMasks(masked, viewOf("a b"), null).words.text, []);
});

test("the second sentence keeps its own words", () => {
  const view = viewOf("a cat", "a dog");
  const { view: next, masked } = maskWord(view, nothingMasked(view), { field: "pair", start: 2, end: 5, nth: null }, MASK);
  assert.deepEqual([next.text, next.pair], ["a cat", "a [MASK]"]);
  assert.deepEqual([wordBehind(masked, "pair", 0), wordBehind(masked, "text", 0)], ["dog", null]);
});
