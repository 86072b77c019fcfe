import assert from "node:assert/strict";
import { test } from "node:test";

import { canNameWritten, rowNames, stepOf, writingOf } from "../../../static/js/state/naming.js";
import { readColumn, readRow } from "../../../static/js/state/reading.js";
import { stripsOf } from "../../../static/js/state/sides.js";
import { NEXT, pairOf, snapshotOf, SOURCE, TARGET } from "../pairs.js";

const texts = (tokens) => tokens.map(({ text }) => text);
const written = { named: "written" };

test("rows are named by the token read, or by the one written after it", () => {
  const cross = pairOf("cross");
  assert.deepEqual(texts(rowNames(cross, { named: "read" })), ["<s>", "il", "était"]);
  assert.deepEqual(texts(rowNames(cross, written)), ["il", "était", "</s>"]);
  assert.deepEqual(rowNames(cross, written).map(({ index }) => index), [0, 1, 2]);
});

test("only decoder and cross have rows that write", () => {
  assert.deepEqual(["encoder", "decoder", "cross", "joint"].map((part) => canNameWritten(pairOf(part))), [false, true, true, false]);
  assert.equal(canNameWritten(pairOf("cross", {}, { next_tokens: null })), false);
  assert.deepEqual(texts(rowNames(pairOf("joint"), written)).slice(0, 2), ["it", "was"]);
});

test("a row says what it read and is about to write; a source row writes nothing", () => {
  assert.deepEqual(Object.values(writingOf(pairOf("cross"), 1)).map(({ text }) => text), ["il", "était"]);
  assert.equal(writingOf(pairOf("joint"), 0), null);
  assert.equal(writingOf(pairOf("joint"), 4).written.text, "il");
  assert.equal(writingOf(pairOf("encoder"), 0), null);
});

const step = (token, probability) => ({ token, probability, alternatives: [] });
const STEPS = [step(NEXT[0], 0.9), step(NEXT[1], 0.8), step(NEXT[2], 0.7)];

test("the probability of the model's own next token, never of another's", () => {
  const known = (focus, more = {}) => ({ ...snapshotOf(focus), translation: { view: focus.view, answer: { steps: STEPS, ...more } } });
  assert.equal(stepOf(known(pairOf("cross")), 0).probability, 0.9);
  assert.equal(stepOf(known(pairOf("cross")), 2).probability, 0.7);
  assert.equal(stepOf(known(pairOf("joint")), 5).probability, 0.8);
  assert.equal(stepOf(known(pairOf("joint")), 1), null);
  const forced = pairOf("cross", {}, { target: { text: "x", forced: true, finished: true } });
  assert.equal(stepOf(known(forced), 0), null);
  const stale = { ...known(pairOf("cross")), translation: { view: { ...pairOf("cross").view, text: "older" }, answer: { steps: STEPS } } };
  assert.equal(stepOf(stale, 0), null);
});

test("two start tokens: the second one writes the first word", () => {
  const start = [TARGET[0], { ...TARGET[0], index: 1 }, { ...TARGET[1], index: 2 }];
  const focus = pairOf("cross", {}, { target_tokens: start, next_tokens: [TARGET[0], NEXT[0], NEXT[2]] });
  focus.queryTokens = start;
  const snapshot = { ...snapshotOf(focus), translation: { view: focus.view, answer: { steps: [step(NEXT[0], 0.9), step(NEXT[2], 0.5)] } } };
  assert.deepEqual([0, 1, 2].map((row) => stepOf(snapshot, row)?.probability ?? null), [null, 0.9, 0.5]);
});

test("two strips: each knows where its tokens stand in the head", () => {
  const shape = (part, patch) => stripsOf(snapshotOf(pairOf(part), patch)).map(({ side, tokens, row, column }) => [side, tokens.length, row, column]);
  assert.deepEqual(shape("cross"), [["source", 4, null, 0], ["target", 3, 0, null]]);
  assert.deepEqual(shape("encoder"), [["source", 4, 0, 0], ["target", 3, null, null]]);
  assert.deepEqual(shape("decoder"), [["source", 4, null, null], ["target", 3, 0, 0]]);
  assert.deepEqual(shape("joint"), [["source", 4, 0, 0], ["target", 3, 4, 4]]);
  // Named by what is written, the target's strip is no axis of what is read.
  assert.deepEqual(shape("decoder", { view: written })[1], ["target", 3, 0, null]);
});

test("a column is read in place of a row: who looks at was", () => {
  const focus = pairOf("cross");
  const hovering = { ...snapshotOf(focus), pointer: { row: null, column: 1 } };
  assert.deepEqual([...readColumn(hovering).values].map((value) => Number(value.toFixed(2))), [0.1, 0.5, 0.2]);
  assert.equal(readColumn(snapshotOf(focus)), null);
  assert.equal(readColumn(snapshotOf(focus, { view: { row: 0, column: 1 } })), null);
  assert.equal(readColumn(snapshotOf(focus, { view: { row: null, column: 0 } })).column, 0);
  assert.equal(readColumn({ ...hovering, pointer: { row: 0, column: 1 } }), null);
  assert.equal(readRow(snapshotOf(focus)).row, 2);
  assert.equal(SOURCE.length, focus.keyTokens.length);
});
