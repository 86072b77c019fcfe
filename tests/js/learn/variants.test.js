import assert from "node:assert/strict";
import test from "node:test";
import { inOrder, isShown, pressed } from "../../../static/js/learn/variants-order.js";

const ROWS = [
  { place: 0, design: "decoder", sorts: { year: 2, name: 0 } },
  { place: 1, design: "encoder", sorts: { year: 0, name: 2 } },
  { place: 2, design: "encoder-decoder", sorts: { year: 1, name: 1 } },
];
const places = (rows) => rows.map(({ place }) => place);

test("rows stand in the order of a column, either way round", () => {
  assert.deepEqual(places(inOrder(ROWS, "year", false)), [1, 2, 0]);
  assert.deepEqual(places(inOrder(ROWS, "year", true)), [0, 2, 1]);
  assert.deepEqual(places(inOrder(ROWS, "name", false)), [0, 2, 1]);
  assert.deepEqual(places(ROWS), [0, 1, 2]);
});

test("a design shows its own rows only", () => {
  assert.deepEqual(places(ROWS.filter((row) => isShown(row, "encoder"))), [1]);
  assert.deepEqual(places(ROWS.filter((row) => isShown(row, "all"))), [0, 1, 2]);
});

test("a heading pressed again turns the order round", () => {
  const once = pressed({ sort: "year", is_descending: false }, "name");
  assert.deepEqual(once, { sort: "name", is_descending: false });
  const twice = pressed(once, "name");
  assert.deepEqual(twice, { sort: "name", is_descending: true });
  assert.deepEqual(pressed(twice, "name"), { sort: "name", is_descending: false });
});
