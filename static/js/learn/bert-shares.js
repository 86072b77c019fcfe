// @ts-check
/**
 * Lay the shares of the recipe out over the rounds, on a log axis. Pure.
 */
import { EXPECTED, SHARES, spreadOf } from "./bert-recipe.js";

const MOST_ROUNDS = 1000;
const HEIGHT = 260;
const [LEFT, TOP, RIGHT, BOTTOM] = [40, 10, 62, 34];
const TICKS = [1, 10, 100, 1000];
const LEVELS = [0, 20, 40, 60, 80, 100];
const N_STEPS = 60;
/** Names closer than this would stand on each other. */
const LINE = 14;

/**
 * @typedef {[number, number]} Point
 * @typedef {{name: string, points: Point[], band: Point[], expected: number, end: Point|null}} Curve
 * @typedef {{width: number, height: number, left: number, right: number, top: number, bottom: number,
 *   curves: Curve[], across: {x: number, text: string}[], up: {y: number, text: string}[],
 *   names: {name: string, y: number}[], now: number}} ShareLayout
 */

/**
 * @param {{curves: Record<string, (number|null)[]>, n_tokens: number, rounds: number}} recipe
 * @param {number} width
 * @returns {ShareLayout}
 */
export function layOutShares({ curves, n_tokens, rounds }, width) {
  const [right, bottom] = [width - RIGHT, HEIGHT - BOTTOM];
  const x = (/** @type {number} */ round) => LEFT + (Math.log(round) / Math.log(MOST_ROUNDS)) * (right - LEFT);
  const y = (/** @type {number} */ percent) => bottom - (Math.min(100, Math.max(0, percent)) / 100) * (bottom - TOP);
  const made = SHARES.map((name) => {
    const points = /** @type {Point[]} */ (curves[name].flatMap((percent, round) => (percent === null ? [] : [[x(round + 1), y(percent)]])));
    return { name, points, band: bandOf(name, n_tokens, x, y), expected: y(EXPECTED[name]), end: points.at(-1) ?? null };
  });
  return {
    ...{ width, height: HEIGHT, left: LEFT, right, top: TOP, bottom, curves: made, now: x(rounds) },
    across: TICKS.map((round) => ({ x: x(round), text: round.toLocaleString("en") })),
    up: LEVELS.map((percent) => ({ y: y(percent), text: `${percent} %` })),
    names: parted([
      { name: "[MASK]", y: y(EXPECTED.mask) },
      { name: "selected", y: y(EXPECTED.selected) },
      { name: "random", y: y(EXPECTED.random) },
      { name: "kept", y: y(EXPECTED.keep) },
    ]),
  };
}

/**
 * Outline where a share stays 19 times of 20.
 * @param {keyof typeof EXPECTED} name @param {number} nTokens
 * @param {(round: number) => number} x @param {(percent: number) => number} y
 * @returns {Point[]}
 */
function bandOf(name, nTokens, x, y) {
  const share = name === "selected" ? 1 : EXPECTED.selected / 100;
  const rounds = Array.from({ length: N_STEPS + 1 }, (_, step) => MOST_ROUNDS ** (step / N_STEPS));
  const edge = (/** @type {number} */ side) =>
    rounds.map((round) => /** @type {Point} */ ([x(round), y(EXPECTED[name] + side * spreadOf(EXPECTED[name], Math.max(1, nTokens * round * share)))]));
  return [...edge(1), ...edge(-1).reverse()];
}

/** Move names apart, from the top down. @param {{name: string, y: number}[]} names */
function parted(names) {
  let last = -Infinity;
  return names.map(({ name, y }) => {
    last = Math.max(y, last + LINE);
    return { name, y: last };
  });
}
