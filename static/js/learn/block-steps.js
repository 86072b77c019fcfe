// @ts-check
/**
 * Say what lesson 5 shows of its small block before a change and after it, as
 * `app/lessons/block_numbers.py` does. Pure.
 */
import { lengthOf, networkFacts, normFacts, residualFacts, SMALLEST } from "./block-arithmetic.js";

/**
 * @typedef {(number|null)[][]} Rows null: a masked score
 * @typedef {Record<string, any>} Steps rows by the name of the step
 */

export const N_HEADS = 2;
export const D_FF = 8;

const BY_KEY = ["scores", "weights"];
const BY_HEAD = ["query", "key", "value", "scores", "weights", "head_outputs"];
/** @type {Record<string, string[]>} */
const ORDER = {
  post: [
    ...["inputs", ...BY_HEAD, "attention_output", "attention_sum", "attention_norm"],
    ...["hidden", "activated", "feed_forward_output", "feed_forward_sum", "feed_forward_norm"],
  ],
  pre: [
    ...["inputs", "attention_norm", ...BY_HEAD, "attention_output", "attention_sum"],
    ...["feed_forward_norm", "hidden", "activated", "feed_forward_output", "feed_forward_sum"],
  ],
};
/** @type {Record<string, string>} */
const NAMES = {
  inputs: "stream in",
  query: "query",
  key: "key",
  value: "value",
  scores: "scores",
  weights: "weights",
  head_outputs: "weighted sums",
  attention_output: "attention adds",
  attention_sum: "sum 1",
  attention_norm: "norm 1",
  hidden: "widened",
  activated: "ReLU",
  feed_forward_output: "feed-forward adds",
  feed_forward_sum: "sum 2",
  feed_forward_norm: "norm 2",
};
/** What each norm reads, by the order of norms. @type {Record<string, [string, string]>} */
const READ = { post: ["attention_sum", "feed_forward_sum"], pre: ["inputs", "attention_sum"] };

/** Part the two versions; every position, where each sees itself only. @param {number} count @param {string} mask */
export function segmentsOf(count, mask) {
  return Array.from({ length: 2 * count }, (_, place) => (mask === "self" ? place : Number(place >= count)));
}

/**
 * Say what the page shows of one answer, which holds both versions.
 * @param {any} answer @param {string} norm @param {string[]} tokens
 */
export function describeBlock(answer, norm, tokens) {
  const order = ORDER[norm];
  const found = byName(answer.steps);
  const sides = order.map((name) => [name, byPosition(name, found[name], tokens.length)]);
  /** @type {Steps} */
  const before = Object.fromEntries(sides.map(([name, [one]]) => [name, one]));
  /** @type {Steps} */
  const after = Object.fromEntries(sides.map(([name, [, other]]) => [name, other]));
  const moved = order.map((name) => after[name].map((/** @type {any} */ row, /** @type {number} */ at) => largestChange(before[name][at], row)));
  const wordsAt = (/** @type {string} */ name) => wordsOf(tokens, moved[order.indexOf(name)]);
  const norms = ["attention_norm", "feed_forward_norm"];
  return {
    tokens,
    keys: order,
    names: order.map((name) => NAMES[name]),
    moved,
    sides: ["before", "after", "change"],
    shown: order.map((name) => before[name].map((/** @type {any} */ row, /** @type {number} */ at) => threeRows(row, after[name][at]))),
    shapes: order.map((name) => shapeOf(name, after[name])),
    columns: order.map((name) => columnsOf(name, after[name][0].length, tokens)),
    before_attention: wordsAt("value"),
    after_attention: wordsAt("attention_output"),
    after_feed_forward: wordsAt("feed_forward_output"),
    norms: norms.map((name, at) => normFacts(after[READ[norm][at]], after[name])),
    network: networkFacts(after[norm === "pre" ? "feed_forward_norm" : "attention_norm"], after, byName(answer.matrices)),
    residual: residualFacts(norm, after),
    lengths: Object.fromEntries(order.map((name) => [name, after[name].map(lengthOf)])),
  };
}

/** @param {{name: string, values: any}[]} parts */
function byName(parts) {
  return Object.fromEntries(parts.map(({ name, values }) => [name, values]));
}

/**
 * Cut a step into both versions, one row a position; numbers of several heads
 * stand side by side, and a row by key has only the keys of its own version.
 * @param {string} name @param {any[]} step @param {number} count
 * @returns {[Rows, Rows]}
 */
function byPosition(name, step, count) {
  if (!BY_HEAD.includes(name)) return [step.slice(0, count), step.slice(count)];
  const rowsFrom = (/** @type {number} */ start) =>
    Array.from({ length: count }, (_, row) =>
      step.flatMap((head) => (BY_KEY.includes(name) ? head[start + row].slice(start, start + count) : head[start + row])),
    );
  return [rowsFrom(0), rowsFrom(count)];
}

/** @param {(number|null)[]} before @param {(number|null)[]} after */
function threeRows(before, after) {
  return [before, after, after.map((cell, place) => change(before[place], cell))];
}

/** Subtract; a masked score stays one, and rounding is no change. @param {number|null} before @param {number|null} after */
function change(before, after) {
  if (before === null || after === null) return null;
  return Math.abs(after - before) < SMALLEST ? 0 : after - before;
}

/** @param {(number|null)[]} before @param {(number|null)[]} after */
function largestChange(before, after) {
  return Math.max(...after.map((cell, place) => Math.abs(change(before[place], cell) ?? 0)));
}

/** Label a step's numbers: features, or the keys of each head. @param {string} name @param {number} width @param {string[]} tokens */
function columnsOf(name, width, tokens) {
  const heads = [...Array(N_HEADS).keys()];
  if (BY_KEY.includes(name)) return heads.flatMap((head) => tokens.map((token) => `${head}·${token}`));
  const features = [...Array(BY_HEAD.includes(name) ? width / N_HEADS : width).keys()];
  if (BY_HEAD.includes(name)) return heads.flatMap((head) => features.map((place) => `${head}·${place}`));
  return features.map(String);
}

/** Write a step's shape and what its axes are. @param {string} name @param {Rows} rows */
function shapeOf(name, rows) {
  const [count, width] = [rows.length, rows[0].length];
  if (BY_KEY.includes(name)) return `${N_HEADS} × ${count} × ${count} (head, query, key)`;
  if (BY_HEAD.includes(name)) return `${N_HEADS} × ${count} × ${width / N_HEADS} (head, position, number)`;
  return `${count} × ${width} (position, feature)`;
}

/** @param {string[]} tokens @param {number[]} moved */
function wordsOf(tokens, moved) {
  return tokens.filter((_, place) => moved[place] > 0).join(", ") || "none";
}
