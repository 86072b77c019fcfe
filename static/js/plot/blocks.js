// @ts-check
/**
 * Part the joint picture into its four blocks: rules between them, and a label
 * at the outer edge of each. Pure.
 */
import { borderOf } from "../state/parts.js";
import { ellipsize } from "./labels.js";

/**
 * @typedef {import("../types.js").Decoded} Decoded
 * @typedef {import("./geometry.js").Window} Window
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./theme.js").Theme} Theme
 */

/** Room above and below the plot for the labels, pixels. */
export const LABEL_ROOM = 32;
const SIZE = 11;
const COLUMN = 5.6;

/** The blocks in reading order, in lines that may share one, or be shorter. */
const LABELS = [
  [["source looks", "at source"]],
  [["hatched: the source", "never sees the target"], ["source never", "sees target"]],
  [["target looks", "at source"]],
  [["target looks at target,", "never ahead"], ["target looks", "at target"]],
];

/**
 * Say what the joint picture needs beside its cells; null for other pictures.
 * @param {Decoded} overview
 */
export function hasBlocks(overview) {
  return borderOf(overview) !== null;
}

/**
 * Rule the blocks off.
 * @param {Decoded} overview @param {Window} window @param {Theme} theme
 */
export function blockRules(overview, window, theme) {
  const border = borderOf(overview);
  if (border === null) return [];
  const at = border - 0.5;
  const rule = { type: "line", name: "block", line: { color: theme.ink, width: 1.5 } };
  const whole = { x0: 0, x1: 1, xref: "paper", y0: 0, y1: 1, yref: "paper" };
  const isColumn = border > window.columnStart && border < window.columnStop;
  const isRow = border > window.rowStart && border < window.rowStop;
  return [
    ...(isColumn ? [{ ...rule, ...whole, xref: "x", x0: at, x1: at }] : []),
    ...(isRow ? [{ ...rule, ...whole, yref: "y", y0: at, y1: at }] : []),
  ];
}

/**
 * Label each block at its outer edge: above the plot for the source's rows,
 * below for the target's.
 * @param {Decoded} overview @param {Window} window
 * @param {Geometry} geometry @param {Theme} theme
 */
export function blockLabels(overview, window, geometry, theme) {
  const border = borderOf(overview);
  if (border === null) return [];
  const { margin, cellWidth, height } = geometry;
  const plotHeight = height - margin.t - margin.b;
  const ranges = [
    [window.columnStart, Math.min(border, window.columnStop)],
    [Math.max(border, window.columnStart), window.columnStop],
  ];
  const isShown = [border > window.rowStart, border < window.rowStop];
  return LABELS.flatMap((wordings, block) => {
    const [isBelow, [start, stop]] = [block > 1, ranges[block % 2]];
    if (stop <= start || !isShown[Number(isBelow)]) return [];
    return [
      {
        text: fitLabel(wordings, Math.floor(((stop - start) * cellWidth) / COLUMN)),
        name: "block",
        xref: "x",
        x: start - 0.5,
        yref: "paper",
        y: isBelow ? -3 / plotHeight : 1 + (margin.t - LABEL_ROOM) / plotHeight,
        xanchor: "left",
        yanchor: isBelow ? "top" : "bottom",
        align: "left",
        showarrow: false,
        font: { family: theme.textFont, size: SIZE, color: theme.muted },
      },
    ];
  });
}

/**
 * Choose the wording that fits, on one line where there is room.
 * @param {string[][]} wordings
 * @param {number} most letters a line
 */
function fitLabel(wordings, most) {
  const fits = (/** @type {string[]} */ lines) => lines.every((line) => line.length <= most);
  const oneLine = wordings[0].join(" ");
  if (oneLine.length <= most) return oneLine;
  const lines = wordings.find(fits) ?? wordings[wordings.length - 1];
  return lines.map((line) => ellipsize(line, Math.max(2, most))).join("<br>");
}
