// Print, read, shade and find the numbers of lessons.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

import { endsOf, formatFigure, readFigure, shareOf } from "../../../static/js/learn/figures.js";
import { fillPath, find, labelsOf, rowsOf } from "../../../static/js/learn/paths.js";

const golden = JSON.parse(await readFile(new URL("../../golden/figures.json", import.meta.url), "utf8"));

for (const { number, digits, text } of golden) {
  test(`${number} with ${digits} decimals is ${JSON.stringify(text)}`, () => {
    assert.equal(formatFigure(number, digits), text);
  });
}

test("what isn't there is a dash, a masked score is minus infinity", () => {
  assert.equal(formatFigure(undefined), "–");
  assert.equal(formatFigure(NaN), "–");
  assert.equal(formatFigure(-Infinity), "−∞");
});

test("what a person types is read, or is no number yet", () => {
  const typed = { 1: 1, "-2.5": -2.5, "−2,5": -2.5, ".5": 0.5, "2.": 2, "1e3": 1000, "+4": 4, " 7 ": 7 };
  for (const [text, number] of Object.entries(typed)) assert.equal(readFigure(text), number, text);
  for (const text of ["", "-", "1e", "abc", "0x10", "1e9", "Infinity", "1,2,3"]) assert.equal(readFigure(text), null, text);
  assert.ok(Object.is(readFigure("-0"), 0));
});

test("a scale begins and ends where it is said to", () => {
  const cells = [
    [1, -2],
    [null, 4],
  ];
  assert.deepEqual(endsOf(cells, "own"), [-2, 4]);
  assert.deepEqual(endsOf(cells, "unit"), [0, 1]);
  assert.deepEqual(endsOf(cells, "signed"), [-1, 1]);
  assert.deepEqual(endsOf(cells, "-3:3"), [-3, 3]);
  assert.deepEqual(endsOf([[null]], "own"), [0, 0]);
});

test("a share is a place on the scale, masked and lone values are at its start", () => {
  assert.equal(shareOf(1, -2, 4), "0.5");
  assert.equal(shareOf(9, -2, 4), "1");
  assert.equal(shareOf(null, -2, 4), "0");
  assert.equal(shareOf(3, 3, 3), "0");
  assert.equal(shareOf(true, 0, 1), "1");
});

const tree = { row: 1, place: 2, worked: { weights: [[0], [null, 0.25]], best: [0, 1, 0] }, tokens: ["a", "b"] };

test("paths follow choices, from the innermost", () => {
  assert.equal(find(tree, "worked.weights.{row}.1"), 0.25);
  assert.equal(find(tree, "worked.weights.{worked.best.{row}}.1"), 0.25);
  assert.equal(find(tree, "worked.weights.{row}.0"), null);
  assert.equal(find(tree, "worked.weights.7.0"), undefined);
  assert.equal(find(tree, "worked.length"), undefined);
  assert.equal(find(tree, "worked.constructor"), undefined);
  assert.equal(fillPath(tree, "a.{nothing}.b"), "a..b");
});

test("a list is a matrix of one row, and nothing has no rows", () => {
  assert.deepEqual(rowsOf(tree, "worked.best"), [[0, 1, 0]]);
  assert.deepEqual(rowsOf(tree, "nothing"), []);
});

test("labels are words, places or one name for all", () => {
  assert.deepEqual(labelsOf(tree, "tokens", 3), ["a", "b", "2"]);
  assert.deepEqual(labelsOf(tree, "count:k", 2), ["k0", "k1"]);
  assert.deepEqual(labelsOf(tree, "at:tokens.{row}", 2), ["b", "b"]);
});
