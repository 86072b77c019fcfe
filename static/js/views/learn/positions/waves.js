// @ts-check
/**
 * Draw the waves of each pair beside the heatmap of all features, position
 * down: one row is one position in both. A click, a drag or the arrow keys
 * choose the row.
 */
import { make } from "../../../dom.js";
import { formatFigure } from "../../../learn/figures.js";
import { encode, frequency, pairsToDraw, rowsFrom, shortFigure } from "../../../learn/positions-waves.js";
import { paintCells, placeCells } from "../../../plot/cell-image.js";
import { keepDrawn } from "../../../plot/redraw.js";
import { label, lineThrough, picture, svg } from "../../../plot/svg.js";

const GUTTER = 58;
const HEAD = 40;
const FOOT = 18;
const GAP = 18;
const TURN = 2 * Math.PI;
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, PageDown: 8, PageUp: -8, Home: -64, End: 64 };

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const canvas = make("canvas", { "aria-hidden": "true" });
  const drawing = make("div", { class: "waves-drawing" }, canvas);
  element.replaceChildren(drawing);
  let rowHeight = 8;

  /** @param {{width: number}} room */
  function draw({ width }) {
    const { state } = store.get();
    const lastRow = rowsFrom(state.start) - 1;
    // Near the last position there are fewer rows to choose from.
    if (state.row > lastRow) return store.set({ state: { ...state, row: lastRow } });
    const shape = layOut(width, state);
    rowHeight = shape.rowHeight;
    const height = HEAD + shape.height + FOOT;
    placeCells(canvas, { x: shape.cellsAt, y: HEAD, width: shape.cellsWidth, height: shape.height }, { width, height });
    const at = (/** @type {number} */ row, /** @type {number} */ feature) =>
      encode(state.start + row, feature, state.d_model, state.base);
    paintCells(canvas, { rows: shape.nRows, columns: state.d_model, at, ends: [-1, 1] });
    drawing.replaceChildren(canvas, picture(width, height, ...strips(shape, state), ...heads(shape, state), ...band(shape, state, width)));
    tell(state, shape.nRows);
  }

  /** @param {import("../../../lesson-types.js").LessonState} state @param {number} nRows */
  function tell(state, nRows) {
    const position = state.start + state.row;
    const first = [0, 1, 2, 3].filter((feature) => feature < state.d_model);
    const numbers = first.map((feature) => formatFigure(encode(position, feature, state.d_model, state.base), 4));
    element.ariaValueNow = String(state.row);
    element.ariaValueMax = String(nRows - 1);
    element.ariaValueText = `position ${position}: ${numbers.join(", ")}${state.d_model > 4 ? " and so on" : ""}`;
  }

  /** @param {number} row */
  function choose(row) {
    const { state } = store.get();
    const inside = Math.min(rowsFrom(state.start) - 1, Math.max(0, row));
    if (inside !== state.row) store.set({ state: { ...state, row: inside } });
  }

  /** @param {PointerEvent} event */
  const point = (event) => choose(Math.floor((event.clientY - element.getBoundingClientRect().top - HEAD) / rowHeight));
  element.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse") element.setPointerCapture(event.pointerId);
    point(event);
  });
  element.addEventListener("pointermove", (event) => {
    if (event.buttons === 1 && event.pointerType === "mouse") point(event);
  });
  element.addEventListener("keydown", (event) => {
    const step = STEPS[/** @type {"Home"} */ (event.key)];
    if (step === undefined) return;
    event.preventDefault();
    choose(store.get().state.row + step);
  });
  return keepDrawn(element, store, ({ state }) => [state.row, state.start, state.d_model, state.base], draw);
}

/** @param {number} width @param {import("../../../lesson-types.js").LessonState} state */
function layOut(width, state) {
  const isSmall = width < 480;
  const nRows = rowsFrom(state.start);
  // Where the figure stays above the text, it has half of the height.
  const rowHeight = isSmall ? 4 : innerWidth < 960 ? 5 : 8;
  const room = width - GUTTER - GAP;
  const pairs = pairsToDraw(state.d_model / 2, isSmall ? 4 : 6);
  const strip = (room * 0.5) / pairs.length;
  const cellsAt = GUTTER + strip * pairs.length + GAP;
  return { nRows, rowHeight, height: nRows * rowHeight, pairs, strip, cellsAt, cellsWidth: width - cellsAt - 1 };
}

/**
 * @typedef {ReturnType<typeof layOut>} Shape
 * @typedef {import("../../../lesson-types.js").LessonState} State
 */

/** The curves, a strip a pair. @param {Shape} shape @param {State} state */
function strips({ nRows, rowHeight, height, pairs, strip }, state) {
  return pairs.flatMap((pair, place) => {
    const middle = GUTTER + strip * (place + 0.5);
    const reach = strip * 0.42;
    const speed = frequency(pair, state.d_model, state.base);
    const steps = Math.min(1600, Math.max(2, Math.ceil(((nRows - 1) * speed * 24) / TURN)));
    const curve = (/** @type {number} */ shift) =>
      lineThrough(Array.from({ length: steps + 1 }, (_, step) => {
        const row = (step / steps) * (nRows - 1);
        const angle = (state.start + row) * speed + shift;
        return /** @type {[number, number]} */ ([middle + reach * Math.sin(angle), HEAD + (row + 0.5) * rowHeight]);
      }));
    return [
      svg("line", { x1: middle, x2: middle, y1: HEAD, y2: HEAD + height, class: "axis-line" }),
      svg("path", { d: curve(Math.PI / 2), class: "curve curve-cosine" }),
      svg("path", { d: curve(0), class: "curve" }),
    ];
  });
}

/** Names over strips and columns. @param {Shape} shape @param {State} state */
function heads({ pairs, strip, cellsAt, cellsWidth }, state) {
  const over = pairs.flatMap((pair, place) => {
    const middle = GUTTER + strip * (place + 0.5);
    const wavelength = TURN / frequency(pair, state.d_model, state.base);
    return [
      label(middle, 14, String(pair), "axis-name"),
      label(middle, 30, shortFigure(wavelength), "axis-label"),
    ];
  });
  const column = cellsWidth / state.d_model;
  const stride = Math.ceil(24 / column);
  const ticks = Array.from({ length: Math.ceil(state.d_model / stride) }, (_, place) => place * stride);
  const columns = ticks.map((feature) => label(cellsAt + column * (feature + 0.5), 30, String(feature), "axis-label"));
  return [...over, label(cellsAt + cellsWidth / 2, 14, "feature", "axis-name"), ...columns, label(GUTTER - 8, 14, "pair", "axis-name", "end"), label(GUTTER - 8, 30, "a turn", "axis-name", "end")];
}

/** The chosen row across both, and its readings. @param {Shape} shape @param {State} state @param {number} width */
function band(shape, state, width) {
  const { nRows, rowHeight, pairs, strip, height, cellsAt, cellsWidth } = shape;
  const { row } = state;
  const y = HEAD + (row + 0.5) * rowHeight;
  const dots = pairs.flatMap((pair, place) => {
    const middle = GUTTER + strip * (place + 0.5);
    const at = (/** @type {number} */ feature) => middle + strip * 0.42 * encode(state.start + row, feature, state.d_model, state.base);
    return [
      svg("circle", { cx: at(2 * pair + 1), cy: y, r: 3.5, class: "dot dot-open" }),
      svg("circle", { cx: at(2 * pair), cy: y, r: 3.5, class: "dot" }),
    ];
  });
  const ticks = [];
  for (let tick = 0; tick < nRows; tick += 8) {
    const isNear = Math.abs(tick - row) * rowHeight < 12;
    if (!isNear) ticks.push(label(GUTTER - 8, HEAD + (tick + 0.5) * rowHeight + 4, shortPosition(state.start + tick), "axis-label", "end"));
  }
  return [
    svg("rect", { x: cellsAt - 0.5, y: HEAD - 0.5, width: cellsWidth + 1, height: height + 1, class: "frame" }),
    ...ticks,
    label(GUTTER - 8, HEAD + height + 13, "position", "axis-name", "end"),
    svg("rect", { x: GUTTER - 2, y: y - rowHeight / 2 - 1, width: width - GUTTER + 1, height: rowHeight + 2, rx: 2, class: "band" }),
    label(GUTTER - 8, y + 4, shortPosition(state.start + row), "axis-chosen", "end"),
    ...dots,
  ];
}

/** Far out only the end of a number fits. @param {number} position */
function shortPosition(position) {
  return position < 100_000 ? String(position) : `…${String(position).slice(-4)}`;
}
