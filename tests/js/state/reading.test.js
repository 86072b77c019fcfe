import assert from "node:assert/strict";
import { test } from "node:test";

import { readRow } from "../../../static/js/state/reading.js";
import { causal, decodedOf, VIEW } from "../answers.js";

const snapshot = (focus, exactRow, row) => ({ focus, exactRow, view: { ...VIEW, row }, pointer: { row: null, column: null } });

test("a masked key has no weight, which is not a weight of 0", () => {
  const { rows, mask } = causal(3);
  const focus = decodedOf(["a", "b", "c"], rows, { mask });
  assert.deepEqual([...readRow(snapshot(focus, null, 1)).values], [0.5, 0.5, NaN]);
});

test("a pooled head gives its blocks, until the exact row is there", () => {
  const focus = decodedOf(["a", "b", "c"], [[0.75, 0.25], [0.5, 0.5]], { pool: { factor: 2, reducer: "max" } });
  const pooled = readRow(snapshot(focus, null, 2));
  assert.deepEqual([...pooled.values], [0.5, 0.5, 0.5]);
  assert.equal(pooled.exact, false);
  const exactRow = { ...decodedOf(["a", "b", "c"], [[0.25, 0.5, 0.25]]), view: focus.view, origin: { row: 2, column: 0 } };
  const exact = readRow(snapshot(focus, exactRow, 2));
  assert.deepEqual([...exact.values], [0.25, 0.5, 0.25]);
  assert.equal(exact.exact, true);
  assert.equal(readRow(snapshot(focus, exactRow, 1)).exact, false);
});
