// Lesson 7: what is asked, the parts of the map and what is said of each.
import assert from "node:assert/strict";
import test from "node:test";

import { layOutHeat, cellAt, sayCell } from "../../../static/js/learn/heat.js";
import { describeOverview, partBeside, PICTURED, STACKS } from "../../../static/js/learn/translation-map.js";
import { partOf, tensorOf } from "../../../static/js/learn/translation-parts.js";
import { describeTensor } from "../../../static/js/learn/translation-tensors.js";
import { describeThree } from "../../../static/js/learn/translation-three.js";
import { lesson } from "../../../static/js/lessons/translation.js";

const STATE = {
  ...{ text: "The cat sleeps.", part: "decoder.1.cross_attention", tensor: 4, layer: 1, head: 0, attention: "cross", place: 1, key: 1 },
  ...{ step: 2, forced: false, target: "", first: "It is tired.", second: "It is wide.", n_beams: 4, length_penalty: 1 },
};
const token = (text, id = 9) => ({ text, id, special: id < 3 });
const SOURCE = [token("cat"), token("</s>", 2)];
const TARGET = [token("<s>", 1), token("le"), token("chat")];

test("one tensor is asked for by the name of its part", () => {
  const sources = lesson.sources(STATE, {});
  assert.deepEqual(sources.chosen.body.names, ["decoder.1.cross_attention.weights"]);
  assert.deepEqual(lesson.sources({ ...STATE, part: "memory" }, {}).chosen.body.names, ["encoder.output"]);
  assert.deepEqual(lesson.sources({ ...STATE, part: "encoder.2.feed_forward.norm" }, {}).chosen.body.names, ["encoder.2.feed_forward.normalised"]);
  assert.equal(sources.overview.body.names.length, PICTURED.size);
  assert.ok(!("target" in sources.forced.body));
});

test("what is only looked at asks nothing new", () => {
  const one = lesson.sources(STATE, {});
  const other = lesson.sources({ ...STATE, head: 3, attention: "encoder", place: 0, key: 0, step: 7 }, {});
  assert.deepEqual(one, other);
});

test("a forced target is told, an empty one too", () => {
  assert.equal(lesson.sources({ ...STATE, forced: true, target: "Le chat." }, {}).forced.body.target, "Le chat.");
  assert.equal(lesson.sources({ ...STATE, forced: true, target: "" }, {}).forced.body.target, "");
});

test("a sentence without words is not asked about", () => {
  const sources = lesson.sources({ ...STATE, text: " " }, {});
  for (const name of ["overview", "chosen", "three", "written", "decoded", "crossed", "forced", "beams"]) assert.equal(sources[name], null);
  assert.notEqual(sources.first, null);
});

test("heads are asked about once the pronoun's place is known", () => {
  assert.equal(lesson.sources(STATE, {}).first_effects, null);
  const first = { asked: STATE.first, has_pronoun: true, place: 3, token: "il", other_token: "elle" };
  const { body } = lesson.sources(STATE, { first }).first_effects;
  assert.deepEqual([body.text, body.place, body.token, body.other_token], [STATE.first, 3, "il", "elle"]);
  assert.equal(lesson.sources({ ...STATE, first: "Another." }, { first }).first_effects, null);
  assert.equal(lesson.sources(STATE, { first: { asked: STATE.first, has_pronoun: false } }).first_effects, null);
});

test("where the strongest head looks is asked for, if its rows are the target's", () => {
  const top = [{ part: "cross", layer: 1, head: 3, is_target: true }];
  const { body } = lesson.sources(STATE, { first_effects: { asked: STATE.first, place: 10, top } }).first_look;
  assert.deepEqual([body.part, body.layers, body.heads, body.rows], ["cross", [1], [3], [10, 11]]);
  assert.equal(lesson.sources({ ...STATE, first: "Another." }, { first_effects: { asked: STATE.first, place: 10, top } }).first_look, null);
  const encoder = [{ part: "encoder", layer: 0, head: 0, is_target: false }];
  assert.equal(lesson.sources(STATE, { first_effects: { asked: STATE.first, place: 10, top: encoder } }).first_look, null);
});

test("the decoder has three sublayers a layer, the encoder two, each with its norm", () => {
  assert.equal(STACKS[0].length, 1 + 3 * 2 * 2 + 1);
  assert.equal(STACKS[1].length, 1 + 3 * 3 * 2 + 1);
  const order = STACKS[1].slice(1, 7).map((id) => id.split(".").slice(2).join("."));
  const names = ["self_attention", "cross_attention", "feed_forward"];
  assert.deepEqual(order, names.flatMap((name) => [name, `${name}.norm`]));
  for (const id of STACKS.flat()) {
    const part = partOf(id);
    assert.ok(part.title && part.tensors[part.preferred]);
    for (const { does } of part.tensors) assert.match(does, /\.$/);
  }
});

test("cross attention asks from the target and is asked at the source", () => {
  const [query, key, value] = partOf("decoder.0.cross_attention").tensors;
  assert.deepEqual([query.rows, key.rows, value.rows], ["target", "source", "source"]);
  assert.equal(tensorOf("decoder.0.cross_attention", 4).columns, "source");
  assert.equal(tensorOf("decoder.0.self_attention", 4).columns, "target");
  assert.equal(tensorOf("memory", 5).name, "encoder.output");
});

test("keys go from part to part and over to the other stack", () => {
  const heights = (id) => STACKS.map((own) => own.indexOf(id)).find((place) => place >= 0) * 10;
  assert.equal(partBeside("source", "ArrowDown", heights), "encoder.0.self_attention");
  assert.equal(partBeside("source", "ArrowUp", heights), "source");
  assert.equal(partBeside("encoder.0.self_attention", "End", heights), "memory");
  assert.equal(partBeside("encoder.0.self_attention", "ArrowRight", heights), "decoder.0.self_attention");
  assert.equal(partBeside("encoder.0.self_attention", "ArrowLeft", heights), "encoder.0.self_attention");
  assert.equal(partBeside("decoder.0.self_attention.norm", "ArrowLeft", heights), "encoder.0.self_attention.norm");
});

const answer = (tensors, more = {}) => ({ tensors, source_tokens: SOURCE, target_tokens: TARGET, vocabulary: null, ...more });

test("a tensor's shape is said in words, and masked cells are no zeros", () => {
  const weights = [[[1, 0, 0], [0.5, 0.5, 0], [0.2, 0.3, 0.5]], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]];
  const found = describeTensor(answer({ "decoder.0.self_attention.weights": weights }), tensorOf("decoder.0.self_attention", 4));
  assert.equal(found.shape, "2 heads × 3 target positions × 3 target positions");
  assert.deepEqual(found.heats[0].cells, [[1, null, null], [0.5, 0.5, null], [0.2, 0.3, 0.5]]);
  assert.deepEqual([found.heats[0].low, found.heats[0].high], [0, 1]);
  assert.deepEqual([found.low, found.high], [0, 1]);
  assert.equal(found.heats[3], found.heats[1]);
  const crossed = describeTensor(answer({ "decoder.0.cross_attention.scores": [[[1, -2], [3, 0], [4, 5]]] }), tensorOf("decoder.0.cross_attention", 3));
  assert.deepEqual([crossed.low, crossed.high], [-2, 5]);
  assert.deepEqual([crossed.heats[0].rows, crossed.heats[0].columns], [["<s>", "le", "chat"], ["cat", "</s>"]]);
});

test("of a whole vocabulary the likeliest words of each row are shown", () => {
  const probabilities = [[0.1, 0.2, 0.7, 0], [0.6, 0.1, 0.3, 0], [0.05, 0.9, 0.05, 0]];
  const found = describeTensor(answer({ probabilities }, { vocabulary: ["a", "b", "c", "d"] }), tensorOf("output", 2));
  assert.deepEqual(found.heats[0].columns, ["c", "b", "a"]);
  assert.deepEqual(found.heats[0].cells[0], [0.7, 0.2, 0.1]);
  assert.equal(found.n_words, 3);
  assert.equal(found.shape, "3 target positions × 4 words of the vocabulary");
});

test("the overview counts the cells of the three attentions", () => {
  const tensors = Object.fromEntries(
    [...PICTURED.values()].map((name) => {
      const rows = name.startsWith("encoder") || name.endsWith("source") ? 2 : 3;
      const columns = name.includes("cross") ? 2 : rows;
      const cells = Array.from({ length: rows }, () => Array(columns).fill(-0.5));
      return [name, name.endsWith(".weights") ? [cells, cells, cells, cells] : cells];
    }),
  );
  const found = describeOverview(answer(tensors));
  assert.deepEqual([found.n_source, found.n_target, found.n_causal], [2, 3, 6]);
  assert.equal(found.target, "<s> le chat");
  assert.equal(found.heats.decoder[0][0].cells[0][2], null);
  assert.equal(found.heats.cross[2][3].cells.length, 3);
  assert.equal(found.pictures["encoder.0.self_attention"].length, 4);
  assert.deepEqual(found.pictures.memory[0].ends, [0, 0.5]);
});

test("scores times the root of d_k are the dot products; rows add up to 1", () => {
  const heads = (cells) => [cells];
  const tensors = {};
  for (const [base, rows, columns] of [["encoder.1.self_attention", 2, 2], ["decoder.1.self_attention", 3, 3], ["decoder.1.cross_attention", 3, 2]]) {
    const vectors = (count) => heads(Array.from({ length: count }, (_, at) => [at, 1, 2, 3]));
    Object.assign(tensors, { [`${base}.query`]: vectors(rows), [`${base}.key`]: vectors(columns), [`${base}.value`]: vectors(columns), [`${base}.heads`]: vectors(rows) });
    tensors[`${base}.scores`] = heads(Array.from({ length: rows }, () => Array(columns).fill(1.5)));
    tensors[`${base}.weights`] = heads(Array.from({ length: rows }, () => Array(columns).fill(1 / columns)));
  }
  tensors["decoder.1.self_attention.scores"][0][0] = [1.5, null, null];
  const found = describeThree(answer(tensors), 1);
  assert.deepEqual([found.cross.width, found.cross.root, found.cross.dots[0][2][1]], [4, 2, 3]);
  assert.equal(found.decoder.dots[0][0][1], null);
  assert.deepEqual(found.decoder.n_open, [1, 3, 3]);
  assert.equal(found.cross.sums[0][0], 1);
  assert.deepEqual(found.cross.queries[0][2].rows, ["chat"]);
  assert.deepEqual(found.cross.keys[0].rows, ["cat", "</s>"]);
});

test("cells are laid out inside the room and found again", () => {
  const heat = { cells: [[0.25, null], [0.5, 1]], rows: ["a", "a very long word"], columns: ["x", "y"], row_name: "query", column_name: "key", low: 0, high: 1 };
  const layout = layOutHeat(heat, 300);
  assert.ok(layout.left + 2 * layout.cellWidth <= 300);
  assert.deepEqual(layout.rowLabels.map(({ text }) => text), ["a", "a very lon…"]);
  assert.equal(layout.masked.match(/M/g)?.length, 1);
  const middle = (row, column) => cellAt(heat, layout, layout.left + (column + 0.5) * layout.cellWidth, layout.top + (row + 0.5) * layout.cellHeight);
  assert.deepEqual(middle(1, 0), { row: 1, column: 0 });
  assert.equal(middle(2, 0), null);
  assert.deepEqual(cellAt(heat, layout, 2, layout.top + 1), { row: 0, column: null });
  assert.equal(sayCell(heat, 0, 0), "a → x: 0.25");
  assert.equal(sayCell(heat, 0, 1), "a → y: masked");
  assert.equal(sayCell(heat, 1, 0, { upTo: 0 }), "a very long word → x: not there yet");
  assert.equal(sayCell({ ...heat, columns: null, column_name: "feature" }, 0, 0), "a · feature 0: 0.25");
  assert.equal(sayCell({ ...heat, cells: [[0.125]] }, 0, 0, { isDifference: true }), "a → x: +0.125");
});

test("labels are left out where they would touch", () => {
  const words = Array.from({ length: 60 }, (_, place) => `w${place}`);
  const heat = { cells: words.map(() => words.map(() => 0)), rows: words, columns: words, row_name: "", column_name: "", low: 0, high: 1 };
  const { columnLabels, cellWidth } = layOutHeat(heat, 340);
  assert.ok(columnLabels.length < 60);
  assert.ok((columnLabels[1].at - columnLabels[0].at) >= Math.min(11, cellWidth));
});
