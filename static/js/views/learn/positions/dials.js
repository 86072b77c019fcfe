// @ts-check
/**
 * Draw two dials of one pair: two positions each, the same offset apart. The
 * hands move with the positions, the angle between them does not.
 */
import { sector, tip, withoutTurns } from "../../../learn/positions-dial.js";
import { frequency } from "../../../learn/positions-waves.js";
import { keepDrawn } from "../../../plot/redraw.js";
import { label, picture, svg } from "../../../plot/svg.js";

const LARGEST = 300;
const GAP = 24;
/** Room for what a hand says at its tip. */
const RIM = 22;

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const inputsOf = (/** @type {import("../../../lesson-types.js").LessonSnapshot} */ { state }) =>
    [state.pair, state.d_model, state.base, state.first, state.second, state.offset];
  return keepDrawn(element, store, inputsOf, ({ width }) => {
    const { state } = store.get();
    const side = Math.min(LARGEST, (width - GAP) / 2);
    const speed = frequency(state.pair, state.d_model, state.base);
    const one = dial(side, speed, state.first, state.offset);
    const other = dial(side, speed, state.second, state.offset);
    other.setAttribute("transform", `translate(${side + GAP} 0)`);
    element.replaceChildren(picture(2 * side + GAP, side, one, other));
    const degrees = Math.round((withoutTurns(state.offset * speed) * 180) / Math.PI);
    element.ariaLabel = `Pair ${state.pair}: from position ${state.first} to ${state.first + state.offset}, and from ${state.second} to ${state.second + state.offset}, the hand turns by ${degrees} degrees`;
  });
}

/**
 * @param {number} side @param {number} speed radians a position
 * @param {number} position @param {number} offset
 */
function dial(side, speed, position, offset) {
  const middle = side / 2;
  const radius = middle - RIM;
  const from = withoutTurns(position * speed);
  const turn = withoutTurns(offset * speed);
  const ticks = Array.from({ length: 12 }, (_, hour) => {
    const angle = (hour * Math.PI) / 6;
    const [x1, y1] = tip(middle, radius, angle);
    const [x2, y2] = tip(middle, radius - 5, angle);
    return svg("line", { x1, y1, x2, y2, class: "axis-line" });
  });
  return svg(
    "g",
    {},
    svg("circle", { cx: middle, cy: middle, r: radius, class: "dial" }),
    ...ticks,
    svg("path", { d: sector(middle, radius * 0.5, from, turn), class: "sector" }),
    label(...tip(middle, radius * 0.68, from + turn / 2), `${Math.round((turn * 180) / Math.PI)}°`, "angle"),
    ...hand(middle, radius, from, String(position), "hand"),
    ...hand(middle, radius, from + turn, String(position + offset), "hand hand-other"),
    svg("circle", { cx: middle, cy: middle, r: 3, class: "dot" }),
  );
}

/** @param {number} middle @param {number} radius @param {number} angle @param {string} text @param {string} kind */
function hand(middle, radius, angle, text, kind) {
  const [x2, y2] = tip(middle, radius - 2, angle);
  const [x, y] = tip(middle, radius + 12, angle);
  return [
    svg("line", { x1: middle, y1: middle, x2, y2, class: kind }),
    label(x, y + 4, text, kind.includes("other") ? "axis-label" : "axis-strong"),
  ];
}
