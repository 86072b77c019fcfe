// @ts-check
/**
 * Lay the curve of a training out: the loss of what is learned from at each
 * step, that of what was left out now and then. Pure.
 */
import { formatFigure } from "./figures.js";

/**
 * @typedef {import("./adapting-tuning.js").Step} Step
 *
 * @typedef {object} Curve
 * @property {{left: number, right: number, top: number, bottom: number}} frame
 * @property {[number, number][]} learned
 * @property {[number, number][]} tested
 * @property {{at: number, text: string}[]} across
 * @property {{at: number, text: string}[]} up
 * @property {number} coin where a coin's loss stands
 */

/** What guessing costs between two classes. */
export const COIN = Math.LN2;
const MARGIN = { left: 34, right: 12, top: 12, bottom: 24 };
const LEAST_HIGH = 0.8;

/**
 * @param {Step[]} steps those there are @param {number} total all that will come
 * @param {{width: number, height: number}} room
 * @returns {Curve}
 */
export function layOutCurve(steps, total, { width, height }) {
  const frame = { left: MARGIN.left, right: width - MARGIN.right, top: MARGIN.top, bottom: height - MARGIN.bottom };
  const losses = steps.flatMap(({ loss, test_loss }) => (test_loss === null ? [loss] : [loss, test_loss]));
  const highest = Math.max(LEAST_HIGH, ...losses);
  const size = [0.2, 0.5, 1, 2, 5, 10, 20, 50].find((each) => highest / each <= 5) ?? 100;
  const x = (/** @type {number} */ step) => frame.left + ((step - 1) / Math.max(1, total - 1)) * (frame.right - frame.left);
  const y = (/** @type {number} */ loss) => frame.bottom - (loss / highest) * (frame.bottom - frame.top);
  const ticks = Array.from({ length: Math.floor(highest / size + 1e-9) + 1 }, (_, place) => place * size);
  return {
    frame,
    learned: steps.map(({ step, loss }) => [x(step), y(loss)]),
    tested: steps.flatMap(({ step, test_loss: loss }) => (loss === null ? [] : [/** @type {[number, number]} */ ([x(step), y(loss)])])),
    across: [...new Set([1, Math.round(total / 2), total])].map((step) => ({ at: x(step), text: String(step) })),
    up: ticks.map((loss) => ({ at: y(loss), text: formatFigure(loss, 1) })),
    coin: y(COIN),
  };
}

/** @param {Step[]} steps */
export function sayCurve(steps) {
  if (steps.length === 0) return "The loss of each step, once there is one";
  const [first, last] = [steps[0], steps[steps.length - 1]];
  const tested = steps.findLast(({ test_loss }) => test_loss !== null);
  const said = `Loss by step: ${formatFigure(first.loss, 3)} at step ${first.step}, ${formatFigure(last.loss, 3)} at step ${last.step}`;
  return tested?.test_loss == null ? said : `${said}; of the sentences left out ${formatFigure(tested.test_loss, 3)} after step ${tested.step}`;
}
