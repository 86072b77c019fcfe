// @ts-check
/**
 * Lesson 4: what to ask, and the numbers of the answers, as
 * `app/lessons/heads.py` and `heads_ranking.py` make them.
 */
import { measureHeads } from "../learn/heads-layer.js";
import { rankHeads } from "../learn/heads-ranking.js";

/** @typedef {import("../lesson-types.js").LessonState} LessonState */

const N_HEADS = 2;
const HEAD_DIM = 2;
const TOKENS = ["clowns", "wear", "shoes"];
const LARGE_D_MODEL = 512;
const HEAD_COUNTS = [1, 2, 4, 8, 16, 32];
const REAL = { model: "minilm", encoding: "base64" };
const TIRED = "The animal didn't cross the street because it was too tired";
const WIDE = "The animal didn't cross the street because it was too wide";
/** Where the words of both sentences stand. */
const PLACES = { animal: 2, street: 8, it: 10 };

/** @type {import("../lesson-types.js").Lesson} */
export const lesson = {
  sources: (state, numbers) => ({
    worked: workedRequest(state),
    words: state.text === "" ? null : { path: "/tokenize", body: { model: REAL.model, text: state.text } },
    pictures: state.text === "" ? null : { path: "/attention", body: { ...REAL, text: state.text, layers: [state.layer] } },
    ranking: rankingRequest(state, numbers.words),
    tired: pronounRequest(TIRED),
    wide: pronounRequest(WIDE),
  }),
  derive: {
    worked: deriveSteps,
    words: ({ tokens }, { text }) => ({ text, tokens: texts(tokens) }),
    pictures: deriveLayer,
    ranking: deriveRanking,
    tired: derivePronoun,
    wide: derivePronoun,
  },
};

/** @param {LessonState} state */
function workedRequest(state) {
  const perHead = (/** @type {string} */ name) => [state[`${name}_0`], state[`${name}_1`]];
  return {
    path: "/multi-head-attention",
    body: {
      inputs: state.inputs,
      query_weights: perHead("query_weights"),
      key_weights: perHead("key_weights"),
      value_weights: perHead("value_weights"),
      output_weights: state.output_weights,
      encoding: "base64",
    },
  };
}

/** @param {any} answer @param {LessonState} state */
function deriveSteps({ query, key, value, weights, head_outputs, concatenated, output }, { output_weights }) {
  const columns = Array.from({ length: N_HEADS * HEAD_DIM }, (_, column) => column);
  return {
    tokens: TOKENS,
    query,
    key,
    value,
    weights,
    head_outputs,
    joined_names: columns.map((column) => `h${Math.floor(column / HEAD_DIM)}·${column % HEAD_DIM}`),
    concatenated,
    output_weights,
    output,
    cells: columns.map((column) => cellOf(column, weights, value)),
    sizes: Object.fromEntries(HEAD_COUNTS.map((count) => [count, sizeOf(count)])),
  };
}

/** What one column of the concatenation is made of. @param {number} column @param {any} weights @param {any} value */
function cellOf(column, weights, value) {
  const [head, feature] = [Math.floor(column / HEAD_DIM), column % HEAD_DIM];
  return { head, feature, weights: weights[head], values: value[head].map((/** @type {number[]} */ row) => row[feature]) };
}

/** Count the parameters of heads that share 512 features, without biases. @param {number} nHeads */
function sizeOf(nHeads) {
  const headDim = LARGE_D_MODEL / nHeads;
  const projections = nHeads * 3 * LARGE_D_MODEL * headDim;
  const joining = LARGE_D_MODEL * LARGE_D_MODEL;
  const [parted, joined, total] = [projections, joining, projections + joining].map((count) => count.toLocaleString("en"));
  return { n_heads: nHeads, head_dim: headDim, projections: parted, joining: joined, total };
}

/** A row of a text can only be asked for once its tokens are known. @param {LessonState} state @param {any} words */
function rankingRequest({ text, row, column }, words) {
  if (text === "" || words?.text !== text || Math.max(row, column) >= words.tokens.length) return null;
  const one = { rows: [row, row + 1], columns: [column, column + 1], statistics: ["column"] };
  return { path: "/attention", body: { ...REAL, text, ...one } };
}

/** @param {any} answer @param {LessonState} state */
function deriveRanking({ attention, statistics, query_tokens, key_tokens }, { text, row, column }) {
  const { column_mean, column_rows } = statistics;
  return {
    text,
    row,
    column,
    from_word: query_tokens[0].text,
    to_word: key_tokens[0].text,
    ...rankHeads(
      perHead(attention, ([[weight]]) => weight),
      perHead(column_mean, ([mean]) => mean),
      column_rows.map((/** @type {number[]} */ [rows]) => rows),
      row === column,
    ),
  };
}

/** @param {any} answer @param {LessonState} state */
function deriveLayer({ attention, key_tokens }, { text, layer }) {
  const special = key_tokens.map((/** @type {{special: boolean}} */ token) => token.special);
  const measures = measureHeads(attention[0], special);
  return {
    text,
    layer,
    tokens: texts(key_tokens),
    weights: attention[0],
    measures,
    most: placesOf(measures, Math.max),
    least: placesOf(measures, Math.min),
    largest_entropy: Math.log(key_tokens.length),
  };
}

/** Which head has most, or least, of each. @param {Record<string, number[]>} measures @param {(...numbers: number[]) => number} end */
function placesOf(measures, end) {
  return Object.fromEntries(Object.entries(measures).map(([name, numbers]) => [name, numbers.indexOf(end(...numbers))]));
}

/** @param {string} text */
function pronounRequest(text) {
  const row = { rows: [PLACES.it, PLACES.it + 1], statistics: ["column"] };
  return { path: "/attention", body: { ...REAL, text, ...row } };
}

/** Look from "it": at each token, and at two of them in all heads. @param {any} answer */
function derivePronoun({ attention, statistics, key_tokens }) {
  const { column_mean, column_rows } = statistics;
  /** @param {number} column */
  const rank = (column) => {
    const weights = perHead(attention, ([row]) => row[column]);
    const means = perHead(column_mean, (line) => line[column]);
    const rows = column_rows.map((/** @type {number[]} */ line) => line[column]);
    const { heads } = rankHeads(weights, means, rows, false);
    const all = weights.flat();
    return { heads, mean: all.reduce((total, weight) => total + weight, 0) / all.length };
  };
  const [animal, street] = [rank(PLACES.animal), rank(PLACES.street)];
  const isStreet = street.heads.flatMap((line, layer) => line.map((one, head) => one.weight > animal.heads[layer][head].weight));
  return {
    tokens: texts(key_tokens),
    rows: perHead(attention, ([row]) => row),
    animal,
    street,
    n_street: isStreet.filter(Boolean).length,
    n_heads: isStreet.length,
  };
}

/** @param {any[][]} array (layer, head, ...) @param {(head: any) => any} take @returns {any[][]} */
function perHead(array, take) {
  return array.map((layer) => layer.map(take));
}

/** @param {{text: string}[]} tokens */
function texts(tokens) {
  return tokens.map((token) => token.text);
}
