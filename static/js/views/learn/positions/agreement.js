// @ts-check
/**
 * Draw, for each pair, how well two positions agree by how far they are apart:
 * the cosine of the angle between their hands. Down a column are all pairs.
 */
import { make } from "../../../dom.js";
import { FURTHEST, frequency, pairsToDraw } from "../../../learn/positions-waves.js";
import { paintCells, placeCells } from "../../../plot/cell-image.js";
import { keepDrawn } from "../../../plot/redraw.js";
import { label, picture, svg } from "../../../plot/svg.js";

const GUTTER = 58;
const HEAD = 34;
const MOST = 16;
const TALLEST = 220;

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const canvas = make("canvas", { "aria-hidden": "true" });
  const drawing = make("div", { class: "waves-drawing" }, canvas);
  element.replaceChildren(drawing);

  /** @param {{width: number}} room */
  function draw({ width }) {
    const { state } = store.get();
    const pairs = pairsToDraw(state.d_model / 2, MOST);
    const high = Math.min(34, Math.max(12, Math.floor(TALLEST / pairs.length)));
    const wide = (width - GUTTER - 2) / FURTHEST;
    const height = high * pairs.length;
    const speeds = pairs.map((pair) => frequency(pair, state.d_model, state.base));
    placeCells(canvas, { x: GUTTER, y: HEAD, width: wide * FURTHEST, height }, { width, height: HEAD + height + 4 });
    paintCells(canvas, { rows: pairs.length, columns: FURTHEST, at: (row, column) => Math.cos((column + 1) * speeds[row]), ends: [-1, 1] });
    const x = GUTTER + wide * (state.offset - 1);
    const ticks = [1, 10, 20, 30, 40, 50, 60].filter((tick) => Math.abs(tick - state.offset) * wide > 18);
    const at = (/** @type {number} */ offset) => GUTTER + wide * (offset - 0.5);
    drawing.replaceChildren(canvas, picture(
      width,
      HEAD + height + 4,
      label(GUTTER - 8, 12, "offset", "axis-name", "end"),
      ...ticks.map((tick) => label(at(tick), 26, String(tick))),
      label(at(state.offset), 26, String(state.offset), "axis-chosen"),
      ...pairs.map((pair, row) => label(GUTTER - 8, HEAD + high * (row + 0.5) + 4, row === 0 ? `pair ${pair}` : String(pair), "axis-label", "end")),
      svg("rect", { x: GUTTER - 0.5, y: HEAD - 0.5, width: wide * FURTHEST + 1, height: height + 1, class: "frame" }),
      svg("rect", { x: x - 1, y: HEAD - 2, width: wide + 2, height: height + 4, rx: 2, class: "band" }),
    ));
    element.ariaValueNow = String(state.offset);
    const said = pairs.slice(0, 4).map((pair, row) => `pair ${pair} ${Math.cos(state.offset * speeds[row]).toFixed(2)}`);
    element.ariaValueText = `offset ${state.offset}: ${said.join(", ")}`;
  }

  /** @param {number} offset */
  function choose(offset) {
    const { state } = store.get();
    const inside = Math.min(FURTHEST, Math.max(1, offset));
    if (inside !== state.offset) store.set({ state: { ...state, offset: inside } });
  }

  element.addEventListener("click", (event) => {
    const box = element.getBoundingClientRect();
    choose(Math.floor(((event.clientX - box.left - GUTTER) / (box.width - GUTTER - 2)) * FURTHEST) + 1);
  });
  element.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, Home: -99, End: 99 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    choose(store.get().state.offset + step);
  });
  return keepDrawn(element, store, ({ state }) => [state.offset, state.d_model, state.base], draw);
}
