// @ts-check
/**
 * Lay out how likely words are along the strength of an adapter. Pure;
 * `views/learn/adapting/along.js` draws it.
 */
import { formatFigure } from "./figures.js";

/** @typedef {import("./adapting-words.js").Line} Line */

const MARGIN = { left: 34, top: 12, bottom: 34 };
const LABEL_ROOM = 92;
/** Labels closer than this touch. */
const LABEL_HEIGHT = 15;
/** Words less likely than this at the end have no label there. */
const LEAST_LABELLED = 0.005;
const ENDS = [0.02, 0.04, 0.06, 0.08, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1];

/**
 * @param {Line[]} lines @param {number[]} strengths @param {{width: number, height: number}} room
 */
export function layOutAlong(lines, strengths, { width, height }) {
  const frame = { left: MARGIN.left, right: width - LABEL_ROOM, top: MARGIN.top, bottom: height - MARGIN.bottom };
  const [low, high] = [strengths[0], strengths[strengths.length - 1]];
  const top = endOf(lines.flatMap(({ values }) => values));
  const x = (/** @type {number} */ strength) => frame.left + ((strength - low) / (high - low)) * (frame.right - frame.left);
  const y = (/** @type {number} */ share) => frame.bottom - (share / top) * (frame.bottom - frame.top);
  return {
    frame,
    x,
    lines: lines.map(({ text, values }) => ({ text, path: values.map((value, place) => `${place === 0 ? "M" : "L"}${round(x(strengths[place]))} ${round(y(value))}`).join("") })),
    labels: spread(lines.map(({ text, values }, place) => ({ text, place, value: values[values.length - 1], at: y(values[values.length - 1]) }))),
    across: strengths.filter((_, place) => place % 2 === 0).map((strength) => ({ at: x(strength), text: formatFigure(strength, 2) })),
    up: [0, top / 2, top].map((share) => ({ at: y(share), text: formatFigure(share, 2) })),
  };
}

/** Say what stands at one strength. @param {Line[]} lines @param {number} place @param {number[]} strengths */
export function sayAlong(lines, place, strengths) {
  const words = [...lines].sort((one, other) => other.values[place] - one.values[place]).slice(0, 3);
  return `strength ${formatFigure(strengths[place], 2)}: ${words.map(({ text, values }) => `${text} ${formatFigure(values[place], 3)}`).join(", ")}`;
}

/** The round number at which a scale of probabilities ends. @param {number[]} shares */
export function endOf(shares) {
  const largest = Math.max(...shares);
  return ENDS.find((end) => largest <= end) ?? 1;
}

/** Move labels apart, from the bottom upwards. @param {{text: string, place: number, value: number, at: number}[]} labels */
function spread(labels) {
  const shown = labels.filter(({ value }) => value >= LEAST_LABELLED).sort((one, other) => other.at - one.at);
  shown.forEach((one, place) => {
    if (place > 0) one.at = Math.min(one.at, shown[place - 1].at - LABEL_HEIGHT);
  });
  return shown;
}

/** @param {number} number */
function round(number) {
  return Math.round(number * 10) / 10;
}
