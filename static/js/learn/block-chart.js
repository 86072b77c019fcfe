// @ts-check
/**
 * Lay lines over layers out: where points, ticks and end numbers stand. Pure;
 * `views/learn/block/lines.js` draws it.
 */
import { formatFigure } from "./figures.js";

/**
 * @typedef {object} Room
 * @property {number} width
 * @property {number} height
 *
 * @typedef {object} Chart
 * @property {{path: string, dots: [number, number][]}[]} lines
 * @property {{at: number, text: string}[]} across ticks below
 * @property {{at: number, text: string}[]} up ticks at the left
 * @property {{at: number, x: number, text: string}[]} ends the last numbers
 * @property {number[]} columns where each layer stands
 * @property {{left: number, right: number, top: number, bottom: number}} frame
 */

const MARGIN = { left: 46, right: 58, top: 10, bottom: 24 };
/** Lines of text closer than this touch. */
const LINE = 14;
const ROOM_FOR_TICK = 26;

/**
 * @param {import("./block-real.js").Lines} lines @param {Room} room
 * @param {"log"|"linear"} scale @param {number} digits
 * @returns {Chart}
 */
export function layOutLines({ series, places }, { width, height }, scale, digits) {
  const frame = { left: MARGIN.left, right: width - MARGIN.right, top: MARGIN.top, bottom: height - MARGIN.bottom };
  const numbers = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const ticks = scale === "log" ? logTicks(numbers) : linearTicks(numbers);
  const bend = scale === "log" ? (/** @type {number} */ value) => Math.log10(Math.max(value, ticks[0])) : (/** @type {number} */ value) => value;
  const [low, high] = [bend(ticks[0]), bend(ticks[ticks.length - 1])];
  const y = (/** @type {number} */ value) => round(frame.bottom - ((bend(value) - low) / (high - low)) * (frame.bottom - frame.top));
  const step = (frame.right - frame.left) / Math.max(1, places.length - 1);
  const columns = places.map((_, place) => round(frame.left + place * step));
  const stride = Math.max(1, Math.ceil(ROOM_FOR_TICK / step));
  const drawn = series.map(({ values }) => {
    const dots = values.flatMap((value, place) => (value === null ? [] : [/** @type {[number, number]} */ ([columns[place], y(value)])]));
    return { path: dots.map(([across, down], place) => `${place ? "L" : "M"}${across} ${down}`).join(""), dots };
  });
  return {
    lines: drawn,
    across: columns.map((at, place) => ({ at, text: places[place] })).filter((_, place) => place % stride === 0),
    up: ticks.map((value) => ({ at: y(value), text: formatFigure(value, 3) })),
    ends: spread(series.map(({ values }, line) => endOf(values, drawn[line].dots, digits))),
    columns,
    frame,
  };
}

/**
 * Say what stands at one layer, for those who point at it.
 * @param {import("./block-real.js").Lines} lines @param {number} place @param {number} digits
 */
export function sayLayer({ series, places }, place, digits) {
  const passed = `${places[place]} ${places[place] === "1" ? "layer" : "layers"} passed`;
  const parts = series.filter(({ values }) => values[place] !== null);
  return `${passed}: ${parts.map(({ name, values }) => `${name} ${print(values[place], digits)}`).join(", ")}`;
}

/** Powers of ten, with 2 and 5 between where there are few. @param {number[]} numbers */
export function logTicks(numbers) {
  const positive = numbers.filter((number) => number > 0);
  const [least, most] = positive.length ? [Math.min(...positive), Math.max(...positive)] : [1, 10];
  const steps = Math.log10(most / least) > 2 ? [1] : [1, 2, 5];
  const all = [];
  for (let power = Math.floor(Math.log10(least)); power <= Math.ceil(Math.log10(most)); power += 1) {
    for (const step of steps) all.push(step * 10 ** power);
  }
  const first = all.findLastIndex((tick) => tick <= least);
  const last = all.findIndex((tick) => tick >= most);
  return widen(all.slice(Math.max(0, first), last + 1), 10);
}

/** Round steps around what there is; 1 is in sight for cosines. @param {number[]} numbers */
export function linearTicks(numbers) {
  const [least, most] = [Math.min(...numbers, 1), Math.max(...numbers, 1)];
  const rough = (most - least) / 4 || 0.1;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = size * ([1, 2, 5, 10].find((times) => times * size >= rough) ?? 10);
  const first = Math.floor(least / step + 1e-9);
  const count = Math.ceil(most / step - 1e-9) - first + 1;
  return widen(
    Array.from({ length: count }, (_, place) => Number(((first + place) * step).toPrecision(12))),
    0,
  );
}

/** A scale has two ends. @param {number[]} ticks @param {number} times */
function widen(ticks, times) {
  if (ticks.length > 1) return ticks;
  const [only] = ticks;
  return times ? [only, only * times] : [only - 0.1, only];
}

/** @param {(number|null)[]} values @param {[number, number][]} dots @param {number} digits */
function endOf(values, dots, digits) {
  const [x, at] = dots[dots.length - 1];
  return { at, x, text: print(values[values.length - 1], digits) };
}

/** Move numbers apart that would stand on each other. @param {{at: number, x: number, text: string}[]} ends */
function spread(ends) {
  const sorted = [...ends].sort((one, other) => one.at - other.at);
  sorted.forEach((end, place) => {
    if (place > 0) end.at = Math.max(end.at, sorted[place - 1].at + LINE);
  });
  return ends;
}

/** Large numbers need fewer decimals. @param {number|null} value @param {number} digits */
function print(value, digits) {
  const isLarge = value !== null && Math.abs(value) >= 100;
  return formatFigure(value, isLarge ? Math.min(1, digits) : digits);
}

/** @param {number} number */
function round(number) {
  return Math.round(number * 10) / 10;
}
