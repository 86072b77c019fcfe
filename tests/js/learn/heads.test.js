import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { changeBars, columnBars } from "../../../static/js/learn/heads-bars.js";
import { measureHeads } from "../../../static/js/learn/heads-layer.js";
import { rankHeads } from "../../../static/js/learn/heads-ranking.js";
import { followWord } from "../../../static/js/learn/followed-words.js";
import { lesson } from "../../../static/js/lessons/heads.js";

const golden = JSON.parse(readFileSync(new URL("../../golden/heads_ranking.json", import.meta.url), "utf-8"));

test("rankings: averages over the other rows and both orders, worked out in numpy", () => {
  for (const { row, column, weights, means, rows, ...right } of golden) {
    const found = rankHeads(weights, means, rows, row === column);
    assert.equal(found.n_others, right.n_others);
    assert.equal(found.n_heads, 6);
    found.heads.forEach((line, layer) =>
      line.forEach((head, place) => {
        assert.equal(head.name, `L${layer} H${place}`);
        assert.ok(Math.abs(head.others - right.others[layer][place]) < 1e-6);
        if (right.ratio[layer][place] === null) assert.deepEqual([head.ratio, head.times], [null, "∞"]);
        else assert.ok(Math.abs(head.ratio / right.ratio[layer][place] - 1) < 1e-4);
        assert.equal(head.weight_rank, right.weight_ranks[layer][place]);
        assert.equal(head.times_rank, right.times_ranks[layer][place]);
      }),
    );
    assert.deepEqual(found.by_weight.map((head) => head.weight_rank), [1, 2, 3, 4, 5, 6]);
    assert.deepEqual(found.by_times.map((head) => head.times_rank), [1, 2, 3, 4, 5, 6]);
  }
});

test("a key that nobody else looks at is not given digits that say nothing", () => {
  const { by_times } = rankHeads([[0.5, 0.5]], [[0.1667, 0.16667]], [3], false);
  assert.deepEqual(by_times.map((head) => head.times), ["> 1000", "> 1000"]);
});

test("equal heads keep the model's order", () => {
  const { heads } = rankHeads([[0.5, 0.5], [0.7, 0.5]], [[0.1, 0.1], [0.1, 0.1]], [4, 4], true);
  assert.deepEqual(heads.flat().map((head) => head.weight_rank), [2, 3, 1, 4]);
});

test("measures of a head that looks at itself, and of an even one", () => {
  const self = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  const even = [0, 1, 2].map(() => [1 / 3, 1 / 3, 1 / 3]);
  const before = [[1, 0, 0], [1, 0, 0], [0, 1, 0]];
  const found = measureHeads([self, even, before], [true, false, false]);
  assert.deepEqual(found.itself.map((share) => share.toFixed(3)), ["1.000", "0.333", "0.333"]);
  assert.deepEqual(found.before.map((share) => share.toFixed(3)), ["0.000", "0.333", "1.000"]);
  assert.deepEqual(found.after.map((share) => share.toFixed(3)), ["0.000", "0.333", "0.000"]);
  assert.deepEqual(found.special.map((share) => share.toFixed(3)), ["0.333", "0.333", "0.667"]);
  assert.deepEqual(found.distance.map((mean) => mean.toFixed(3)), ["0.000", "0.889", "0.667"]);
  assert.deepEqual(found.entropy.map((nats) => nats.toFixed(4)), ["0.0000", Math.log(3).toFixed(4), "0.0000"]);
});

test("a word keeps its place while others come, go and change", () => {
  const before = ["[CLS]", "the", "animal", "because", "it", "was", "[SEP]"];
  assert.equal(followWord(before, before, 4), 4);
  assert.equal(followWord(before, ["[CLS]", "the", "old", "animal", "because", "it", "was", "[SEP]"], 4), 5);
  assert.equal(followWord(before, ["[CLS]", "animal", "because", "it", "was", "[SEP]"], 4), 3);
  assert.equal(followWord(before, ["[CLS]", "the", "animal", "because", "it", "is", "[SEP]"], 4), 4);
  assert.equal(followWord(before, ["[CLS]", "the", "animal", "because", "she", "was", "[SEP]"], 4), 4);
  assert.equal(followWord(before, ["[CLS]", "x", "[SEP]"], 4), 1);
  assert.equal(followWord(before, before, 400), 6);
  assert.equal(followWord(["[CLS]", "a", "a", "[SEP]"], ["[CLS]", "a", "a", "a", "[SEP]"], 3), 4);
});

test("the column leaves out the chosen row and the key's own", () => {
  const weights = [[[0.1, 0.9], [0.5, 0.5]], [[0.2, 0.8], [0.6, 0.4]]];
  const two = columnBars({ tokens: ["a", "b"], weights }, { head: 1, row: 0, column: 1 });
  assert.deepEqual(two.rows.map(({ kind, values }) => [kind, ...values]), [["chosen", 0.8], ["own", 0.4]]);
  assert.equal(two.average, null);
  const three = [[0.2, 0.8, 0], [0.6, 0.4, 0], [0.5, 0.3, 0.2]];
  const bars = columnBars({ tokens: ["a", "b", "c"], weights: [three] }, { head: 0, row: 0, column: 1 });
  assert.equal(bars.average, 0.3);
});

test("two sentences are compared key by key; the changed word has both names", () => {
  const before = { tokens: ["it", "tired"], rows: [[[0.7, 0.3]]] };
  const after = { tokens: ["it", "wide"], rows: [[[0.4, 0.6]]] };
  const bars = changeBars(before, after, { layer: 0, head: 0 });
  assert.deepEqual(bars.names, ["with tired", "with wide"]);
  assert.deepEqual(bars.rows.map(({ label, values }) => [label, ...values]), [["it", 0.7, 0.4], ["tired / wide", 0.3, 0.6]]);
});

test("a row is asked for only once the tokens of its text are known", () => {
  const state = { text: "a b", layer: 3, row: 2, column: 1 };
  const known = { words: { text: "a b", tokens: ["[CLS]", "a", "b", "[SEP]"] } };
  assert.equal(lesson.sources(state, {}).ranking, null);
  assert.equal(lesson.sources({ ...state, text: "a" }, known).ranking, null);
  assert.equal(lesson.sources({ ...state, row: 4 }, known).ranking, null);
  assert.deepEqual(lesson.sources(state, known).ranking?.body.rows, [2, 3]);
  const empty = lesson.sources({ ...state, text: "" }, known);
  assert.deepEqual([empty.words, empty.pictures, empty.ranking], [null, null, null]);
});
