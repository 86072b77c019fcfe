// Lesson 3: what is asked, and what is at hand before the server answers.
import assert from "node:assert/strict";
import test from "node:test";

import { returnOf } from "../../../static/js/learn/positions-facts.js";
import { sector, tip, withoutTurns } from "../../../static/js/learn/positions-dial.js";
import { encode, frequencies, pairsToDraw, rowsFrom, shortFigure, similarityAt } from "../../../static/js/learn/positions-waves.js";
import { findHindrance } from "../../../static/js/learn/positions-words.js";
import { lesson } from "../../../static/js/lessons/positions.js";

const state = {
  text: "The man bit the dog",
  other: "The dog bit the man",
  word: "man",
  row: 1,
  d_model: 8,
  base: 10_000,
  start: 0,
  pair: 0,
  first: 5,
  second: 105,
  offset: 10,
  width: 512,
  distance: 8,
  n_heads: 8,
};

test("the figure's own waves are those of the mission", () => {
  const shown = Array.from({ length: 8 }, (_, feature) => Number(encode(1, feature, 8, 10_000).toFixed(4)));
  assert.deepEqual(shown, [0.8415, 0.5403, 0.0998, 0.995, 0.01, 1, 0.001, 1]);
  assert.equal(similarityAt(10, 512, 10_000).toFixed(4), "173.7897");
  assert.equal(similarityAt(0, 512, 10_000), 256);
});

test("high features are slow waves", () => {
  const speeds = frequencies(512, 10_000);
  assert.ok(speeds.every((speed, pair) => pair === 0 || speed < speeds[pair - 1]));
  assert.equal(Math.round((2 * Math.PI) / speeds[255]), 60_611);
});

test("a fast pair comes back, a slow one does not", () => {
  assert.equal(returnOf(1).back, 44);
  assert.equal(returnOf(0.1).back, 63);
  assert.deepEqual(returnOf(0.01), { back: "none", gap: "none" });
});

test("positions end at a thousand million", () => {
  assert.equal(rowsFrom(0), 64);
  assert.equal(rowsFrom(10 ** 9), 1);
  assert.equal(rowsFrom(10 ** 9 - 63), 64);
});

test("pairs to draw run from the fastest to the slowest", () => {
  assert.deepEqual(pairsToDraw(4, 6), [0, 1, 2, 3]);
  assert.deepEqual(pairsToDraw(256, 6), [0, 51, 102, 153, 204, 255]);
});

test("hands point up at 0 and go clockwise", () => {
  assert.deepEqual(tip(10, 5, 0), [10, 5]);
  assert.ok(Math.abs(tip(10, 5, Math.PI / 2)[0] - 15) < 1e-12);
  assert.ok(Math.abs(withoutTurns(-1) - (2 * Math.PI - 1)) < 1e-12);
  assert.match(sector(10, 5, 0, 4), /A5 5 0 1 1/);
  assert.match(sector(10, 5, 0, 3), /A5 5 0 0 1/);
});

test("labels are short", () => {
  assert.deepEqual([6.283, 628.3, 60_611.4, 2.5e7].map(shortFigure), ["6.28", "628", "60,611", "2.5e7"]);
});

test("choosing a row or a pair asks nothing new", () => {
  const asked = JSON.stringify(lesson.sources({ ...state, row: 0 }));
  for (const change of [{ row: 0, pair: 3 }, { row: 0, distance: 99 }]) {
    const { table_row: mine, ...others } = lesson.sources({ ...state, ...change });
    const { table_row: before, ...wanted } = JSON.parse(asked);
    assert.deepEqual(JSON.parse(JSON.stringify(others)), wanted);
    assert.deepEqual(mine, before);
  }
});

test("a row that MiniLM does not have is not asked for", () => {
  assert.equal(lesson.sources({ ...state, start: 480, row: 31 }).table_row?.body.start, 511);
  assert.equal(lesson.sources({ ...state, start: 480, row: 32 }).table_row, null);
});

test("without a word there is nothing to compare", () => {
  assert.equal(lesson.sources({ ...state, word: "" }).placed, null);
  assert.equal(lesson.sources({ ...state, other: "" }).unplaced, null);
});

test("what keeps a word from being compared is said", () => {
  assert.equal(findHindrance(state), "");
  assert.equal(findHindrance({ ...state, word: " MAN " }), "");
  assert.match(findHindrance({ ...state, word: "cat" }), /“cat” does not stand in either sentence/);
  assert.match(findHindrance({ ...state, text: "The woman" }), /does not stand in the one order/);
  assert.match(findHindrance({ ...state, other: "manly" }), /does not stand in the other order/);
  assert.match(findHindrance({ ...state, word: "m.n" }), /does not stand/);
  assert.match(findHindrance({ ...state, word: "(" }), /does not stand/);
});

test("a learned table is measured over all places", () => {
  const { by_distance, least, most, lengths } = lesson.derive.learned({ encoding: [[3, 4], [0, 2], [4, 3]] }, state);
  assert.deepEqual(lengths, [5, 2, 5]);
  assert.deepEqual(by_distance.map((one) => Number(one.toFixed(12))), [1, 0.7, 0.96]);
  assert.deepEqual([least[1], most[1]].map((one) => Number(one.toFixed(12))), [0.6, 0.8]);
});

test("the first place in each text is compared", () => {
  const occurrences = [{ text: 0, tokens: [2] }, { text: 0, tokens: [4] }, { text: 1, tokens: [5] }];
  const layer = [[0, 1, 2], [1, 0, 3], [2, 3, 0]];
  const facts = lesson.derive.placed({ occurrences, largest_differences: [layer], cosines: [layer] }, state);
  assert.deepEqual([facts.differences, facts.places, facts.largest], [[2], [2, 5], 2]);
});
