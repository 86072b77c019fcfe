import assert from "node:assert/strict";
import { test } from "node:test";

import { ellipsize, mostColumns, textColumns, tickPlaces, tickStride } from "../../../static/js/plot/labels.js";
import { roundTicks } from "../../../static/js/plot/scale.js";
import { shiftTo, windowFromRanges, zoomBy } from "../../../static/js/plot/zoom.js";
import { zoomOf } from "../../../static/js/plot/cells.js";

test("an ellipsis never splits what a person calls a character", () => {
  assert.equal(ellipsize("family", 6), "family");
  assert.equal(ellipsize("families", 6), "famil…");
  assert.equal(ellipsize("a👨‍👩‍👧‍👦bcd", 4), "a👨‍👩‍👧‍👦…");
  assert.equal(textColumns("日本"), 4);
  assert.equal(textColumns("e\u0301"), 1);
});

test("strides are the smallest round ones that leave room", () => {
  assert.deepEqual([20, 14, 5, 4.4, 1.3, 0.9].map((cell) => tickStride(cell, 15)), [1, 2, 3, 4, 20, 20]);
  assert.deepEqual(tickPlaces(7, 30, 10), [10, 20]);
  assert.deepEqual(tickPlaces(0, 3, 1), [0, 1, 2]);
});

test("ticks of a score range are round and inside it", () => {
  assert.deepEqual(roundTicks(-3.2, 5.1), [-2, 0, 2, 4]);
  assert.deepEqual(roundTicks(0, 0.83), [0, 0.2, 0.4, 0.6, 0.8]);
  assert.deepEqual(roundTicks(2, 2), [2]);
});

const COUNTS = { rows: 100, columns: 100 };
const WHOLE = { rowStart: 0, rowStop: 100, columnStart: 0, columnStop: 100 };

test("zooming halves around a cell and stays inside", () => {
  assert.deepEqual(zoomBy(WHOLE, 0.5, { row: 40, column: 2 }, COUNTS), { rowStart: 16, rowStop: 66, columnStart: 0, columnStop: 50 });
  const small = { rowStart: 0, rowStop: 4, columnStart: 96, columnStop: 100 };
  assert.deepEqual(zoomBy(small, 0.5, { row: 0, column: 99 }, COUNTS), small);
  assert.equal(zoomOf(zoomBy(small, 64, { row: 0, column: 99 }, COUNTS), 100, 100), null);
});

test("a window follows the cell as little as needed", () => {
  const window = { rowStart: 10, rowStop: 20, columnStart: 10, columnStop: 20 };
  assert.deepEqual(shiftTo(window, 20, 9), { rowStart: 11, rowStop: 21, columnStart: 9, columnStop: 19 });
  assert.deepEqual(shiftTo(window, 15, 15), window);
});

test("a dragged box takes each token it touches", () => {
  assert.deepEqual(windowFromRanges([2.6, 5.2], [9.4, 3.6], COUNTS), { rowStart: 4, rowStop: 10, columnStart: 3, columnStop: 6 });
  assert.deepEqual(windowFromRanges([-0.5, 99.5], [99.5, -0.5], COUNTS), WHOLE);
});

test("a family of emoji keeps room for its members side by side", () => {
  assert.equal(textColumns("\u{1f468}\u200d\u{1f469}\u200d\u{1f467} 1/13"), 7);
  assert.equal(mostColumns("\u{1f468}\u200d\u{1f469}\u200d\u{1f467} 1/13"), 11);
  assert.equal(mostColumns("street"), 6);
  assert.equal(mostColumns("\u732b"), 2);
});
