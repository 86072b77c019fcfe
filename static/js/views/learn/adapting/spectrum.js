// @ts-check
/**
 * Draw the singular values of one matrix's update, the largest first; the
 * pointer and the arrow keys read one.
 */
import { formatFigure } from "../../../learn/figures.js";
import { find, scopeOf } from "../../../learn/paths.js";
import { keepDrawn } from "../../../plot/redraw.js";
import { label, picture, svg } from "../../../plot/svg.js";

const HEIGHT = 220;
const FRAME = { left: 40, top: 10, right: 8, bottom: 24 };
/** Between the middles of two numbers on the axis, in CSS pixels. */
const TICK_ROOM = 18;
const MOVES = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const room = /** @type {HTMLElement} */ (element.querySelector(".spectrum-room"));
  const said = /** @type {HTMLElement} */ (element.querySelector(".spectrum-said"));
  /** @type {{values: number[], shares: number[], name: string, layer: number}|undefined} */
  let matrix;
  let [place, step] = [0, 1];

  /** @param {{width: number}} size */
  function draw({ width }) {
    matrix = find(scopeOf(store.get()), "adapter.matrices.{target}.{matrix_layer}");
    if (!matrix) return;
    const { values } = matrix;
    const bottom = HEIGHT - FRAME.bottom;
    step = (width - FRAME.left - FRAME.right) / values.length;
    const tall = (/** @type {number} */ value) => (value / values[0]) * (bottom - FRAME.top);
    const bars = values.map((value, at) => svg("rect", { class: "spectrum-bar", x: FRAME.left + at * step + step * 0.12, y: bottom - tall(value), width: step * 0.76, height: Math.max(0.5, tall(value)) }));
    const ticks = ticksOf(values.length, step).map((count) => label(FRAME.left + (count - 0.5) * step, bottom + 15, String(count)));
    const up = [0, values[0] / 2, values[0]].map((value) => label(FRAME.left - 6, bottom - tall(value) + 4, formatFigure(value, 2), "axis-label", "end"));
    room.replaceChildren(picture(width, HEIGHT, ...bars, svg("path", { class: "spectrum-floor", d: `M${FRAME.left} ${bottom}H${width - FRAME.right}` }), ...ticks, ...up));
    room.ariaLabel = `${values.length} singular values of the update of the ${matrix.name} matrix in layer ${matrix.layer}; arrow keys read one`;
    read(place);
  }

  /** @param {number} wanted */
  function read(wanted) {
    if (!matrix) return;
    const { values, shares } = matrix;
    place = Math.min(values.length - 1, Math.max(0, wanted));
    room.querySelectorAll(".spectrum-bar").forEach((bar, at) => bar.toggleAttribute("data-read", at <= place));
    said.textContent = `number ${place + 1}: ${formatFigure(values[place], 3)}; up to here ${formatFigure(shares[place], 1)} % of the squared size`;
  }

  room.addEventListener("pointermove", ({ clientX }) => read(Math.floor((clientX - room.getBoundingClientRect().left - FRAME.left) / step)));
  room.addEventListener("keydown", (event) => {
    const move = MOVES[/** @type {"Home"} */ (event.key)];
    if (move === undefined) return;
    event.preventDefault();
    read(place + move);
  });
  return keepDrawn(element, store, ({ numbers, state }) => [numbers.adapter, state.target, state.matrix_layer], draw);
}

/**
 * The first, powers of two, and the last, where their numbers have room.
 * @param {number} n @param {number} step
 */
function ticksOf(n, step) {
  const kept = [1];
  const hasRoom = (/** @type {number} */ low, /** @type {number} */ high) => (high - low) * step >= TICK_ROOM;
  for (let count = 2; count < n; count *= 2) {
    if (hasRoom(kept[kept.length - 1], count) && hasRoom(count, n)) kept.push(count);
  }
  return n > 1 ? [...kept, n] : kept;
}
