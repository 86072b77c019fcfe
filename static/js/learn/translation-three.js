// @ts-check
/**
 * Put the three attentions of a layer side by side: where their queries, keys
 * and values come from, and every score. Pure.
 */
import { rangeOf } from "./figures.js";
import { ATTENTIONS } from "./translation-map.js";
import { wordsOf } from "./translation-tensors.js";

const TENSORS = ["query", "key", "value", "scores", "weights", "heads"];

/** @param {number} layer */
export function tensorsOfLayer(layer) {
  return Object.values(ATTENTIONS).flatMap((base) => TENSORS.map((name) => `${base.replace("{l}", String(layer))}.${name}`));
}

/** @param {any} answer of `/tensors` @param {number} layer */
export function describeThree(answer, layer) {
  const [source, target] = [wordsOf(answer.source_tokens), wordsOf(answer.target_tokens)];
  const words = { encoder: [source, source], decoder: [target, target], cross: [target, source] };
  const made = Object.entries(ATTENTIONS).map(([kind, base]) => {
    const [rows, columns] = words[/** @type {"cross"} */ (kind)];
    const take = (/** @type {string} */ name) => answer.tensors[`${base.replace("{l}", String(layer))}.${name}`];
    return [kind, describeAttention(take, rows, columns)];
  });
  return { layer, ...Object.fromEntries(made) };
}

/**
 * @param {(name: string) => any} take
 * @param {string[]} rows @param {string[]} columns
 */
function describeAttention(take, rows, columns) {
  const [query, key, value, scores, weights, heads] = TENSORS.map(take);
  const width = query[0][0].length;
  const root = Math.sqrt(width);
  const vectors = (/** @type {number[][][]} */ tensor, /** @type {string[]} */ labels) => tensor.map((cells) => vectorHeat(cells, labels));
  return {
    rows,
    columns,
    width,
    root,
    scores,
    weights,
    dots: scores.map((/** @type {any[][]} */ head) => head.map((row) => row.map((score) => (score === null ? null : score * root)))),
    sums: weights.map((/** @type {number[][]} */ head) => head.map((row) => row.reduce((sum, weight) => sum + weight, 0))),
    n_open: scores[0].map((/** @type {any[]} */ row) => row.filter((score) => score !== null).length),
    most: weights.map((/** @type {number[][]} */ head) => head.map((row) => mostOf(row, columns))),
    queries: query.map((/** @type {number[][]} */ cells) => cells.map((row, place) => vectorHeat([row], [rows[place]], rangeOf(cells)))),
    keys: vectors(key, columns),
    values: vectors(value, columns),
    taken: heads.map((/** @type {number[][]} */ cells) => cells.map((row, place) => vectorHeat([row], [rows[place]], rangeOf(cells)))),
  };
}

/** @param {number[]} row @param {string[]} columns */
function mostOf(row, columns) {
  const weight = Math.max(...row);
  return { word: columns[row.indexOf(weight)], weight };
}

/** @param {number[][]} cells @param {string[]} rows @param {[number, number]} [ends] */
function vectorHeat(cells, rows, [low, high] = rangeOf(cells)) {
  return { cells, rows, columns: null, row_name: "word", column_name: "feature", low, high };
}
