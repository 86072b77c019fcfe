// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { COIN, layOutCurve, sayCurve } from "../../../static/js/learn/adapting-curve.js";
import { EXAMPLES } from "../../../static/js/learn/adapting-examples.js";
import { beginRun, checkForm, endRun, leftOutOf, requestOf, sayProblem } from "../../../static/js/learn/adapting-tuning.js";

/** @param {Partial<import("../../../static/js/learn/adapting-tuning.js").Form>} [changes] */
const form = (changes = {}) => ({
  names: /** @type {[string, string]} */ (["one", "other"]),
  texts: /** @type {[string, string]} */ ([" a b \n\n a c\na d", "e b\ne c\ne d\n"]),
  method: /** @type {"head"|"lora"} */ ("lora"),
  rank: 2,
  steps: 5,
  ...changes,
});
const START = {
  method: "lora",
  classes: ["one", "other"],
  rank: 2,
  steps: 5,
  n_matrices: 12,
  n_lora_parameters: 30,
  n_head_parameters: 10,
  n_trained_parameters: 40,
  n_base_parameters: 1_999_960,
  n_train: 4,
  n_test: 2,
};
const scores = (/** @type {number} */ loss, /** @type {number} */ accuracy) => ({ train_loss: 0.01, train_accuracy: 1, test_loss: loss, test_accuracy: accuracy });

test("lines are sentences; empty ones are none", () => {
  const request = requestOf(form());
  assert.deepEqual(request.sentences.map(({ text }) => text), ["a b", "a c", "a d", "e b", "e c", "e d"]);
  assert.deepEqual(request.sentences.map(({ label }) => label), [0, 0, 0, 1, 1, 1]);
  assert.equal(request.stream, true);
  assert.equal(/** @type {any} */ (request).rank, 2);
});

test("a head is asked for without a rank", () => {
  assert.equal("rank" in requestOf(form({ method: "head" })), false);
});

test("every fourth is left out, and at least one", () => {
  assert.deepEqual([2, 3, 4, 7, 8, 12, 16].map(leftOutOf), [1, 1, 1, 1, 2, 3, 4]);
  assert.equal(checkForm(form()).said, "4 sentences to learn from, 2 left out for the test.");
});

test("a form that nothing can be learned from says why", () => {
  const refused = [
    [form({ names: ["", "b"] }), "name"],
    [form({ names: ["a", " a "] }), "different"],
    [form({ texts: ["a\nb\nc\nd\ne", "f"] }), "two sentences"],
    [form({ texts: ["a\nb", "c\nd"] }), "at least 6"],
    [form({ texts: ["a\n".repeat(40), "b\n".repeat(40)] }), "at most 64"],
  ];
  for (const [wrong, said] of refused) {
    const found = checkForm(/** @type {any} */ (wrong));
    assert.equal(found.isReady, false);
    assert.match(found.said, new RegExp(String(said)));
  }
});

test("a run is summed up", () => {
  const run = beginRun(START);
  assert.equal(run.percent, 0.002);
  assert.equal(run.n_base_said, "1,999,960");
  const step = { step: 5, loss: 0.1, train_accuracy: 1, test_loss: 0.9, test_accuracy: 0.5 };
  const left_out = [
    { label: 0, predicted: 1 },
    { label: 1, predicted: 1 },
  ];
  const end = { id: "x", expires_in_seconds: 1800, before: scores(COIN, 0.5), after: scores(0.9, 0.5), left_out };
  const done = endRun({ ...run, curve: [step] }, end);
  assert.deepEqual([done.before.right, done.after.right, done.after.train_right], [1, 1, 4]);
  assert.deepEqual(done.left_out.map(({ is_right }) => is_right), [false, true]);
  assert.equal(done.is_by_heart, true);
  assert.equal(done.minutes, 30);
  assert.equal(endRun(run, { ...end, after: scores(0.05, 1) }).is_by_heart, false);
});

test("a busy server is waited for, and what is gone is not", () => {
  const problem = { code: "busy", detail: "Full.", hint: "Wait.", retry_after_seconds: 5 };
  assert.equal(sayProblem(problem).waits, 5);
  assert.equal(sayProblem({ ...problem, code: "unknown_adapter" }).waits, null);
  assert.equal(sayProblem({ ...problem, code: "invalid_request" }).said, "Full. Wait.");
});

test("a curve stands in its frame, a coin's loss too", () => {
  const steps = [
    { step: 1, loss: 0.8, train_accuracy: 0.5, test_loss: null, test_accuracy: null },
    { step: 3, loss: 0, train_accuracy: 1, test_loss: 0.4, test_accuracy: 1 },
  ];
  const chart = layOutCurve(steps, 5, { width: 246, height: 136 });
  const { frame } = chart;
  assert.deepEqual(frame, { left: 34, right: 234, top: 12, bottom: 112 });
  // Step 3 of 5 is in the middle; a loss of 0.8 is at the top, 0.4 half way.
  assert.deepEqual(chart.learned, [[34, 12], [134, 112]]);
  assert.deepEqual(chart.tested, [[134, 62]]);
  assert.ok(Math.abs(chart.coin - (112 - (100 * Math.LN2) / 0.8)) < 1e-9);
  assert.match(sayCurve(steps), /0\.8 at step 1.*left out 0\.4/);
  assert.equal(layOutCurve([], 5, { width: 246, height: 136 }).learned.length, 0);
});

test("the examples can be trained on, each sentence once", () => {
  for (const example of Object.values(EXAMPLES)) {
    assert.equal(checkForm(form(example)).isReady, true);
    const all = example.texts.flatMap((text) => text.split("\n"));
    assert.equal(new Set(all.map((text) => text.toLowerCase())).size, all.length);
  }
});
