// Lesson 5: what is said of both versions, of real models, and its charts.
import assert from "node:assert/strict";
import test from "node:test";

import { layOutLines, linearTicks, logTicks, sayLayer } from "../../../static/js/learn/block-chart.js";
import { describeStream, describeWord, sentencesWithWord } from "../../../static/js/learn/block-real.js";
import { segmentsOf } from "../../../static/js/learn/block-steps.js";
import { lesson } from "../../../static/js/lessons/block.js";

const STATE = {
  ...{ tokens: ["a", "b"], inputs: [[1, 2, 3, 4], [5, 6, 7, 8]], position: 1, feature: 2, amount: -0.5 },
  ...{ mask: "causal", seed: 3, text: "hi", first: "A mole.", second: "One mole of it", third: "moles dig", word: " Mole " },
  with_positions: true,
};

test("both versions are asked for at once, as texts that don't meet", () => {
  const { post, pre } = lesson.sources(STATE);
  assert.deepEqual(post.body.inputs, [[1, 2, 3, 4], [5, 6, 7, 8], [1, 2, 3, 4], [5, 6, 6.5, 8]]);
  assert.deepEqual(post.body.mask, { kind: "packed", segments: [0, 0, 1, 1], causal: true });
  assert.deepEqual([post.body.norm, pre.body.norm], ["post", "pre"]);
  assert.deepEqual(segmentsOf(2, "self"), [0, 1, 2, 3]);
});

test("a choice of what to look at asks nothing new", () => {
  const one = lesson.sources(STATE);
  const other = lesson.sources({ ...STATE, step: 3, row: 1, column: 2, unit: 5, norm: "pre", place: 4 });
  assert.deepEqual(one, other);
});

test("only sentences with the whole word are compared", () => {
  assert.deepEqual(sentencesWithWord(STATE).map(({ at }) => at), [0, 1]);
  assert.deepEqual(sentencesWithWord({ ...STATE, word: "" }), []);
  assert.deepEqual(sentencesWithWord({ ...STATE, word: "(" }), []);
  assert.deepEqual(sentencesWithWord({ ...STATE, first: "Straße", word: "straße" }).map(({ at }) => at), [0]);
  const { moles } = lesson.sources(STATE);
  assert.deepEqual(moles.body.texts, ["A mole.", "One mole of it"]);
  assert.equal(moles.body.word, "Mole");
  assert.equal(moles.body.without_positions, false);
  assert.equal(lesson.sources({ ...STATE, second: "" }).moles, null);
  assert.equal(lesson.sources({ ...STATE, text: "" }).minilm, null);
});

test("the first place of the word in each sentence is compared", () => {
  const cosines = [[[1, 0.5, 0.9], [0.5, 1, 0.2], [0.9, 0.2, 1]]];
  const occurrences = [{ text: 0, tokens: [2] }, { text: 0, tokens: [5] }, { text: 1, tokens: [1] }];
  const found = describeWord({ occurrences, cosines }, STATE);
  assert.deepEqual(found.names, ["1 and 2"]);
  assert.deepEqual(found.layers, [[0.9]]);
  assert.equal(found.is_once, false);
  assert.deepEqual(found.token_at, [2, 1, null]);
});

test("a stream's words come from its numbers", () => {
  const found = describeStream({
    tokens: [{ text: "x" }, { text: "y" }],
    norm_placement: "pre",
    residual_norms: [[1, 2], [9, 3], [4, 8]],
    attention_norms: [[3, 1], [1, 2]],
    feed_forward_norms: [[7, 1], [2, 5]],
  });
  assert.deepEqual(found.top, { value: 9, place: 0, token: "x", layer: 1, median: 6 });
  const [x, y] = found.by_token;
  assert.deepEqual([x.first, x.last, x.growth, x.least, x.largest], [1, 4, 4, 1, 9]);
  assert.deepEqual([x.most_attention_layer, x.most_feed_forward_layer, x.n_fed_more], [1, 1, 2]);
  assert.deepEqual([y.most_attention_layer, y.most_feed_forward_layer, y.n_fed_more], [2, 2, 1]);
  assert.deepEqual(x.table, [["", "", 1], [3, 7, 9], [1, 2, 4]]);
  assert.equal(sayLayer(x.lines, 0, 1), "0 layers passed: stream 1");
  assert.equal(sayLayer(x.lines, 1, 1), "1 layer passed: stream 9, feed-forward adds 7, attention adds 3");
});

test("ticks hold all there is, and are round", () => {
  assert.deepEqual(logTicks([1.3, 14]), [1, 2, 5, 10, 20]);
  assert.deepEqual(logTicks([2.7, 22712]), [1, 10, 100, 1000, 10000, 100000]);
  assert.equal(logTicks([5]).length, 2);
  assert.deepEqual(linearTicks([0.688, 0.961]), [0.6, 0.7, 0.8, 0.9, 1]);
  assert.equal(linearTicks([1, 1]).at(-1), 1);
  assert.ok(linearTicks([-0.4])[0] <= -0.4);
});

test("lines stay in their frame, end numbers apart", () => {
  const series = [{ name: "a", values: [1, 1] }, { name: "b", values: [null, 1] }, { name: "c", values: [0.5, 0.999] }];
  const chart = layOutLines({ series, places: ["0", "1"] }, { width: 300, height: 200 }, "linear", 3);
  for (const { dots } of chart.lines) {
    for (const [x, y] of dots) {
      assert.ok(x >= chart.frame.left && x <= chart.frame.right);
      assert.ok(y >= chart.frame.top && y <= chart.frame.bottom);
    }
  }
  assert.equal(chart.lines[1].dots.length, 1);
  const ends = chart.ends.map(({ at }) => at).sort((one, other) => one - other);
  assert.ok(ends[1] - ends[0] >= 14 && ends[2] - ends[1] >= 14);
});
