import assert from "node:assert/strict";
import { test } from "node:test";

import { loadingStatus } from "../../../static/js/state/status.js";
import { VIEW } from "../answers.js";

const IDLE = { phase: "idle", since: 1, problem: null, message: null };
const MODELS = [{ id: "minilm", title: "MiniLM", loaded: true }];
const snapshot = (patch) => ({ view: VIEW, models: MODELS, focus: null, status: IDLE, ...patch });

test("a wait says what it is for", () => {
  assert.equal(loadingStatus(snapshot({}), 5, false).message, "MiniLM is reading the text");
  const models = [{ ...MODELS[0], loaded: false }];
  assert.equal(loadingStatus(snapshot({ models }), 5, false).message, "Waiting for MiniLM to load");
  assert.equal(loadingStatus(snapshot({ models: [] }), 5, true).message, "minilm is reading the text");
});

test("a wait that goes on counts from its first question", () => {
  const first = loadingStatus(snapshot({}), 5, false);
  assert.equal(first.since, 5);
  assert.equal(loadingStatus(snapshot({ status: first }), 9, false).since, 5);
});

test("a problem stays while nothing else is to be seen", () => {
  const status = { ...IDLE, phase: "error", problem: { code: "too_many_tokens" } };
  assert.equal(loadingStatus(snapshot({ status }), 5, false).problem, status.problem);
  assert.equal(loadingStatus(snapshot({ status, focus: {} }), 5, false).problem, null);
});
