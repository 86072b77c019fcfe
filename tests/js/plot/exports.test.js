import assert from "node:assert/strict";
import { test } from "node:test";

import { fileName, toCurl, toPython, toPythonScript, viewRequest } from "../../../static/js/api/snippets.js";
import { quoteLabel, shortestFloat32, toCsv } from "../../../static/js/plot/csv.js";
import { specifyFigure } from "../../../static/js/plot/figure.js";
import { decodedOf, LIGHT, token, uniform, VIEW } from "../answers.js";

test("CSV labels are quoted, and none can start a formula", () => {
  assert.equal(quoteLabel('say "hi", you'), '"say ""hi"", you"');
  assert.deepEqual(["=1+1", "+1", "-1", "@x", "\tx"].map(quoteLabel), [`"'=1+1"`, `"'+1"`, `"'-1"`, `"'@x"`, `"'\tx"`]);
  assert.equal(quoteLabel("<b>"), '"<b>"');
});

test("CSV numbers give the float32 back exactly, in few digits", () => {
  assert.equal(shortestFloat32(Math.fround(0.1)), "0.1");
  assert.equal(shortestFloat32(1), "1");
  assert.equal(shortestFloat32(0), "0");
  for (const value of [0.6401234, 1 / 3, 1e-30, 123456.789, 2 ** -149, 16777217]) {
    const exact = Math.fround(value);
    assert.equal(Math.fround(Number(shortestFloat32(exact))), exact);
  }
});

test("a CSV has a line a query, a column a key, and empty masked cells", () => {
  const tokens = [token("the", 0), token("the", 1)];
  const csv = toCsv({ queryTokens: tokens, keyTokens: tokens, at: (query, key) => (key > query ? -Infinity : 0.5) });
  assert.deepEqual(csv.replace("\ufeff", "").trimEnd().split("\r\n"), [
    'query_position,query,"0 the","1 the"',
    '0,"the",0.5,',
    '1,"the",0.5,0.5',
  ]);
});

const TOKENS = Array.from({ length: 6 }, (_, index) => token(`w${index}`, index));
const WHOLE = { rowStart: 0, rowStop: 6, columnStart: 0, columnStop: 6 };

test("the request of a view names the head and, zoomed, the range; never a pool", () => {
  const whole = viewRequest(VIEW, { queryTokens: TOKENS, keyTokens: TOKENS, window: WHOLE });
  assert.deepEqual(whole, { model: "minilm", text: "a text", layers: [3], heads: [1], statistics: ["row", "column"] });
  // Special tokens hidden: the second token shown stands at position 2.
  const shown = TOKENS.slice(1, 5);
  const window = { rowStart: 1, rowStop: 3, columnStart: 0, columnStop: 4 };
  const zoomed = viewRequest({ ...VIEW, hide: "special" }, { queryTokens: shown, keyTokens: shown, window });
  assert.deepEqual([zoomed.rows, zoomed.columns, zoomed.hide], [[2, 4], [1, 5], "special"]);
});

test("curl quotes for the shell, also in a body", () => {
  const request = { model: "minilm", text: "it's $HOME `x`" };
  const short = toCurl(request, "http://127.0.0.1:8000");
  assert.match(short, /^curl 'http:\/\/127\.0\.0\.1:8000\/api\/v1\/attention\?[^']*'$/);
  const long = toCurl({ model: "minilm", text: `it's ${"long ".repeat(1200)}` }, "http://127.0.0.1:8000");
  assert.ok(long.includes(`"text":"it'\\''s long`));
  assert.ok(long.includes("--data-binary"));
});

test("Python values are Python's", () => {
  assert.equal(toPython([1, 2]), "[1, 2]");
  assert.equal(toPython(true), "True");
  assert.equal(toPython(null), "None");
  assert.equal(toPython('a"b\nc'), '"a\\"b\\nc"');
  const script = toPythonScript({ model: "minilm", text: 'say "hi"', layers: [3] }, "http://127.0.0.1:8000");
  assert.ok(script.includes('    "text": "say \\"hi\\"",'));
  assert.ok(script.includes('httpx.post("http://127.0.0.1:8000/api/v1/attention", json=request'));
});

test("file names say what is inside, and hold no path", () => {
  assert.equal(fileName(VIEW, "csv"), "headlight-minilm-layer3-head1-weights.csv");
  const view = { ...VIEW, model: "../org/my model", quantity: "scores", merge: "words", zoom: "1:3,0:4" };
  assert.equal(fileName(view, "png"), "headlight-org-my-model-layer3-head1-scores-words-1-3-by-0-4.png");
});

test("a figure names model, head, quantity and sentence, escaped, and marks the row", () => {
  const view = { ...VIEW, text: "2 <b>bold</b> & more", row: 1, column: 0 };
  const overview = decodedOf(["a", "b"], uniform(2), {}, view);
  const { layout } = specifyFigure({ overview, detail: null, view, theme: LIGHT, modelTitle: "MiniLM" });
  const text = layout.annotations.map((one) => one.text).join("\n");
  assert.match(text, /MiniLM, layer 3, head 1<\/b>: attention weights/);
  assert.match(text, /2 &lt;b&gt;bold&lt;\/b&gt; &amp; more/);
  assert.match(text, /each row adds up to 1/);
  assert.equal(layout.paper_bgcolor, LIGHT.paper);
  assert.deepEqual(layout.shapes.map((shape) => [shape.y0, shape.y1]), [[0.5, 1.5], [0.5, 1.5]]);
});
