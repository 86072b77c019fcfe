import assert from "node:assert/strict";
import { test } from "node:test";

import { fileName, viewRequest } from "../../../static/js/api/snippets.js";
import { hintLine, nameHeatmap, quantityLine } from "../../../static/js/plot/captions.js";
import { readColumnNumbers } from "../../../static/js/plot/column.js";
import { toCsv } from "../../../static/js/plot/csv.js";
import { specifyFigure } from "../../../static/js/plot/figure.js";
import { specifyHeatmap } from "../../../static/js/plot/heatmap.js";
import { orderOf } from "../../../static/js/plot/mosaic-layout.js";
import { readNumbers } from "../../../static/js/plot/row.js";
import { chooseTable } from "../../../static/js/plot/table.js";
import { headTitle, titleOf } from "../../../static/js/plot/titles.js";
import { sayCell } from "../../../static/js/plot/words.js";
import { LIGHT } from "../answers.js";
import { CROSS, NEXT, pairOf, PAIR_VIEW, SOURCE, TARGET } from "../pairs.js";

const ROOM = { width: 680, height: 640 };
const specify = (part, view = {}, room = ROOM) => specifyHeatmap({ overview: pairOf(part), view: { ...PAIR_VIEW, part, ...view }, theme: LIGHT, room });

test("18 and 79 tokens or 3 and 4: cells stay square in a rectangle", () => {
  const { data, layout, geometry } = specify("cross");
  assert.deepEqual([data[0].z.length, data[0].z[0].length], [3, 4]);
  assert.deepEqual(layout.yaxis.ticktext, ["<i>&lt;s&gt;</i>", "il", "était"]);
  assert.deepEqual(layout.xaxis.ticktext, ["it", "was", "tired", "<i>&lt;/s&gt;</i>"]);
  assert.equal(geometry.cellWidth, geometry.cellHeight);
  assert.equal(layout.shapes.length, 0);
});

test("rows named by the token written", () => {
  const { layout } = specify("cross", { named: "written" });
  assert.deepEqual(layout.yaxis.ticktext, ["il", "était", "<i>&lt;/s&gt;</i>"]);
});

test("the joint picture: rules between the blocks, four labels, no other legend", () => {
  const { data, layout } = specify("joint");
  assert.deepEqual(layout.shapes.map(({ x0, y0 }) => [x0, y0]), [[3.5, 0], [0, 3.5]]);
  const labels = layout.annotations.filter(({ name }) => name === "block").map(({ text }) => text.replace("<br>", " "));
  assert.deepEqual(labels, [
    "source looks at source", "hatched: the source never sees the target", "target looks at source", "target looks at target, never ahead",
  ]);
  assert.equal(layout.showlegend, false);
  assert.ok(data[0].z.slice(0, 4).every((row) => row.slice(4).every(Number.isNaN)));
  assert.ok(data[0].z[4].slice(0, 5).every(Number.isFinite));
});

test("on a phone the labels are shorter, and a zoom into one block has its own only", () => {
  const phone = specify("joint", {}, { width: 358, height: 716 });
  const texts = phone.layout.annotations.filter(({ name }) => name === "block");
  assert.equal(texts.length, 4);
  const zoomed = specify("joint", { zoom: "4:7,0:4" });
  assert.deepEqual(zoomed.layout.annotations.filter(({ name }) => name === "block").map(({ text }) => text), ["target looks at source"]);
  assert.equal(zoomed.layout.shapes.length, 0);
});

test("a head's title names the attention where there are several kinds", () => {
  assert.equal(headTitle({ part: null, layer: 3, head: 1 }), "Layer 3, head 1");
  assert.equal(titleOf(pairOf("cross")), "Cross attention, layer 1, head 2");
  assert.equal(titleOf(pairOf("cross"), true), "Cross attention");
  assert.match(nameHeatmap(pairOf("cross")), /^Heatmap of cross attention, layer 1, head 2, 3 by 4\./);
});

test("what a row is and adds up to is said for each part", () => {
  const hint = (part, named) => hintLine(pairOf(part), specify(part), { named });
  assert.match(hint("cross", "read"), /^Each row: the token just read looks at the source tokens above\./);
  assert.match(hint("cross", "written"), /^Each row: the token about to be written looks at the source tokens above\./);
  assert.match(hint("decoder", "read"), /just read looks at the target so far/);
  assert.match(hint("joint", "read"), /two distributions, .* adds up to 2/);
  assert.equal(quantityLine(pairOf("joint")), "a source row adds up to 1, a target row to 2");
  assert.equal(quantityLine(pairOf("cross")), "each row adds up to 1");
});

test("a target row of the joint picture is read side by side, each adding up to 1", () => {
  const joint = pairOf("joint");
  const values = Float32Array.from([...CROSS[2], 0.2, 0.2, 0.6]);
  const [source, target] = [(key) => key < 4, (key) => key >= 4].map((within) => readNumbers(joint, 6, values, { within }));
  assert.deepEqual([source.sum.toFixed(3), target.sum.toFixed(3)], ["1.000", "1.000"]);
  assert.equal(source.entries[0].token.text, "tired");
  assert.equal(target.entries[0].token.text, "était");
  assert.equal(target.isComparable, false);
});

test("between two sides no row is a key's own, though positions agree", () => {
  const statistics = { column_mean: [0.3, 0.4, 0.35, 0.1], column_rows: [3, 3, 3, 3] };
  const { entries } = readNumbers(pairOf("cross", {}, { statistics }), 1, Float32Array.from(CROSS[1]));
  // Row 1 gives key 1 .5; the two other rows share 1.2 - .5 = .7.
  const { comparison } = entries.find(({ column }) => column === 1);
  assert.deepEqual([comparison.otherRows, comparison.othersMean.toFixed(2)], [2, "0.35"]);
});

test("who looks at a key: largest first, with the average of the rows", () => {
  const numbers = readColumnNumbers(pairOf("cross"), 2, Float32Array.from(CROSS.map((row) => row[2])), TARGET);
  assert.deepEqual(numbers.entries.map(({ token }) => token.text), ["était", "il", "<s>"]);
  assert.equal(numbers.mean.toFixed(2), "0.35");
  const masked = readColumnNumbers(pairOf("decoder"), 2, Float32Array.from([NaN, NaN, 0.6]), TARGET, 8);
  assert.deepEqual([masked.allowedCount, masked.entries.length], [1, 1]);
});

test("an order whose numbers are absent is the layers' own", () => {
  assert.equal(orderOf(pairOf("cross"), "distance"), "layer");
  assert.equal(orderOf(pairOf("cross", {}, { statistics: { row_entropy_nats: [0, 0, 0] } }), "layer"), "layer");
  assert.equal(orderOf(null, "distance"), "distance");
});

test("exports ask for part and target, name the part, and say what was written", () => {
  const focus = pairOf("cross", { target: "" });
  const window = { rowStart: 0, rowStop: 3, columnStart: 0, columnStop: 4 };
  const request = viewRequest(focus.view, { ...focus, window });
  assert.deepEqual([request.part, request.target], ["cross", ""]);
  assert.equal("statistics" in viewRequest({ ...focus.view, part: "joint" }, { ...focus, window }), false);
  assert.equal(fileName(focus.view, "csv"), "headlight-lesson-translator-cross-layer1-head2-weights.csv");
  const csv = toCsv({ queryTokens: TARGET, keyTokens: SOURCE, nextTokens: NEXT, at: (query, key) => CROSS[query][key] });
  const [header, first] = csv.replace("\ufeff", "").split("\r\n");
  assert.equal(header, 'query_position,query,writes,"0 it","1 was","2 tired","3 </s>"');
  assert.equal(first, '0,"<s>","il",0.7,0.1,0.1,0.1');
});

test("a figure says source and target, and whether the target was forced", () => {
  const said = (more) => specifyFigure({ overview: pairOf("cross", {}, more), detail: null, view: PAIR_VIEW, theme: LIGHT, modelTitle: "Translator" })
    .layout.annotations.map(({ text }) => text).join("\n");
  assert.match(said({}), /<b>Translator, cross attention, layer 1, head 2<\/b>: weights/);
  assert.match(said({}), /a text → Il était\n/);
  assert.match(said({ target: { text: "Non", forced: true, finished: true } }), /a text → Non \(forced\)/);
  assert.match(said({}), /target down, source across/);
});

test("table and spoken cells name rows as the picture does", () => {
  const focus = pairOf("cross");
  const part = chooseTable({ focus, detail: null, reading: null, view: { ...PAIR_VIEW, named: "written" } });
  assert.deepEqual(part.rows.map(({ token }) => token.text), ["il", "était", "</s>"]);
  assert.match(part.caption, /^Cross attention, layer 1, head 2: weights/);
  assert.equal(sayCell({ query: "il", key: "it", value: 0.7, quantity: "weights", isWritten: true }), "writing il, looks at it: 0.700");
});
