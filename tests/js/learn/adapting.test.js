import assert from "node:assert/strict";
import { test } from "node:test";

import { compareLooks, meanDistance } from "../../../static/js/learn/adapting-attention.js";
import { alongOf, chainRequests, STRENGTHS } from "../../../static/js/learn/adapting-chain.js";
import { endOf, layOutAlong, sayAlong } from "../../../static/js/learn/adapting-chart.js";
import { workCounts } from "../../../static/js/learn/adapting-counts.js";
import { workByHand } from "../../../static/js/learn/adapting-hand.js";
import { layOutMap } from "../../../static/js/learn/adapting-map.js";
import { describeAdapter, RANKS, targetOf } from "../../../static/js/learn/adapting-matrices.js";
import { rankTable, sayRanks } from "../../../static/js/learn/adapting-ranks.js";
import { besideBase, followWords, readGuess } from "../../../static/js/learn/adapting-words.js";
import { sayTiny } from "../../../static/js/learn/tiny.js";
import { lesson } from "../../../static/js/lessons/adapting.js";

const TEXT = "a [MASK] b";
const CHOICE = { top_layers: 1, bottleneck: 64, rank: 8, on_query: true, on_value: true };
const NAMES = ["attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense", "intermediate.dense", "output.dense"];

/** A guess with these words, by name. */
function guessOf(words, text = TEXT) {
  const tokens = Object.entries(words).map(([word, probability]) => ({ id: word.charCodeAt(0), text: word, raw: word, probability }));
  tokens.sort((one, other) => other.probability - one.probability);
  return readGuess({ masks: [{ position: 1, entropy: Math.log(4), tokens }], input_tokens: [{ text: "a" }, { text: "[MASK]" }] }, text);
}

/** Attention of one layer with two heads over two tokens. */
const look = (first, second) => ({ text: TEXT, tokens: ["a", "b"], weights: [[first, second]] });

function adapter(rank = 32) {
  const modules = [0, 1, 2, 3, 4, 5].flatMap((layer) =>
    NAMES.map((name, place) => ({
      name: `encoder.layer.${layer}.${name}`,
      layer,
      target: "any",
      shape: place === 4 ? [1536, 384] : place === 5 ? [384, 1536] : [384, 384],
      rank,
      // One large direction beside equal small ones.
      singular_values: [3, ...Array(rank - 1).fill(1)],
      relative_norm: (layer + 1) * (place + 1) * 0.01,
    })),
  );
  return describeAdapter({ modules, rank, alpha: 64, scaling: 2, n_parameters: 1327104, n_head_parameters: 327740, n_matrices: 36, title: "words" });
}

test("counts: 12 matrices of rank 8, and the adapter of the page", () => {
  const { lora, full, shape } = workCounts(CHOICE);
  assert.equal(lora.n_trained, 12 * 8 * 768 + 770);
  assert.equal(lora.trained, "74,498");
  assert.equal(full.trained, "22,713,986");
  assert.equal(shape.total, "22,713,216");
  const all = Object.fromEntries(["query", "key", "value", "attention_output", "intermediate", "output"].map((name) => [`on_${name}`, true]));
  assert.equal(workCounts({ ...CHOICE, ...all, rank: 32 }).lora.all, "1,327,104");
});

test("by hand: both routes, term by term", () => {
  const found = workByHand({ weight: [[1, 0, 2], [0, 1, 0], [1, 1, 0]], up: [[1], [0.5], [-1]], down: [[1, 2, 0]], scale: 0.5, given: [[1], [1], [2]] });
  assert.deepEqual(found.update, [[1, 2, 0], [0.5, 1, 0], [-1, -2, 0]]);
  assert.deepEqual(found.separate, [[6.5], [1.75], [0.5]]);
  assert.deepEqual(found.at_once, found.separate);
  assert.equal(found.gap, "0");
  assert.equal(found.singular, 0.5 * 1.5 * Math.sqrt(5));
});

test("tiny numbers are powers of ten", () => {
  assert.equal(sayTiny(9.4e-7), "9 × 10⁻⁷");
  assert.equal(sayTiny(3e-16), "3 × 10⁻¹⁶");
  assert.equal(sayTiny(20), "2 × 10¹");
  assert.equal(sayTiny(0), "0");
});

test("heads: half the sum of differences, ranked; equal looks moved by exactly 0", () => {
  const before = look([[1, 0], [0.5, 0.5]], [[0, 1], [0, 1]]);
  const after = look([[0.8, 0.2], [0.5, 0.5]], [[1, 0], [0, 1]]);
  const found = compareLooks(before, after, 1);
  assert.deepEqual(found.moved.flat().map((moved) => moved.toFixed(6)), ["0.100000", "0.500000"]);
  assert.deepEqual(found.ranked.map(({ name }) => name), ["L0 H1", "L0 H0"]);
  assert.deepEqual(found.places, [[2, 1]]);
  assert.deepEqual(found.heads[0][1].largest, { from: "a", to: "a", before: 0, after: 1, change: 1 });
  assert.equal(meanDistance(before, after).toFixed(6), "0.300000");
  assert.equal(compareLooks(before, before, 0).largest, 0);
});

test("words: beside strength 0, and followed along all strengths", () => {
  const [base, now] = [guessOf({ dog: 0.4, cat: 0.1 }), guessOf({ money: 0.6, cat: 0.3, dog: 0.05 })];
  assert.deepEqual(besideBase(now, base, 0).map((word) => [word.text, word.base]), [["money", 0], ["cat", 0.1], ["dog", 0.4]]);
  assert.equal(besideBase(now, guessOf({ dog: 1, cat: 0 }, "another"), 0)[0].base, null);
  // A mask that is gone becomes the last there is.
  assert.deepEqual(followWords([base, now], 3).map(({ text, values }) => [text, ...values]), [["money", 0, 0.6], ["dog", 0.4, 0.05], ["cat", 0.1, 0.3]]);
  assert.equal(now.said[0].as_many.toFixed(6), "4.000000");
});

test("one question after the other, and none without a mask", () => {
  const asked = (numbers) => Object.entries(chainRequests(TEXT, numbers)).filter(([, request]) => request).map(([name]) => name);
  assert.deepEqual(asked({}), ["along_0"]);
  assert.deepEqual(asked({ along_0: { text: TEXT } }), ["along_0", "along_1"]);
  assert.deepEqual(asked({ along_0: { text: "old" }, along_1: { text: TEXT } }), ["along_0"]);
  assert.ok(Object.values(chainRequests("nothing hidden", {})).every((request) => request === null));
  const all = Object.fromEntries(STRENGTHS.map((_, place) => [`along_${place}`, guessOf({ a: 1, b: 0 })]));
  assert.equal(alongOf(all).length, 7);
  assert.equal(alongOf({ ...all, along_3: guessOf({ a: 1, b: 0 }, "old") }), null);
  assert.equal(alongOf({}), null);
});

test("the lesson asks for a strength, and measures only when told", () => {
  const state = { text: TEXT, strength: 0, measured: false, runs: "5" };
  const first = lesson.sources(state, {});
  assert.equal(first.guess.body.adapter_scale, 0);
  assert.equal(first.adapted, null);
  assert.equal(first.merging, null);
  assert.equal(first.adapter.method, "GET");
  assert.equal(lesson.sources(state, { base: { text: TEXT } }).adapted.body.adapter_scale, 0);
  assert.equal(lesson.sources({ ...state, measured: true }, {}).merging.body.runs, 5);
  assert.equal(lesson.sources({ ...state, text: "" }, {}).base, null);
});

test("matrices: found by name, sizes, and what the largest directions hold", () => {
  assert.equal(targetOf({ name: "encoder.layer.0.attention.output.dense" }), "attention_output");
  assert.equal(targetOf({ name: "encoder.layer.0.output.dense" }), "output");
  const found = adapter();
  assert.equal(found.matrices.output[2].into, 1536);
  assert.equal(found.most.name, "second feed-forward");
  assert.deepEqual([found.most.layer, found.least.layer, found.least.name], [5, 0, "query"]);
  // 9 + 31 = 40 in all: the first holds 9, half is reached with 9 + 11.
  assert.equal(found.kept[1], 22.5);
  assert.equal(found.matrices.key[0].half, 12);
  assert.deepEqual([found.half, found.half_answer], [12, 2]);
  assert.equal(found.numbers[32], "1,327,104");
  assert.equal(found.kept[32], 100);
});

test("ranks: distance from the whole adapter, and from where the word stays", () => {
  const [base, whole] = [look([[1, 0], [1, 0]], [[1, 0], [1, 0]]), look([[0, 1], [0, 1]], [[1, 0], [1, 0]])];
  const numbers = { adapter: adapter(), base, look_whole: whole, along_0: guessOf({ dog: 0.5, cat: 0.1 }), along_4: guessOf({ cat: 0.9, dog: 0.05 }) };
  for (const rank of RANKS) {
    numbers[`look_${rank}`] = rank < 4 ? base : whole;
    numbers[`guess_${rank}`] = rank < 4 ? guessOf({ dog: 0.6, cat: 0.3 }) : guessOf({ cat: 0.8, dog: 0.1 });
  }
  const choice = { layer: 0, head: 0, mask: 0 };
  const table = rankTable(numbers, choice);
  assert.deepEqual(table.columns.map(({ distance }) => distance), [0.5, 0.5, 0.5, 0, 0, 0, 0]);
  assert.deepEqual(table.columns.map(({ probabilities }) => probabilities[0]), [0.1, 0.3, 0.3, 0.8, 0.8, 0.8, 0.9]);
  const { same_from, answer, first } = sayRanks(table);
  assert.deepEqual([same_from, answer, first], ["4", 1, "cat"]);
  assert.equal(rankTable({ ...numbers, guess_4: guessOf({ cat: 1, dog: 0 }, "old") }, choice), null);
});

test("the map is to scale, whatever is added", () => {
  const counted = workCounts({ ...CHOICE, rank: 64, bottleneck: 100 });
  const room = { width: 600, height: 96 };
  const area = (boxes) => boxes.reduce((total, { width, height }) => total + width * height, 0);
  const added = (way) => layOutMap(way, counted, room).boxes.filter(({ kind, name }) => kind === "added" && name !== "head");
  const model = area(layOutMap("full", counted, room).boxes.filter(({ name }) => name === "embeddings"));
  const perNumber = model / 11918592;
  assert.ok(Math.abs(area(added("lora")) / perNumber - 12 * 64 * 768) < 1);
  assert.ok(Math.abs(area(added("adapters")) / perNumber - 12 * (2 * 384 * 100 + 100 + 384)) < 1);
  const trained = layOutMap("frozen", counted, room).boxes.filter(({ kind }) => kind === "trained");
  assert.deepEqual([...new Set(trained.map(({ name }) => name.split(", ")[1] ?? name))], ["layer 5", "pooler"]);
});

test("the chart ends at a round number and parts its labels", () => {
  assert.equal(endOf([0.034, 0.1]), 0.1);
  assert.equal(endOf([0.51]), 0.6);
  const lines = [{ id: 1, text: "a", values: [0, 0.5] }, { id: 2, text: "b", values: [0.2, 0.49] }, { id: 3, text: "c", values: [0.1, 0.001] }];
  const { labels, across } = layOutAlong(lines, [0, 1.5], { width: 500, height: 260 });
  assert.deepEqual(labels.map(({ text }) => text), ["b", "a"]);
  assert.ok(labels[0].at - labels[1].at >= 15);
  assert.deepEqual(across.map(({ text }) => text), ["0"]);
  assert.equal(sayAlong(lines, 1, [0, 1.5]), "strength 1.5: a 0.5, b 0.49, c 0.001");
});
