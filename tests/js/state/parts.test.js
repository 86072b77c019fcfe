import assert from "node:assert/strict";
import { test } from "node:test";

import { carry, carrySide } from "../../../static/js/state/carry.js";
import {
  borderOf, canWrite, defaultPart, fitParts, hasNoAttention, isSingle, isTranslator, nextPart, partShape, shapeOf,
} from "../../../static/js/state/parts.js";
import { firstHead, fitToModel, toggleColumn } from "../../../static/js/state/selection.js";
import { decodedOf, uniform } from "../answers.js";
import { modelNamed, pairOf, PAIR_VIEW, SOURCE, TARGET } from "../pairs.js";

const [minilm, translator, bahdanau, bottleneck, headless] = ["minilm", "lesson-translator", "lesson-bahdanau", "lesson-bottleneck", "headless"].map(modelNamed);

test("cross goes without saying where there is a target; else the encoder", () => {
  assert.equal(defaultPart(translator, null), "cross");
  assert.equal(defaultPart(bahdanau, null), "cross");
  assert.equal(defaultPart(headless, null), "encoder");
  assert.equal(defaultPart(headless, ""), "cross");
  assert.equal(defaultPart(minilm, null), null);
  assert.equal(defaultPart(bottleneck, null), null);
  assert.equal(defaultPart(undefined, null), null);
});

test("models without a target lose target, part and row names; others keep what they have", () => {
  const view = { ...PAIR_VIEW, part: "joint", target: "", named: "written" };
  assert.deepEqual(fitParts(view, minilm), { ...view, target: null, part: null, named: "read" });
  assert.deepEqual(fitParts(view, translator), view);
  assert.equal(fitParts(view, bahdanau).part, "cross");
  assert.deepEqual([fitParts(view, bottleneck).part, fitParts(view, bottleneck).target], [null, null]);
});

test("layer and head keep to the part's own shape", () => {
  assert.deepEqual(partShape(translator, "cross"), { n_layers: 2, n_heads: 4 });
  assert.deepEqual(partShape(translator, null), { n_layers: 3, n_heads: 4 });
  assert.deepEqual(shapeOf({ model: "none", part: null }, [minilm]), { n_layers: null, n_heads: null });
  assert.equal(fitToModel({ ...PAIR_VIEW, layer: 2 }, translator).layer, 1);
  assert.equal(fitToModel({ ...PAIR_VIEW, part: "encoder", layer: 2 }, translator).layer, 2);
  assert.ok(isSingle(partShape(bahdanau, "cross")) && !isSingle(partShape(translator, "cross")));
});

test("what a model is: a translator, able to write, without attention", () => {
  assert.deepEqual([minilm, translator, bottleneck, undefined].map(isTranslator), [false, true, true, false]);
  assert.deepEqual([minilm, translator, headless, undefined].map(canWrite), [false, true, false, false]);
  assert.deepEqual([minilm, translator, bottleneck, undefined].map(hasNoAttention), [false, false, true, false]);
});

test("parts go round and round; a single one stays", () => {
  assert.equal(nextPart({ ...PAIR_VIEW, part: "joint" }, translator).part, "encoder");
  assert.equal(nextPart(PAIR_VIEW, translator).part, "joint");
  assert.equal(nextPart(PAIR_VIEW, minilm), PAIR_VIEW);
});

test("the first head between two sides is the sharpest off special tokens", () => {
  // ln 4 = 1.386. Head 1 of layer 0 is sharpest but looks at </s>; head 0 of layer 1 is sharp elsewhere.
  const entropy = [[1.2, 0.1], [0.3, 1]];
  const special = [[0.1, 0.95], [0.05, 0.2]];
  const at = (numbers) => ({ at: (layer, head) => numbers[layer][head] });
  const heads = { shape: [2, 2, 1, 1], answer: { part: "cross", layers: [0, 1], heads: [0, 1] }, keyTokens: SOURCE, statistics: { entropy_nats: at(entropy), special_share: at(special) } };
  assert.deepEqual(firstHead(heads), { layer: 1, head: 0 });
});

test("a token stays chosen where its side stands in the next part", () => {
  const [cross, decoder, encoder, joint] = ["cross", "decoder", "encoder", "joint"].map((part) => pairOf(part));
  assert.equal(borderOf(joint), SOURCE.length);
  assert.equal(borderOf(cross), null);
  assert.equal(carrySide(2, "query", cross, decoder), 2);
  assert.equal(carrySide(2, "query", cross, joint), 2 + SOURCE.length);
  assert.equal(carrySide(5, "query", joint, cross), 1);
  assert.equal(carrySide(0, "query", joint, cross), null);
  assert.equal(carrySide(3, "key", cross, joint), 3);
  assert.equal(carrySide(1, "query", cross, encoder), null);
  assert.equal(carrySide(null, "query", cross, joint), null);
});

test("a change of part carries the cell, or drops it whole, and the zoom goes", () => {
  const view = { ...PAIR_VIEW, row: 1, column: 2, zoom: "0:2,0:2" };
  const cross = pairOf("cross");
  assert.deepEqual(pick(carry(view, cross, pairOf("joint"))), [5, 2, null]);
  assert.deepEqual(pick(carry(view, cross, pairOf("encoder"))), [null, null, null]);
});

test("an edit of the target carries its rows, and a column alone stays", () => {
  const before = pairOf("cross", { target: "il était" });
  const longer = pairOf("cross", { target: "oui il était" });
  longer.queryTokens = [TARGET[0], { ...TARGET[1], text: "oui", id: 7 }, TARGET[1], TARGET[2]];
  assert.equal(carry({ ...PAIR_VIEW, row: 2 }, before, longer).row, 3);
  assert.equal(carry({ ...PAIR_VIEW, row: null, column: 2 }, before, longer).column, 2);
});

test("another model's rows are followed on the same side only", () => {
  const encoder = decodedOf(["it", "was", "tired"], uniform(3), {}, { ...PAIR_VIEW, model: "minilm", part: null });
  const decoder = decodedOf(["it", "was", "tired"], uniform(3), { part: "decoder" }, { ...PAIR_VIEW, model: "smollm2-135m", part: null });
  const view = { ...PAIR_VIEW, row: 2, column: 1 };
  assert.deepEqual(pick(carry(view, encoder, decoder)).slice(0, 2), [2, 1]);
  assert.deepEqual(pick(carry(view, encoder, pairOf("encoder"))).slice(0, 2), [2, 1]);
  // A target's rows are no source's.
  assert.deepEqual(pick(carry(view, encoder, pairOf("cross"))).slice(0, 2), [null, null]);
  assert.deepEqual(pick(carry({ ...view, row: null }, encoder, pairOf("cross"))).slice(0, 2), [null, 1]);
});

test("a column is locked without a row, and freed by the same click", () => {
  const locked = toggleColumn({ ...PAIR_VIEW, row: 1 }, 0);
  assert.deepEqual([locked.row, locked.column], [null, 0]);
  assert.deepEqual([toggleColumn(locked, 0).row, toggleColumn(locked, 0).column], [null, null]);
});

const pick = ({ row, column, zoom }) => [row, column, zoom];
