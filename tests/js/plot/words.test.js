import assert from "node:assert/strict";
import { test } from "node:test";

import { dotLine, hintLine } from "../../../static/js/plot/captions.js";
import { specifyHeatmap } from "../../../static/js/plot/heatmap.js";
import { sayMore } from "../../../static/js/plot/words.js";
import { decodedOf, LIGHT, uniform, VIEW } from "../answers.js";

const ROOM = { width: 680, height: 640 };

test("one token more is one token", () => {
  assert.equal(sayMore(1), "and 1 more token; the heatmap shows it too");
  assert.equal(sayMore(120), "and 120 more tokens; the heatmap shows all of them");
});

test("a dot among the numbers has its legend, and only then", () => {
  const hint = (rows) => {
    const focus = decodedOf(rows.map((_, index) => `w${index}`), rows);
    return hintLine(focus, specifyHeatmap({ overview: focus, view: VIEW, theme: LIGHT, room: ROOM }));
  };
  const said = "A dot is less than .005.";
  assert.equal(dotLine(), said);
  assert.ok(hint([[0.996, 0.004], [0.5, 0.5]]).endsWith(said));
  assert.ok(!hint([[0.9, 0.1], [0.5, 0.5]]).includes("dot"));
  // 40 words: the cells are too small for numbers, so there is no dot.
  assert.ok(!hint(uniform(40).map((row) => row.map((_, key) => (key === 0 ? 1 : 0)))).includes("dot"));
});
