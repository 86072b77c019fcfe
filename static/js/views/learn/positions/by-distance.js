// @ts-check
/**
 * Draw what one way of telling positions apart gives for every distance: lines,
 * and a band from the least to the most where it depends on the place too.
 */
import { formatFigure } from "../../../learn/figures.js";
import { find, scopeOf } from "../../../learn/paths.js";
import { DISTANCES } from "../../../learn/positions-waves.js";
import { keepDrawn } from "../../../plot/redraw.js";
import { label, lineThrough, picture, svg } from "../../../plot/svg.js";

const GUTTER = 40;
const RIGHT = 12;
const TOP = 20;
const HEIGHT = 116;

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const { lines = "", band = "", ticks = "", unit = "", title = "", stairs } = element.dataset;
  const [low, high] = [Number(element.dataset.low), Number(element.dataset.high)];
  const isStairs = stairs !== undefined;

  /** @param {PointerEvent} event */
  function point(event) {
    const box = element.getBoundingClientRect();
    const share = (event.clientX - box.left - GUTTER) / (box.width - GUTTER - RIGHT);
    const distance = Math.round(Math.min(1, Math.max(0, share)) * (DISTANCES - 1));
    store.set({ state: { ...store.get().state, distance } });
  }

  element.addEventListener("pointerdown", point);
  element.addEventListener("pointermove", (event) => {
    if (event.buttons === 1 && event.pointerType === "mouse") point(event);
  });
  const paths = lines.split(" ");
  const inputsOf = (/** @type {import("../../../lesson-types.js").LessonSnapshot} */ snapshot) =>
    [snapshot.state.distance, ...[...paths, ...band.split(" ")].map((path) => find(scopeOf(snapshot), path))];
  return keepDrawn(element, store, inputsOf, ({ width }) => {
    const scope = scopeOf(store.get());
    const wide = width - GUTTER - RIGHT;
    const x = (/** @type {number} */ at) => GUTTER + (at / (DISTANCES - 1)) * wide;
    const y = (/** @type {number} */ value) => TOP + HEIGHT * (1 - (value - low) / (high - low));
    const found = paths.flatMap((path) => linesOf(find(scope, path)));
    const { distance } = scope;
    element.replaceChildren(picture(
      width,
      TOP + HEIGHT + 20,
      label(2, 11, unit, "axis-name", "start"),
      ...ticks.split(" ").map(Number).flatMap((tick) => [
        svg("line", { x1: GUTTER, x2: GUTTER + wide, y1: y(tick), y2: y(tick), class: "axis-line" }),
        label(GUTTER - 7, y(tick) + 4, String(tick).replace("-", "\u2212"), "axis-label", "end"),
      ]),
      ...[0, 32, 64, 96, 127].map((tick) => label(x(tick), TOP + HEIGHT + 16, String(tick))),
      ...bandOf(band.split(" ").map((path) => find(scope, path)), x, y),
      ...found.map((line, place) =>
        svg("path", { d: lineThrough(above(points(line, isStairs), low).map(([at, value]) => [x(at), y(value)])), class: place > 0 && paths.length > 1 ? "curve curve-cosine" : "curve" })),
      svg("line", { x1: x(distance), x2: x(distance), y1: TOP, y2: TOP + HEIGHT, class: "mark-line" }),
      ...found.filter((line) => line[distance] >= low).map((line) => svg("circle", { cx: x(distance), cy: y(line[distance]), r: 3, class: "dot-chosen" })),
    ));
    const said = paths.map((path) => formatFigure(linesOf(find(scope, path))[0]?.[distance], 3));
    element.ariaLabel = `${title}: ${said.join(" and ")} at distance ${distance}`;
  });
}

/** A list of numbers, or several. @param {any} found @returns {number[][]} */
function linesOf(found) {
  if (!Array.isArray(found)) return [];
  return Array.isArray(found[0]) ? found : [found];
}

/** @param {number[]} line @param {boolean} isStairs @returns {[number, number][]} */
function points(line, isStairs) {
  if (!isStairs) return line.map((value, at) => [at, value]);
  return line.flatMap((value, at) => /** @type {[number, number][]} */ ([[Math.max(0, at - 0.5), value], [Math.min(line.length - 1, at + 0.5), value]]));
}

/** A falling line ends where the figure does. @param {[number, number][]} line @param {number} low */
function above(line, low) {
  const below = line.findIndex(([, value]) => value < low);
  if (below < 1) return line;
  const [[at, value], [next, after]] = [line[below - 1], line[below]];
  const share = (value - low) / (value - after);
  return [...line.slice(0, below), /** @type {[number, number]} */ ([at + share * (next - at), low])];
}

/** @param {any[]} ends @param {(at: number) => number} x @param {(value: number) => number} y */
function bandOf([least, most], x, y) {
  if (!Array.isArray(least) || !Array.isArray(most)) return [];
  const there = least.map((value, at) => /** @type {[number, number]} */ ([x(at), y(value)]));
  const back = most.map((value, at) => /** @type {[number, number]} */ ([x(at), y(value)])).reverse();
  return [svg("path", { d: `${lineThrough([...there, ...back])}Z`, class: "range" })];
}
