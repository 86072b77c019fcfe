import assert from "node:assert/strict";
import { test } from "node:test";

import { carry, carryIndex, carryToken } from "../../../static/js/state/carry.js";
import {
  clampToModel, firstHead, fitToModel, freeRow, lockRow, moveCell, nextHead, nextLayer, rowRead, selectCell, selectHead, toggleRow,
} from "../../../static/js/state/selection.js";
import { decodedOf, token, uniform, VIEW } from "../answers.js";

const SHAPE = { n_layers: 6, n_heads: 12 };
const words = (text) => text.split(" ").map((word, index) => ({ ...token(word, index), id: word.length * 1000 + word.charCodeAt(0) }));

test("a head outside the model becomes its last", () => {
  assert.deepEqual(pick(selectHead(VIEW, 6, -1, SHAPE)), [5, 0]);
  assert.deepEqual(pick(clampToModel({ ...VIEW, layer: 99, head: 99 }, SHAPE)), [5, 11]);
  assert.equal(clampToModel(VIEW, SHAPE), VIEW);
});

test("heads and layers go round and round", () => {
  assert.deepEqual(pick(nextHead({ ...VIEW, layer: 0, head: 11 }, 1, SHAPE)), [1, 0]);
  assert.deepEqual(pick(nextHead({ ...VIEW, layer: 0, head: 0 }, -1, SHAPE)), [5, 11]);
  assert.deepEqual(pick(nextLayer({ ...VIEW, layer: 5, head: 4 }, 1, SHAPE)), [0, 4]);
  assert.deepEqual(pick(nextLayer({ ...VIEW, layer: 0, head: 4 }, -1, SHAPE)), [5, 4]);
});

test("a row is locked, freed and toggled; 0 is a row", () => {
  assert.equal(lockRow({ ...VIEW, column: 3 }, 0).row, 0);
  assert.equal(lockRow({ ...VIEW, column: 3 }, 0).column, null);
  assert.equal(toggleRow({ ...VIEW, row: 0 }, 0).row, null);
  assert.equal(toggleRow({ ...VIEW, row: 0 }, 2).row, 2);
  assert.deepEqual(freeRow(selectCell(VIEW, 0, 0)), { ...VIEW, row: null, column: null });
});

test("the cell stays inside the matrix", () => {
  const shape = { rows: 3, columns: 4 };
  assert.deepEqual(cell(moveCell(VIEW, 1, 0, shape, 1)), [2, 0]);
  assert.deepEqual(cell(moveCell({ ...VIEW, row: 0, column: 0 }, -1, -1, shape)), [0, 0]);
  assert.deepEqual(cell(moveCell({ ...VIEW, row: 2, column: 3 }, 1, 1, shape)), [2, 3]);
  assert.equal(moveCell(VIEW, 1, 0, { rows: 0, columns: 0 }), VIEW);
});

test("a token keeps its lock through edits before, after and far away", () => {
  const before = words("the cat sat on the mat");
  assert.equal(carryIndex(2, before, words("the cat sat on the rug")), 2);
  assert.equal(carryIndex(2, before, words("now the cat sat on the mat")), 3);
  assert.equal(carryIndex(5, before, words("the mat")), 1);
  assert.equal(carryIndex(null, before, words("a")), null);
});

test("a lock whose words are gone is there again when they come back", () => {
  const [long, short] = [words("the cat sat on the mat"), words("the dog")];
  const kept = carryIndex(4, long, short);
  assert.equal(kept, 4);
  assert.equal(carryIndex(kept, short, long), 4);
});

test("a token is found again among words, and in another model's tokens", () => {
  const pieces = [
    token("[CLS]", 0), { ...token("un", 1), start: 0, word: 0 }, { ...token("happy", 2), start: 2, word: 0 },
    { ...token("cat", 3), start: 8, word: 1 }, token("[SEP]", 4),
  ];
  const joined = [token("[CLS]", 0), { ...token("unhappy", 1), start: 0, word: 0 }, { ...token("cat", 2), start: 8, word: 1 }, token("[SEP]", 3)];
  const bare = joined.slice(1, 3);
  assert.equal(carryToken(2, pieces, joined), 1);
  assert.equal(carryToken(3, pieces, joined), 2);
  assert.equal(carryToken(4, pieces, joined), 3);
  assert.equal(carryToken(3, pieces, bare), 1);
  assert.equal(carryToken(4, pieces, bare), null);
  assert.equal(carryToken(null, pieces, bare), null);
});

test("a change of cut drops the zoom and carries the cell; the same answer changes nothing", () => {
  const view = { ...VIEW, row: 1, column: 2, zoom: "0:2,0:2" };
  const before = decodedOf(["[CLS]", "a", "b"], uniform(3), {}, view);
  const hidden = decodedOf([token("a", 1), token("b", 2)], uniform(2), {}, { ...view, hide: "special" });
  assert.equal(carry(view, before, before), view);
  assert.deepEqual(carry(view, before, hidden), { ...view, row: 0, column: 1, zoom: null });
});

test("another model takes what it can", () => {
  const view = { ...VIEW, pair: "b", hide: "special", layer: 3, head: 11 };
  const decoder = { takes_pair: false, has_special_tokens: false, n_layers: 30, n_heads: 9 };
  assert.deepEqual(fitToModel(view, decoder), { ...view, pair: null, hide: "first", head: 8 });
  assert.equal(fitToModel({ ...view, hide: "none" }, decoder).hide, "none");
});

test("the first head is the middle layer's that leaves the sink alone most", () => {
  const share = [[0.1, 0.2], [0.9, 0.8], [0.5, 0.3], [0, 0]];
  const mosaic = {
    shape: [4, 2, 1, 1],
    answer: { layers: [0, 1, 2, 3], heads: [0, 1] },
    statistics: { sink_share: { at: (layer, head) => share[layer][head] } },
  };
  assert.deepEqual(firstHead(mosaic), { layer: 2, head: 1 });
});

test("the row read is under the pointer, else locked, else the last word", () => {
  const focus = decodedOf(["[CLS]", "a", "b", "[SEP]"], uniform(4));
  const snapshot = (view, pointer) => ({ focus, view: { ...VIEW, ...view }, pointer: { row: null, column: null, ...pointer } });
  assert.equal(rowRead(snapshot({ row: 1 }, { row: 0 })), 0);
  assert.equal(rowRead(snapshot({ row: 1 }, {})), 1);
  assert.equal(rowRead(snapshot({}, {})), 2);
  assert.equal(rowRead(snapshot({ row: 9 }, {})), 2);
  assert.equal(rowRead({ ...snapshot({}, {}), focus: null }), null);
});

const pick = ({ layer, head }) => [layer, head];
const cell = ({ row, column }) => [row, column];
