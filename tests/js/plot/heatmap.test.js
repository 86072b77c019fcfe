import assert from "node:assert/strict";
import { test } from "node:test";

import { specifyHeatmap } from "../../../static/js/plot/heatmap.js";
import { causal, decodedOf, LIGHT, token, uniform, VIEW } from "../answers.js";

const ROOM = { width: 680, height: 640 };
const PHONE = { width: 358, height: 716 };

const specify = (overview, view = {}, room = ROOM, detail = null) =>
  specifyHeatmap({ overview, detail, view: { ...VIEW, ...view }, theme: LIGHT, room });
const plain = (label) => label.replace(/<[^>]*>/g, "");
const trace = (spec, name) => spec.data.find((one) => one.name === name);
const words = (n) => Array.from({ length: n }, (_, index) => `word${index}`);

test("repeated words keep their columns: the cat sat on the mat", () => {
  const text = ["the", "cat", "sat", "on", "the", "mat"];
  const { data, layout } = specify(decodedOf(text, uniform(6)));
  assert.deepEqual(layout.xaxis.tickvals, [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(layout.xaxis.ticktext, text);
  assert.deepEqual(layout.yaxis.ticktext, text);
  assert.equal(data[0].z.length, 6);
  assert.equal(data[0].z[0].length, 6);
});

test("tokens 1, 2, 10 and dates stay labels on a linear axis of whole numbers", () => {
  const { layout } = specify(decodedOf(["1", "2", "10", "2020-01-01"], uniform(4)));
  assert.equal(layout.xaxis.type, "linear");
  assert.deepEqual(layout.xaxis.tickvals, [0, 1, 2, 3]);
  assert.deepEqual(layout.xaxis.ticktext, ["1", "2", "10", "2020-01-01"]);
});

test("markup and dollars in a token are escaped", () => {
  const { layout } = specify(decodedOf(["<b>", "a&b", "$x^2$", '"', "<a href='x'>"], uniform(5)));
  assert.deepEqual(layout.xaxis.ticktext.slice(0, 4), ["&lt;b&gt;", "a&amp;b", "&#36;x^2&#36;", '"']);
  assert.ok(!layout.xaxis.ticktext[4].includes("<"));
});

test("query 0 is on top, keys are named above", () => {
  const { layout } = specify(decodedOf(["a", "b", "c"], uniform(3)));
  assert.deepEqual(layout.yaxis.range, [2.5, -0.5]);
  assert.deepEqual(layout.xaxis.range, [-0.5, 2.5]);
  assert.equal(layout.xaxis.side, "top");
});

test("the scale is fixed from 0 to 1, with a titled color bar", () => {
  const { data, layout } = specify(decodedOf(["a", "b"], [[0.2, 0.8], [0.5, 0.5]]));
  assert.equal(data[0].zmin, 0);
  assert.equal(data[0].zmax, 1);
  assert.deepEqual(data[0].colorbar.ticktext, ["0", "0.25", "0.5", "0.75", "1"]);
  assert.equal(layout.annotations[0].text, "weight");
});

test("per head the scale ends at the head's largest weight", () => {
  const { data, layout } = specify(decodedOf(["a", "b"], [[0.25, 0.75], [0.5, 0.5]]), { scale: "head" });
  assert.equal(data[0].zmax, 0.75);
  assert.deepEqual(data[0].colorbar.ticktext, ["0", "0.2", "0.4", "0.6", "0.75"]);
  assert.deepEqual(data[0].colorbar.tickvals, [0, 0.2, 0.4, 0.6, 0.75]);
});

test("the logarithmic scale states its floor and draws less alike", () => {
  const { data } = specify(decodedOf(["a", "b"], [[0, 1], [0.00001, 0.01]]), { scale: "log" });
  assert.deepEqual([...data[0].z[0]], [-4, 0]);
  assert.deepEqual([...data[0].z[1]], [-4, -2]);
  assert.equal(data[0].colorbar.ticktext.at(-1), "≤ 0.0001");
});

test("masked cells are gaps with a legend; a zero weight is a zero", () => {
  const { rows, mask } = causal(3);
  rows[2] = [0, 1, 0];
  const spec = specify(decodedOf(["a", "b", "c"], rows, { mask }));
  const { z } = spec.data[0];
  assert.ok(Number.isNaN(z[0][1]) && Number.isNaN(z[0][2]) && Number.isNaN(z[1][2]));
  assert.equal(z[2][0], 0);
  assert.equal(z[2][2], 0);
  const hatch = trace(spec, "masked: may not look");
  assert.equal(hatch.showlegend, true);
  // Row 0 masks keys 1 and 2, row 1 masks key 2: two runs, five corners each.
  assert.deepEqual(hatch.x.slice(0, 6), [0.5, 2.5, 2.5, 0.5, 0.5, null]);
  assert.deepEqual(hatch.y.slice(0, 6), [-0.5, -0.5, 0.5, 0.5, -0.5, null]);
  assert.equal(hatch.x.length, 12);
});

test("a head without a mask has neither hatch nor legend", () => {
  assert.equal(trace(specify(decodedOf(["a", "b"], uniform(2))), "masked: may not look"), undefined);
});

test("scores run from the head's smallest to its largest, gaps left out", () => {
  const rows = [[-2, null], [3, 0.5]];
  const mask = [[true, false], [true, true]];
  const { data, layout } = specify(decodedOf(["a", "b"], rows, { mask, quantity: "scores" }));
  assert.equal(data[0].zmin, -2);
  assert.equal(data[0].zmax, 3);
  assert.deepEqual(data[0].colorbar.ticktext, ["\u22122", "\u22121", "0", "1", "2", "3"]);
  assert.equal(layout.annotations[0].text, "score");
  assert.ok(Number.isNaN(data[0].z[0][1]));
});

for (const [n, room] of [[5, ROOM], [15, ROOM], [128, ROOM], [256, ROOM], [5, PHONE], [15, PHONE], [128, PHONE]]) {
  test(`${n} tokens in ${room.width} pixels: labels stand apart, evenly, inside the room`, () => {
    const { layout, geometry } = specify(decodedOf(words(n), uniform(n)), {}, room);
    const strides = layout.xaxis.tickvals.slice(1).map((place, index) => place - layout.xaxis.tickvals[index]);
    assert.equal(new Set(strides).size, 1);
    const line = geometry.fontSize + 2;
    assert.ok(strides[0] * geometry.cellHeight >= line - 1 || n <= 2);
    const step = layout.yaxis.tickvals[1] - layout.yaxis.tickvals[0];
    assert.ok(step * geometry.cellHeight >= line);
    if (geometry.angle === -90) assert.ok(strides[0] * geometry.cellWidth >= line);
    assert.ok(layout.width <= room.width + 1 && layout.height <= room.height + 1);
    assert.ok(Math.abs(geometry.cellWidth - geometry.cellHeight) < 0.01, "square");
  });
}

test("8192 tokens, pooled to 256 cells a side, still fit the room", () => {
  const overview = decodedOf(words(8192), uniform(256), { pool: { factor: 32, reducer: "max" } });
  const { layout, geometry, data } = specify(overview);
  assert.ok(layout.width <= ROOM.width + 1 && layout.height <= ROOM.height + 1);
  assert.ok(geometry.cellWidth * 8192 > 300);
  assert.equal(data[0].x.length, 257);
  assert.ok(layout.yaxis.ticktext.length >= 10 && layout.yaxis.ticktext.length <= 45);
});

test("5 tokens keep every label level; 128 keep some, with their positions", () => {
  const few = specify(decodedOf(["a", "b", "c", "d", "e"], uniform(5)));
  assert.equal(few.layout.xaxis.ticktext.length, 5);
  assert.equal(few.geometry.angle, 0);
  const many = specify(decodedOf(words(128), uniform(128)));
  assert.ok(many.layout.xaxis.ticktext.length >= 20 && many.layout.xaxis.ticktext.length < 64);
  assert.match(plain(many.layout.xaxis.ticktext[1]), /^word(\d+) \1$/);
});

test("long labels end in an ellipsis", () => {
  const { layout } = specify(decodedOf(["a".repeat(60), "b"], uniform(2)));
  assert.equal(layout.yaxis.ticktext[0], `${"a".repeat(13)}…`);
});

test("right-to-left labels are isolated", () => {
  const { layout } = specify(decodedOf(["שלום", "b"], uniform(2)));
  assert.equal(layout.yaxis.ticktext[0], "\u2068שלום\u2069");
});

test("numbers are printed in large cells only", () => {
  const few = trace(specify(decodedOf(["a", "b"], [[0.64, 0.36], [1, 0]])), "numbers");
  assert.deepEqual(few.text, [".64", ".36", "1", "·"]);
  assert.equal(trace(specify(decodedOf(words(40), uniform(40))), "numbers"), undefined);
});

test("a score that rounds to zero has no sign; others keep theirs", () => {
  const rows = [[-0.04, 0.04], [-0.26, 12.4]];
  const numbers = trace(specify(decodedOf(["a", "b"], rows, { quantity: "scores" })), "numbers");
  assert.deepEqual(numbers.text, ["0.0", "0.0", "\u22120.3", "12"]);
});

test("several tokens of one character say which part each is, on both axes", () => {
  const parts = ["1/3", "2/3", "3/3"].map((piece, index) => token("\u{1f4a9}", index, { piece }));
  const { layout, geometry } = specify(decodedOf([...parts, "x"], uniform(4)));
  const labels = ["\u{1f4a9} 1/3", "\u{1f4a9} 2/3", "\u{1f4a9} 3/3", "x"];
  assert.deepEqual(layout.xaxis.ticktext, labels);
  assert.deepEqual(layout.yaxis.ticktext, labels);
  assert.ok(geometry.margin.l >= 6 * 0.6 * geometry.fontSize, "there is room for them");
});

for (const [scale, quantity] of [["unit", "weights"], ["log", "weights"], ["unit", "scores"]]) {
  for (const n of [2, 15, 60, 128]) {
    test(`phone, ${n} tokens, ${quantity}, ${scale}: the name beside the color bar is inside the figure`, () => {
      const { data, layout, geometry } = specify(decodedOf(words(n), uniform(n), { quantity }), { scale }, PHONE);
      const { colorbar } = data[0];
      const [title] = layout.annotations;
      const plotWidth = geometry.width - geometry.margin.l - geometry.margin.r;
      const start = title.x * plotWidth;
      assert.ok(start > colorbar.len);
      const room = Math.max(geometry.width, PHONE.width) - geometry.margin.l - start;
      assert.ok(room >= title.text.length * 5.5, `${room} pixels for "${title.text}"`);
    });
  }
}

test("a pooled head is drawn in blocks; 300 tokens by 2 end at the last token", () => {
  const overview = decodedOf(words(300), uniform(150), { pool: { factor: 2, reducer: "max" } });
  const { data, layout, grid } = specify(overview);
  assert.equal(grid.factor, 2);
  assert.deepEqual([data[0].x[0], data[0].x[1], data[0].x.at(-1)], [-0.5, 1.5, 299.5]);
  assert.equal(layout.xaxis.range[1], 299.5);
});

test("a zoom into a pooled head shows its blocks, then the exact cells", () => {
  const overview = decodedOf(words(300), uniform(150), { pool: { factor: 2, reducer: "max" } });
  const zoom = "10:14,20:23";
  const before = specify(overview, { zoom });
  assert.deepEqual(before.grid.rowEdges, [10, 12, 14]);
  assert.deepEqual(before.layout.yaxis.range, [13.5, 9.5]);
  const tokens = (start, stop) => words(300).slice(start, stop).map((text, index) => token(text, start + index));
  const detail = decodedOf([], [[0.1, 0.2, 0.3], [0.4, 0.5, 0.6], [0, 0, 0], [0, 0, 1]], { query_tokens: tokens(10, 14), key_tokens: tokens(20, 23) }, VIEW, { row: 10, column: 20 });
  const after = specify(overview, { zoom }, ROOM, detail);
  assert.equal(after.grid.factor, 1);
  assert.deepEqual(after.data[0].x, [19.5, 20.5, 21.5, 22.5]);
  assert.deepEqual([...after.data[0].z[1]].map((value) => value.toFixed(1)), ["0.4", "0.5", "0.6"]);
});

test("a zoom past the end of a shorter text shows everything", () => {
  const { window } = specify(decodedOf(["a", "b"], uniform(2)), { zoom: "10:14,20:23" });
  assert.deepEqual(window, { rowStart: 0, rowStop: 2, columnStart: 0, columnStop: 2 });
});
