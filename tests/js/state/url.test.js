import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { fromQuery, LONGEST_QUERY, namesHead, stateOf, toAddress, toQuery } from "../../../static/js/state/url.js";

const FIRST = {
  model: "minilm", text: "The animal didn't cross the street because it was too tired", pair: null,
  target: null, part: null, layer: 3, head: 1, row: 10, column: null, quantity: "weights", merge: "tokens", hide: "none",
  scale: "unit", order: "layer", named: "read", zoom: null,
  adapter: null, strength: 1,
};

const VALUES = {
  model: ["minilm", "smollm2-135m", "./my model & more"],
  text: [FIRST.text, "", " ", "0", "a=b&c=d#e?f", "line\nbreak\ttab", "100% + 1", "שלום <b>", "💩é"],
  pair: [null, "", "0", "a second one"],
  target: [null, "", "0", "L'animal n'a pas"],
  part: [null, "encoder", "decoder", "cross", "joint"],
  layer: [3, 0, 5, 29],
  head: [1, 0, 11],
  row: [10, null, 0, 7, 511],
  column: [null, 0, 3],
  quantity: ["weights", "scores"],
  merge: ["tokens", "words"],
  hide: ["none", "special", "first"],
  scale: ["unit", "head", "log"],
  order: ["layer", "entropy", "sink", "previous", "distance"],
  named: ["read", "written"],
  zoom: [null, "0:0,0:1", "0:4,2:9"],
  adapter: [null, "minilm-words", "0", "a & b/c"],
};
const STRENGTHS = [1, 0, 0.05, 0.5, 1.25, 2];

/** Repeatable draws, so that a failure can be run again. */
function* draws(seed) {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

test("the first visit has an empty query", () => {
  assert.equal(toQuery(FIRST, FIRST), "");
  assert.equal(toAddress(FIRST, FIRST), "/");
  assert.deepEqual(fromQuery("", FIRST), FIRST);
});

test("every value of every field survives alone", () => {
  for (const [field, values] of Object.entries(VALUES)) {
    for (const value of values) {
      const view = { ...FIRST, [field]: value };
      assert.deepEqual(fromQuery(toQuery(view, FIRST), FIRST), view, `${field} = ${JSON.stringify(value)}`);
    }
  }
});

test("any mixture of values survives", () => {
  const random = draws(20240501);
  for (let round = 0; round < 2000; round += 1) {
    const view = { ...FIRST };
    for (const [field, values] of Object.entries(VALUES)) {
      view[field] = values[Math.floor(random.next().value * values.length)];
    }
    assert.deepEqual(fromQuery(`?${toQuery(view, FIRST)}`, FIRST), view);
  }
});

test("how strongly an adapter acts survives, 0 included; without one it says nothing", () => {
  for (const strength of STRENGTHS) {
    const view = { ...FIRST, adapter: "minilm-words", strength };
    assert.deepEqual(fromQuery(toQuery(view, FIRST), FIRST), view);
    assert.equal(toQuery({ ...view, adapter: null }, FIRST), "");
  }
});

test("another model always names its head", () => {
  const query = toQuery({ ...FIRST, model: "smollm2-135m" }, FIRST);
  assert.match(query, /layer=3&head=1/);
  assert.equal(namesHead(query, FIRST), true);
  assert.equal(namesHead("model=smollm2-135m", FIRST), false);
  assert.equal(namesHead("model=smollm2-135m&layer=2", FIRST), false);
  assert.equal(namesHead("text=x", FIRST), true);
});

test("what can't be read is the default, never an error", () => {
  const query = "layer=-1&head=1e3&row=x&column=1.5&quantity=sums&scale=&order=best&zoom=1:2&merge=Words&hide=all&unknown=1";
  assert.deepEqual(fromQuery(query, FIRST), { ...FIRST, row: null });
  assert.deepEqual(fromQuery("adapter=a&strength=2.01", FIRST), { ...FIRST, adapter: "a" });
});

test("a long text goes behind the hash, and comes back", () => {
  const view = { ...FIRST, text: "word ".repeat(1000) };
  const address = new URL(toAddress(view, FIRST), "http://here");
  assert.ok(toQuery(view, FIRST).length > LONGEST_QUERY);
  assert.equal(address.search, "");
  assert.deepEqual(fromQuery(stateOf(address), FIRST), view);
  assert.equal(stateOf(new URL("http://here/?text=a#main")), "?text=a");
});

test("the server reads the same views from the same strings", () => {
  const golden = JSON.parse(readFileSync(new URL("../../golden/views.json", import.meta.url), "utf8"));
  assert.ok(golden.length > 10);
  for (const { query, view } of golden) assert.deepEqual(fromQuery(query, FIRST), view, query);
});
