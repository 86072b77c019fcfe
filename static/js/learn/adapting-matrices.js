// @ts-check
/**
 * Read the matrices of a trained adapter: how large each update is, and its
 * singular values. Pure.
 */
import { N_LAYERS, say, TARGETS } from "./adapting-counts.js";

/** @typedef {{name: string, layer: number, target: string, shape: [number, number], rank: number, singular_values: number[], relative_norm: number}} Module */

/** What prose calls a matrix. @type {Record<string, string>} */
const NAMES = {
  query: "query",
  key: "key",
  value: "value",
  attention_output: "attention output",
  intermediate: "first feed-forward",
  output: "second feed-forward",
};
/** Ranks that an update is cut to. */
export const RANKS = [1, 2, 4, 8, 16];

/** @param {any} answer of `/models/{id}/adapters/{adapter}` */
export function describeAdapter({ modules, rank, alpha, scaling, n_parameters, n_head_parameters, n_matrices, title }) {
  const table = TARGETS.map((target) => Array.from({ length: N_LAYERS }, (_, layer) => find(modules, layer, target)));
  const matrices = Object.fromEntries(TARGETS.map((target, place) => [target, table[place].map(describeMatrix)]));
  const sizes = Array.from({ length: N_LAYERS }, (_, layer) => TARGETS.map((target) => 100 * matrices[target][layer].relative));
  const all = TARGETS.flatMap((target) => matrices[target]);
  all.sort((one, other) => other.relative - one.relative);
  return {
    title,
    rank,
    alpha,
    scaling,
    n_matrices,
    n_parameters: say(n_parameters),
    n_head_parameters: say(n_head_parameters),
    matrices,
    sizes,
    ...halves(all.map(({ half }) => half)),
    most: all[0],
    least: all[all.length - 1],
    kept: Object.fromEntries([...RANKS, rank].map((kept) => [kept, keptOf(modules, kept)])),
    numbers: Object.fromEntries([...RANKS, rank].map((kept) => [kept, say(numbersOf(modules, kept))])),
  };
}

/** In how many directions half of the squared size lies, in the median matrix. @param {number[]} counts */
function halves(counts) {
  const half = [...counts].sort((one, other) => one - other)[Math.floor((counts.length - 1) / 2)];
  return { half, half_answer: half <= 2 ? 0 : half <= 6 ? 1 : 2 };
}

/** @param {Module[]} modules @param {number} layer @param {string} target @returns {Module} */
function find(modules, layer, target) {
  const found = modules.find((one) => one.layer === layer && targetOf(one) === target);
  if (!found) throw new TypeError(`no update of ${target} in layer ${layer}`);
  return found;
}

/** Two of the modules end in "output": the names above them part them. @param {Module} module */
export function targetOf({ name }) {
  const parts = name.split(".").filter((part) => part !== "dense");
  const last = parts[parts.length - 1];
  return last === "output" && parts[parts.length - 2] === "attention" ? "attention_output" : last;
}

/** @param {Module} module */
function describeMatrix(module) {
  const { layer, shape, rank, singular_values: values, relative_norm: relative } = module;
  const [out, into] = shape;
  return {
    name: NAMES[targetOf(module)],
    layer,
    out,
    into,
    rank,
    most_rank: Math.min(out, into),
    relative,
    percent: 100 * relative,
    values,
    first: values[0],
    last: values[rank - 1],
    shares: values.map((_, place) => 100 * shareOf(values, place + 1)),
    half: values.findIndex((_, place) => shareOf(values, place + 1) >= 0.5) + 1,
    numbers: say(rank * (out + into)),
    whole: say(out * into),
  };
}

/** The share of the squared size that the largest ones hold. @param {number[]} values @param {number} count */
function shareOf(values, count) {
  return squares(values.slice(0, count)) / squares(values);
}

/** The same over all matrices, in percent. @param {Module[]} modules @param {number} rank */
function keptOf(modules, rank) {
  const [held, all] = [0, 0].map((_, place) =>
    modules.reduce((total, { singular_values: values }) => total + squares(place === 0 ? values.slice(0, rank) : values), 0),
  );
  return (100 * held) / all;
}

/** @param {Module[]} modules @param {number} rank */
function numbersOf(modules, rank) {
  return modules.reduce((total, { shape }) => total + rank * (shape[0] + shape[1]), 0);
}

/** @param {number[]} numbers */
function squares(numbers) {
  return numbers.reduce((total, number) => total + number * number, 0);
}
