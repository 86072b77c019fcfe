import assert from "node:assert/strict";
import { test } from "node:test";

import { coverOf } from "../../../static/js/plot/mark-labels.js";

const FONT = 12;
const LINE = FONT + 3;
const OWN = FONT * 1.35;

/** Where a label's paint ends, before and after, in pixels from the plot's edge. */
function painted(places, middle, cell, start = 0) {
  const [before, after] = coverOf({ places, texts: [], stride: 1 }, FONT, { middle, start, cell });
  return { from: middle - OWN / 2 - before, to: middle + OWN / 2 + after, reach: Math.max(before, after) };
}

test("a label on its own tick, with room around, covers nothing more", () => {
  assert.deepEqual(coverOf({ places: [0, 3, 6], texts: [], stride: 3 }, FONT, { middle: 3.5 * 7, start: 0, cell: 7 }), [0, 0]);
});

test("every neighbour is hidden whole or left whole, wherever the label stands", () => {
  for (const [cell, stride] of [[7, 3], [3.4, 5], [1.1, 20], [0.2, 100], [14, 2]]) {
    for (const start of [0, 40]) {
      const places = Array.from({ length: 12 }, (_, index) => start + index * stride);
      for (let row = start; row < start + 11 * stride; row += 1) {
        const middle = (row - start + 0.5) * cell;
        const { from, to, reach } = painted(places, middle, cell, start);
        assert.ok(reach <= OWN, "two shadows of the label reach that far");
        for (const place of places) {
          const tick = (place - start + 0.5) * cell;
          const isHidden = from <= tick - LINE / 2 + 1e-6 && to >= tick + LINE / 2 - 1e-6;
          const isWhole = to <= tick - LINE / 2 + 0.7 || from >= tick + LINE / 2 - 0.7;
          assert.ok(isHidden || isWhole || place === row, `row ${row}, tick ${place}, cell ${cell}`);
        }
      }
    }
  }
});
