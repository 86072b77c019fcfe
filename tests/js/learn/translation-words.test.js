// Lesson 7: steps, forced words, pronouns and beams, from answers made by hand.
import assert from "node:assert/strict";
import test from "node:test";

import { describeBeams } from "../../../static/js/learn/translation-beams.js";
import { besideOwn, describeForced, gapToSteps, withOtherPronoun, withSecondChoice } from "../../../static/js/learn/translation-forcing.js";
import { describeEffects, describeLook, describePronoun } from "../../../static/js/learn/translation-pronoun.js";
import { describePart, describeWritten, joinWords, largestGap } from "../../../static/js/learn/translation-steps.js";
import { sayTiny } from "../../../static/js/learn/tiny.js";

const token = (text, id = 9) => ({ text, id, start: null, end: null });
const step = (text, id, shares) => ({
  token: token(text, id),
  probability: shares[0][1],
  log_probability: Math.log(shares[0][1]),
  entropy_nats: 0.5,
  alternatives: shares.map(([word, probability]) => ({ id: 0, text: word, probability, log_probability: Math.log(probability) })),
});
const TRANSLATION = {
  text: "L'animal dort parce qu'il rêve.",
  source_tokens: [token("it"), { ...token("<unk>", 3), start: 6, end: 11 }, token("</s>", 2)],
  target_tokens: [],
  steps: [
    step("l'", 4, [["l'", 0.9], ["le", 0.05]]),
    step("animal", 5, [["animal", 0.8], ["chat", 0.1]]),
    step("il", 6, [["il", 0.6], ["elle", 0.3]]),
    step("</s>", 2, [["</s>", 0.99], [".", 0.01]]),
  ],
  beams: [],
  finished: true,
  log_probability: Math.log(0.9 * 0.8 * 0.6 * 0.99),
};

test("each step says what was read, what came and what else might have", () => {
  const found = describeWritten(TRANSLATION, "It 🦓, Zebra!");
  assert.deepEqual(found.steps.map(({ read }) => read), ["<s>", "l'", "animal", "il"]);
  assert.equal(found.steps[2].so_far, "l'animal");
  assert.deepEqual(found.steps[2].top[1], { word: "elle", probability: 0.3 });
  assert.deepEqual([found.unsure.place, found.unsure.second], [2, "elle"]);
  assert.equal(found.unknown, "The model has no entry for “Zebra”: it reads <unk> there.");
  assert.equal(found.has_unknown, true);
  assert.equal(describeWritten({ ...TRANSLATION, source_tokens: [token("it")] }, "it").has_unknown, false);
});

test("French words are joined as they are written", () => {
  assert.equal(joinWords(["l'", "animal", "n'", "a", "pas", "dormi", "."]), "l'animal n'a pas dormi.");
});

test("the steps make a triangle, and agree with one pass", () => {
  const attention = [[[[1, 0], [0.25, 0.75]]]];
  const decoded = describePart({ attention, query_tokens: [token("<s>"), token("le")], key_tokens: [token("<s>"), token("le")], part: "decoder" });
  assert.deepEqual(decoded.heats[0][0].cells, [[1, null], [0.25, 0.75]]);
  const crossed = describePart({ attention, query_tokens: [token("<s>"), token("le")], key_tokens: [token("a"), token("b")], part: "cross" });
  assert.equal(crossed.heats[0][0].cells[0][1], 0);
  const pass = { heats: { decoder: [[{ cells: [[1, null], [0.5, 0.5]] }]] } };
  assert.equal(largestGap(decoded, pass, "decoder"), 0.25);
  assert.equal(largestGap(decoded, { heats: { decoder: [[{ cells: [[1]] }]] } }, "decoder"), null);
  assert.equal(sayTiny(0.00000012), "1 × 10⁻⁷");
  assert.equal(sayTiny(0), "0");
});

const FORCED = {
  tensors: { probabilities: [[0, 0, 0.1, 0, 0.9, 0, 0], [0, 0, 0.2, 0, 0, 0.3, 0.5], [0, 0, 0.6, 0, 0.4, 0, 0]] },
  target_tokens: [token("<s>", 1), token("l'", 4), token("animal", 5)],
  target: { text: "L'animal" },
  vocabulary: ["<pad>", "<s>", "</s>", "<unk>", "l'", "animal", "il"],
};

test("a forced word has its probability, and the word the model would write", () => {
  const found = describeForced(FORCED, true);
  assert.deepEqual(found.rows.map(({ read, word, probability }) => [read, word, probability]), [["<s>", "l'", 0.9], ["l'", "animal", 0.3], ["animal", "</s>", 0.6]]);
  assert.deepEqual([found.rows[1].best, found.rows[1].best_probability, found.rows[1].is_best], ["il", 0.5, false]);
  assert.deepEqual([found.n_rows, found.n_best, found.least.word], [3, 2, "animal"]);
  assert.ok(Math.abs(found.log_probability - Math.log(0.9 * 0.3 * 0.6)) < 1e-12);
});

test("forced words stand beside the model's own until and after they part", () => {
  const rows = ["l'", "chat", "il", "</s>"].map((word) => ({ read: "", word, probability: 0.5, best: word, best_probability: 0.5, is_best: true }));
  const found = besideOwn({ rows }, describeWritten(TRANSLATION, ""));
  assert.deepEqual(found.map(({ own_probability }) => own_probability), [0.9, null, 0.6, 0.99]);
  assert.deepEqual(found.map(({ is_after }) => is_after), [false, false, true, true]);
  assert.equal(gapToSteps({ rows }, describeWritten(TRANSLATION, "")), null);
  const same = ["l'", "animal", "il", "</s>"].map((word, place) => ({ ...rows[0], word, probability: [0.9, 0.8, 0.5, 0.99][place] }));
  assert.ok(Math.abs(gapToSteps({ rows: same }, describeWritten(TRANSLATION, "")) - 0.1) < 1e-12);
});

test("another word can be put in", () => {
  const written = describeWritten(TRANSLATION, "");
  assert.equal(withSecondChoice(written), "l'animal elle");
  assert.equal(withSecondChoice({ words: ["le", "</s>"], unsure: { place: 1, second: "." } }), "le.");
  assert.equal(withSecondChoice({ words: ["le", "chat", "</s>"], unsure: { place: 1, second: "</s>" } }), "le");
  assert.deepEqual(withOtherPronoun(written), { word: "il", other: "elle", text: "l'animal elle" });
  assert.equal(withOtherPronoun({ words: ["le", "</s>"] }), null);
});

test("a pronoun is found where it is written, with both probabilities", () => {
  const found = describePronoun(TRANSLATION, "It.");
  assert.deepEqual([found.place, found.written, found.masculine, found.feminine], [2, "il", 0.6, 0.3]);
  const plural = { ...TRANSLATION, steps: [step("elles", 8, [["elles", 0.7]])] };
  assert.deepEqual(Object.values(describePronoun(plural, "They.")).slice(-4), ["ils", "elles", undefined, 0.7]);
  assert.equal(describePronoun({ ...TRANSLATION, steps: [step("le", 8, [["le", 1]])] }, "The.").has_pronoun, false);
});

test("heads are ranked by how far they move the log-odds, whichever way", () => {
  const found = describeEffects({ log_odds: 2, effect: { encoder: [[-0.5, 0.05]], decoder: [[0.2, 0]], cross: [[1, -2.5]] }, place: 7 }, "It.");
  assert.deepEqual(found.top.slice(0, 3).map(({ part, head, effect }) => [part, head, effect]), [["cross", 1, -2.5], ["cross", 0, 1], ["encoder", 0, -0.5]]);
  assert.equal(found.top[0].name, "cross attention, layer 0, head 1");
  assert.equal(found.top[0].after, -0.5);
  assert.deepEqual(found.top.slice(0, 3).map(({ row, is_target }) => [row, is_target]), [[7, true], [7, true], [undefined, false]]);
  assert.deepEqual([found.n_heads, found.n_small, found.n_flips, found.flips_choice, found.largest], [6, 2, 1, 1, 2.5]);
  assert.equal(describeEffects({ log_odds: -3, effect: { cross: [[1]] }, place: 0 }, "").flips_choice, 0);
});

test("a head looks where its weight is largest", () => {
  const found = describeLook({ attention: [[[[0.1, 0.7, 0.2]]]], query_tokens: [token("qu'")], key_tokens: [token("it"), token("tired"), token(".")] });
  assert.deepEqual(found, { read: "qu'", word: "tired", weight: 0.7 });
});

test("beams keep their order, and greedy search keeps one", () => {
  const beams = [
    { text: "A b.", tokens: [1, 2, 3], log_probability: -2, score: -0.5 },
    { text: "A.", tokens: [1, 2], log_probability: -1.8, score: -0.6 },
  ];
  const found = describeBeams({ ...TRANSLATION, beams }, 1);
  assert.deepEqual(found.rows.map(({ length }) => length), [4, 3]);
  assert.equal(found.is_likeliest, false);
  const greedy = describeBeams(TRANSLATION, 1);
  assert.equal(greedy.n_kept, 1);
  assert.ok(Math.abs(greedy.rows[0].score - TRANSLATION.log_probability / 4) < 1e-12);
});
