// @ts-check
/**
 * Draw how alike any two positions are: a curve by offset, and the heatmap
 * whose diagonals it is. Both couples of positions are marked.
 */
import { make } from "../../../dom.js";
import { shortFigure, similarityAt } from "../../../learn/positions-waves.js";
import { paintCells, placeCells } from "../../../plot/cell-image.js";
import { keepDrawn } from "../../../plot/redraw.js";
import { roundTicks } from "../../../plot/scale.js";
import { label, lineThrough, picture, svg } from "../../../plot/svg.js";

const N = 128;
const GUTTER = 46;
const CURVE = { top: 22, height: 150 };
const CELLS_AT = CURVE.top + CURVE.height + 62;
const WIDEST = 400;
const WIDEST_ON_PHONES = 210;

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const canvas = make("canvas", { "aria-hidden": "true" });
  const drawing = make("div", { class: "waves-drawing" }, canvas);
  const least = make("span");
  const most = make("span");
  const bar = make("span", { class: "key-bar" }, least, make("span", { class: "matrix-bar" }), most);
  element.replaceChildren(drawing, make("p", { class: "key muted", "aria-hidden": "true" }, bar));
  /** @type {number[]} */
  let curve = [];
  let key = "";

  const inputsOf = (/** @type {import("../../../lesson-types.js").LessonSnapshot} */ { state }) =>
    [state.width, state.base, state.first, state.second, state.offset];
  return keepDrawn(element, store, inputsOf, ({ width }) => {
    const { state } = store.get();
    const asked = `${state.width} ${state.base}`;
    if (asked !== key) curve = Array.from({ length: N }, (_, offset) => similarityAt(offset, state.width, state.base));
    key = asked;
    const ends = /** @type {[number, number]} */ ([Math.min(0, ...curve), state.width / 2]);
    const side = Math.min(width < 480 ? WIDEST_ON_PHONES : WIDEST, width - GUTTER - 2);
    const height = CELLS_AT + side + 4;
    placeCells(canvas, { x: GUTTER, y: CELLS_AT, width: side, height: side }, { width, height });
    paintCells(canvas, { rows: N, columns: N, at: (row, column) => curve[Math.abs(row - column)], ends });
    drawing.replaceChildren(canvas, picture(width, height, ...drawCurve(curve, ends, width, state.offset), ...drawMarks(side, state)));
    [least.textContent, most.textContent] = ends.map((end) => shortFigure(end).replace("-", "\u2212"));
    element.ariaLabel = `Similarity of two positions: ${curve[0].toFixed(1)} at offset 0, ${curve[state.offset].toFixed(1)} at offset ${state.offset}, wherever they stand`;
  });
}

/** @param {number[]} curve @param {[number, number]} ends @param {number} width @param {number} offset */
function drawCurve(curve, [low, high], width, offset) {
  const wide = width - GUTTER - 14;
  const x = (/** @type {number} */ at) => GUTTER + (at / (N - 1)) * wide;
  const y = (/** @type {number} */ value) => CURVE.top + CURVE.height * (1 - (value - low) / (high - low));
  const bottom = CURVE.top + CURVE.height;
  return [
    label(4, 12, "dot product", "axis-name", "start"),
    ...roundTicks(low, high, 3).flatMap((tick) => [
      svg("line", { x1: GUTTER, x2: GUTTER + wide, y1: y(tick), y2: y(tick), class: "axis-line" }),
      label(GUTTER - 8, y(tick) + 4, String(tick).replace("-", "\u2212"), "axis-label", "end"),
    ]),
    ...[0, 32, 64, 96, 127].map((tick) => label(x(tick), bottom + 16, String(tick))),
    label(GUTTER + wide / 2, bottom + 32, "offset between the two positions", "axis-name"),
    svg("path", { d: lineThrough(curve.map((value, at) => [x(at), y(value)])), class: "curve" }),
    svg("line", { x1: x(offset), x2: x(offset), y1: CURVE.top, y2: bottom, class: "mark-line" }),
    svg("circle", { cx: x(offset), cy: y(curve[offset]), r: 4, class: "dot-chosen" }),
  ];
}

/** @param {number} side @param {import("../../../lesson-types.js").LessonState} state */
function drawMarks(side, { first, second, offset }) {
  const at = (/** @type {number} */ position) => ((position + 0.5) / N) * side;
  const seen = [first, second].filter((position) => position + offset < N);
  const ticks = [0, 32, 64, 96, 127];
  return [
    label(4, CELLS_AT - 6, "position", "axis-name", "start"),
    svg("rect", { x: GUTTER - 0.5, y: CELLS_AT - 0.5, width: side + 1, height: side + 1, class: "frame" }),
    ...ticks.flatMap((tick) => [
      label(GUTTER - 8, CELLS_AT + at(tick) + 4, String(tick), "axis-label", "end"),
      ...(tick === 0 ? [] : [label(GUTTER + at(tick), CELLS_AT - 6, String(tick))]),
    ]),
    ...seen.flatMap((position) => [
      svg("circle", { cx: GUTTER + at(position + offset), cy: CELLS_AT + at(position), r: 6, class: "ring" }),
      svg("circle", { cx: GUTTER + at(position), cy: CELLS_AT + at(position + offset), r: 6, class: "ring ring-quiet" }),
    ]),
  ];
}
