// @ts-check
/**
 * Say which share of the color scale a value takes, and how the scale reads.
 *
 * Lives here: the three modes (unit, head, log), the range of scores, and the
 * ticks of the color bar. Not here: the colors (colors.js).
 */

/** Weights at or below this are drawn alike on the logarithmic scale. */
export const LOG_FLOOR = 1e-4;

/**
 * @typedef {object} Scale
 * @property {"unit" | "head" | "log" | "score"} mode
 * @property {number} min in drawn units: log10 of the weight in log mode
 * @property {number} max in drawn units
 * @property {(value: number) => number} draw value -> drawn units; NaN stays a gap
 * @property {(value: number) => number} share value -> 0 to 1
 * @property {{ at: number, label: string }[]} ticks at in drawn units
 * @property {string} title of the color bar
 */

/**
 * Find the smallest and largest number, leaving out masked cells.
 * @param {ArrayLike<number>} values NaN and -Infinity mean masked
 * @returns {{ min: number, max: number } | null} null where no cell is a number
 */
export function rangeOf(values) {
  let [min, max] = [Infinity, -Infinity];
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (!Number.isFinite(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min <= max ? { min, max } : null;
}

/**
 * Choose round ticks inside a range, about so many of them.
 * @param {number} min
 * @param {number} max
 */
export function roundTicks(min, max, wanted = 4) {
  const span = max - min;
  if (!(span > 0)) return [min];
  const power = 10 ** Math.floor(Math.log10(span / wanted));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => span / size <= wanted + 1) ?? 10 * power;
  const ticks = [];
  for (let at = Math.ceil(min / step - 1e-9); at * step <= max + step * 1e-9; at += 1) {
    ticks.push(Number((at * step).toPrecision(12)));
  }
  return ticks;
}

/** @param {number} value */
function shortNumber(value) {
  return String(value).replace("-", "\u2212");
}

/** Round ticks nearer to an end of the bar than this share of it leave it room. */
const NEAR_END = 0.14;

/**
 * Say where a range that is the head's own begins and ends, which no round
 * number would, and round numbers between.
 * @param {number} min
 * @param {number} max
 * @returns {Scale["ticks"]}
 */
function ticksWithEnds(min, max) {
  const room = NEAR_END * (max - min);
  const between = roundTicks(min, max).filter((at) => at - min > room && max - at > room);
  const end = (/** @type {number} */ at) => ({ at, label: shortNumber(Number(at.toPrecision(2))) });
  return [end(min), ...between.map((at) => ({ at, label: shortNumber(at) })), end(max)];
}

/**
 * @param {Scale["mode"]} mode
 * @param {number} min
 * @param {number} max
 * @param {Scale["ticks"]} ticks
 * @param {string} title
 * @param {(value: number) => number} draw
 * @returns {Scale}
 */
function scaleFrom(mode, min, max, ticks, title, draw) {
  const span = max - min;
  return { mode, min, max, ticks, title, draw, share: (value) => (span > 0 ? (draw(value) - min) / span : 0) };
}

/** @returns {Scale} */
function logScale() {
  const floor = Math.log10(LOG_FLOOR);
  const ticks = [
    { at: 0, label: "1" },
    { at: -1, label: "0.1" },
    { at: -2, label: "0.01" },
    { at: -3, label: "0.001" },
    { at: floor, label: "\u2264 0.0001" },
  ];
  return scaleFrom("log", floor, 0, ticks, "weight, log", (value) =>
    Number.isNaN(value) ? NaN : Math.log10(Math.max(value, LOG_FLOOR)),
  );
}

/**
 * Build the scale for one head.
 *
 * Scores have no common range, so they are always drawn from the head's
 * smallest to its largest; the mode then makes no difference.
 * @param {ArrayLike<number>} values all cells of the head, masked ones not finite
 * @param {"weights" | "scores"} quantity
 * @param {"unit" | "head" | "log"} mode
 * @returns {Scale}
 */
export function makeValueScale(values, quantity, mode) {
  const identity = (/** @type {number} */ value) => value;
  if (quantity === "weights" && mode === "unit") {
    const ticks = [0, 0.25, 0.5, 0.75, 1].map((at) => ({ at, label: String(at) }));
    return scaleFrom("unit", 0, 1, ticks, "weight", identity);
  }
  if (quantity === "weights" && mode === "log") return logScale();
  const range = rangeOf(values) ?? { min: 0, max: 1 };
  const min = quantity === "scores" ? range.min : 0;
  const max = range.max > min ? range.max : min + 1;
  const ticks = ticksWithEnds(min, max);
  return scaleFrom(
    quantity === "scores" ? "score" : "head",
    min,
    max,
    ticks,
    quantity === "scores" ? "score" : "weight",
    identity,
  );
}
