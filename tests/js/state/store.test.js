import assert from "node:assert/strict";
import { test } from "node:test";

import { createStore } from "../../../static/js/state/store.js";

test("a patch changes its keys, leaves the others and tells now and before", () => {
  const store = createStore({ a: 1, b: 2 });
  const heard = [];
  store.subscribe((now, before) => heard.push([now.a, now.b, before.a]));
  store.set({ a: 3 });
  assert.deepEqual(heard, [[3, 2, 1]]);
  assert.deepEqual({ ...store.get() }, { a: 3, b: 2 });
});

test("a patch that changes nothing tells nobody", () => {
  const store = createStore({ a: NaN, view: null });
  let heard = 0;
  store.subscribe(() => (heard += 1));
  store.set({ a: NaN });
  store.set({ view: null });
  assert.equal(heard, 0);
});

test("a patch made while telling reaches every listener, newest last", () => {
  const store = createStore({ a: 0 });
  const heard = [];
  store.subscribe((now) => now.a === 1 && store.set({ a: 2 }));
  store.subscribe((now, before) => heard.push([before.a, now.a]));
  store.set({ a: 1 });
  assert.deepEqual(heard, [[0, 1], [1, 2]]);
  assert.equal(store.get().a, 2);
});

test("a listener that throws is reported and silences nobody", () => {
  const reported = [];
  globalThis.reportError = (error) => reported.push(error.message);
  const store = createStore({ a: 0 });
  let heard = 0;
  store.subscribe(() => {
    throw new Error("broken view");
  });
  store.subscribe(() => (heard += 1));
  store.set({ a: 1 });
  store.set({ a: 2 });
  assert.equal(heard, 2);
  assert.deepEqual(reported, ["broken view", "broken view"]);
  delete globalThis.reportError;
});

test("who has unsubscribed hears no more", () => {
  const store = createStore({ a: 0 });
  let heard = 0;
  const stop = store.subscribe(() => (heard += 1));
  stop();
  store.set({ a: 1 });
  assert.equal(heard, 0);
});

test("a snapshot can't be changed in place", () => {
  const store = createStore({ a: 0 });
  assert.throws(() => {
    store.get().a = 1;
  }, TypeError);
});
