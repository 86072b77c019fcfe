// @ts-check
/**
 * Draw GELU beside ReLU, with a point that slides along.
 */
import { formatFigure } from "../../../learn/figures.js";
import { keepDrawn } from "../../../plot/redraw.js";
import { label, lineThrough, picture, svg } from "../../../plot/svg.js";

const HEIGHT = 260;
const [LEFT, TOP, RIGHT, BOTTOM] = [34, 10, 12, 28];
const [LOWEST, HIGHEST] = [-0.5, 4];
const LEVELS = [0, 1, 2, 3, 4];
const EVERY = 20;

/** @typedef {{x: number, gelu: number, relu: number}} CurvePoint */

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const room = /** @type {HTMLElement} */ (element.querySelector(".curve-room"));
  const range = /** @type {HTMLInputElement} */ (element.querySelector("input"));

  /** @param {{width: number}} size */
  function draw({ width }) {
    const { state, numbers } = store.get();
    /** @type {CurvePoint[]} */
    const points = numbers.gelu.points;
    const chosen = points[state.at];
    range.value = String(state.at);
    range.setAttribute("aria-valuetext", `x ${formatFigure(chosen.x, 2)}`);
    room.replaceChildren(paint(points, chosen, width));
    room.ariaLabel = `GELU and ReLU from ${formatFigure(points[0].x)} to 4; at ${formatFigure(chosen.x, 2)} GELU is ${formatFigure(chosen.gelu, 3)} and ReLU ${formatFigure(chosen.relu, 3)}`;
  }

  range.addEventListener("input", () => store.set({ state: { ...store.get().state, at: Number(range.value) } }));
  return keepDrawn(element, store, ({ state }) => [state.at], draw);
}

/** @param {CurvePoint[]} points @param {CurvePoint} chosen @param {number} width */
function paint(points, chosen, width) {
  const [right, bottom] = [width - RIGHT, HEIGHT - BOTTOM];
  const [first, last] = [points[0].x, points[points.length - 1].x];
  const x = (/** @type {number} */ at) => LEFT + ((at - first) / (last - first)) * (right - LEFT);
  const y = (/** @type {number} */ value) => bottom - ((value - LOWEST) / (HIGHEST - LOWEST)) * (bottom - TOP);
  const line = (/** @type {"gelu"|"relu"} */ name) => lineThrough(points.map((point) => [x(point.x), y(point[name])]));
  const dot = (/** @type {"gelu"|"relu"} */ name) => svg("circle", { class: `curve-dot curve-${name}`, cx: x(chosen.x), cy: y(chosen[name]), r: 4.5 });
  return picture(
    width,
    HEIGHT,
    ...LEVELS.map((level) => svg("line", { class: "curve-grid", x1: LEFT, x2: right, y1: y(level), y2: y(level) })),
    ...LEVELS.map((level) => label(LEFT - 6, y(level) + 4, String(level), "curve-tick", "end")),
    ...points.filter((_, place) => place % EVERY === 0).map((point) => label(x(point.x), bottom + 18, formatFigure(point.x, 0), "curve-tick")),
    svg("line", { class: "curve-now", x1: x(chosen.x), x2: x(chosen.x), y1: TOP, y2: bottom }),
    svg("path", { class: "curve-line curve-relu", d: line("relu") }),
    svg("path", { class: "curve-line curve-gelu", d: line("gelu") }),
    dot("relu"),
    dot("gelu"),
    label(x(0.75), y(1.05), "ReLU", "curve-name", "end"),
    label(x(1.2), y(0.72), "GELU", "curve-name", "start"),
  );
}
