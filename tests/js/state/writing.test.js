import assert from "node:assert/strict";
import { test } from "node:test";

import { exactText, joinsBefore, lastEdit, remember } from "../../../static/js/state/writing.js";
import { VIEW } from "../answers.js";

test("a piece of the vocabulary is the text that it stands for", () => {
  // Byte-level: Ġ is byte 32, Ċ byte 10, Ã© the two bytes of é, ĠâĤ¬ a space and €.
  assert.equal(exactText("Ġto"), " to");
  assert.equal(exactText("'t"), "'t");
  assert.equal(exactText("Ċ"), "\n");
  assert.equal(exactText("Ã©"), "é");
  assert.equal(exactText("ĠâĤ¬"), " €");
  assert.equal(exactText("<|im_end|>"), "<|im_end|>");
  // SentencePiece.
  assert.equal(exactText("▁cat"), " cat");
  assert.equal(exactText("<0x0A>"), "\n");
});

test("part of a character can't stand alone", () => {
  assert.equal(exactText("Ã"), null);
  assert.equal(exactText("<0xF0>"), null);
});

test("pieces that go on with a word are told by their vocabulary", () => {
  assert.equal(joinsBefore("##ing", ["cat", "##ing"]), true);
  assert.equal(joinsBefore("cat", ["cat", "##ing"]), false);
  assert.equal(joinsBefore("s", ["Ġcat", "s"]), true);
  assert.equal(joinsBefore("Ġcat", ["Ġcat", "s"]), false);
});

test("a change is taken back only while its text stands", () => {
  const before = { ...VIEW, text: "a", row: 4 };
  const masked = { text: "a", pair: null, words: { text: ["mole"], pair: [] } };
  const edits = remember({ edits: [], masked }, before, { ...VIEW, text: "a b" });
  assert.equal(edits[0].masked, masked);
  assert.deepEqual(lastEdit({ edits, view: { ...VIEW, text: "a b", head: 7 } })?.from, { text: "a", pair: null, row: 4, column: null });
  assert.equal(lastEdit({ edits, view: { ...VIEW, text: "a b c" } }), null);
  assert.equal(lastEdit({ edits, view: { ...VIEW, text: "a b", pair: "" } }), null);
  assert.equal(lastEdit({ edits: [], view: VIEW }), null);
});
