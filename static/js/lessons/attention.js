// @ts-check
/**
 * Lesson 1: what to ask, and the numbers of the answers, as
 * `app/lessons/attention.py` and `attention_spread.py` make them.
 */
import { dot, drawVectors } from "../learn/attention-coins.js";

/** @typedef {import("../lesson-types.js").LessonState} LessonState */

const REAL = { model: "minilm", layers: [3], heads: [1], encoding: "base64" };
/** Larger exponents would leave float64. */
const LARGEST_EXPONENT = 600;
const N_QUERIES = 32;
const N_KEYS = 32;
/** So many keys share a softmax. */
const N_SHOWN = 8;
const UNIT = Array.from({ length: N_SHOWN }, (_, row) => Array.from({ length: N_SHOWN }, (_, column) => Number(row === column)));

/** @type {import("../lesson-types.js").Lesson} */
export const lesson = {
  sources: (state) => ({
    worked: workedRequest(state),
    spread: spreadRequest(state),
    real: state.text === "" ? null : { path: "/attention", body: { ...REAL, text: state.text } },
    real_scores: state.text === "" ? null : { path: "/attention", body: { ...REAL, text: state.text, quantity: "scores" } },
  }),
  derive: {
    worked: deriveSteps,
    spread: (answer, { seed, head_dim }) => spreadFacts(answer.weights, seed, head_dim),
    real: ({ attention, key_tokens }) => ({ tokens: texts(key_tokens), weights: attention[0][0] }),
    real_scores: ({ attention, key_tokens }) => scoreFacts(texts(key_tokens), attention[0][0]),
  },
};

/** @param {LessonState} state */
function workedRequest({ mode, query, key, value, inputs, query_weights, key_weights, value_weights }) {
  if (mode === "qkv") return { path: "/scaled-dot-product", body: { query, key, value, encoding: "base64" } };
  const heads = { query_weights: [query_weights], key_weights: [key_weights], value_weights: [value_weights] };
  return { path: "/multi-head-attention", body: { inputs, ...heads, encoding: "base64" } };
}

/** @param {any} answer @param {LessonState} state */
function deriveSteps(answer, state) {
  const isProjected = state.mode === "projections";
  const [query, key, value] = ["query", "key", "value"].map((name) => (isProjected ? answer[name][0] : state[name]));
  const first = (/** @type {any[]} */ steps) => (isProjected ? steps[0] : steps);
  const scores = first(answer.scores);
  const weights = first(answer.weights);
  return {
    tokens: state.tokens,
    inputs: state.inputs,
    query_weights: state.query_weights,
    query,
    key,
    value,
    dot_products: first(answer.dot_products),
    scores,
    weights,
    output: isProjected ? answer.head_outputs[0] : answer.output,
    ...details(query, value, scores, weights),
  };
}

/**
 * Add what the arithmetic beside the figure shows on its way.
 * @param {number[][]} query @param {number[][]} value @param {number[][]} scores @param {number[][]} weights
 */
function details(query, value, scores, weights) {
  const highest = Math.max(...scores.flat());
  const shift = highest > LARGEST_EXPONENT ? highest : 0;
  const exponents = scores.map((row) => row.map((score) => score - shift));
  const exponentials = exponents.map((row) => row.map(Math.exp));
  const rounded = weights.map((row) => row.map((weight) => Number(weight.toFixed(3))));
  return {
    head_dim: query[0].length,
    is_shifted: shift !== 0,
    exponents,
    exponentials,
    totals: exponentials.map(sum),
    row_sums: weights.map(sum),
    column_sums: weights[0].map((_, column) => sum(weights.map((row) => row[column]))),
    rounded_weights: rounded,
    rounded_output: rounded.map((row) => value[0].map((_, column) => sum(row.map((weight, place) => weight * value[place][column])))),
  };
}

/** The unit matrix as keys hands softmax exactly the numbers given. @param {LessonState} state */
function spreadRequest({ seed, head_dim }) {
  const plain = dotProducts(seed, head_dim).map((row) => row.slice(0, N_SHOWN));
  const scaled = plain.map((row) => row.map((number) => number / Math.sqrt(head_dim)));
  const body = { query: [...plain, ...scaled], key: UNIT, value: UNIT, scale: 1, encoding: "base64" };
  return { path: "/scaled-dot-product", body };
}

/** @param {number[][]} weights @param {number} seed @param {number} nFeatures */
function spreadFacts(weights, seed, nFeatures) {
  const dots = dotProducts(seed, nFeatures);
  const flat = dots.flat();
  const mean = sum(flat) / flat.length;
  const spread = Math.sqrt(sum(flat.map((number) => (number - mean) ** 2)) / flat.length);
  const largest = weights.map((row) => Math.max(...row));
  const root = Math.sqrt(nFeatures);
  const shown = dots[0].slice(0, N_SHOWN);
  return {
    labels: ["not divided", "divided"],
    dot_products: [shown, shown.map((number) => number / root)],
    weights: [weights[0], weights[N_QUERIES]],
    root,
    count: flat.length,
    spread,
    scaled_spread: spread / root,
    largest: sum(largest.slice(0, N_QUERIES)) / N_QUERIES,
    scaled_largest: sum(largest.slice(N_QUERIES)) / N_QUERIES,
  };
}

/** @param {number} seed @param {number} nFeatures */
function dotProducts(seed, nFeatures) {
  const vectors = drawVectors(seed, N_QUERIES + N_KEYS);
  const keys = vectors.slice(N_QUERIES);
  return vectors.slice(0, N_QUERIES).map((query) => keys.map((key) => dot(query, key, nFeatures)));
}

/** What softmax divides by, and each row's highest score. @param {string[]} tokens @param {number[][]} scores */
function scoreFacts(tokens, scores) {
  return {
    tokens,
    scores,
    totals: scores.map((row) => sum(row.map(Math.exp))),
    best: scores.map((row) => row.indexOf(Math.max(...row))),
  };
}

/** @param {{text: string}[]} tokens */
function texts(tokens) {
  return tokens.map((token) => token.text);
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
