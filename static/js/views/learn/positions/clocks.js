// @ts-check
/**
 * Show a clock a pair, from the fastest to the slowest; a press chooses which
 * one the large dials show.
 */
import { make } from "../../../dom.js";
import { sector, tip, withoutTurns } from "../../../learn/positions-dial.js";
import { frequency, pairsToDraw, shortFigure } from "../../../learn/positions-waves.js";
import { keepDrawn } from "../../../plot/redraw.js";
import { picture, svg } from "../../../plot/svg.js";

const SIDE = 56;
const MOST = 6;

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  let drawn = "";

  function draw() {
    const { state } = store.get();
    const nPairs = state.d_model / 2;
    // A narrower encoding has fewer pairs to choose from.
    if (state.pair >= nPairs) return store.set({ state: { ...state, pair: nPairs - 1 } });
    const pairs = [...new Set([...pairsToDraw(nPairs, MOST), state.pair])].sort((a, b) => a - b);
    if (pairs.join() !== drawn) {
      drawn = pairs.join();
      element.replaceChildren(...pairs.map(button));
    }
    for (const one of element.querySelectorAll("button")) drawClock(one, state);
  }

  element.addEventListener("click", ({ target }) => {
    const chosen = target instanceof Element ? target.closest("button") : null;
    if (chosen) store.set({ state: { ...store.get().state, pair: Number(chosen.value) } });
  });
  return keepDrawn(element, store, ({ state }) => [state.pair, state.d_model, state.base, state.first, state.offset], draw);
}

/** @param {number} pair */
function button(pair) {
  const name = make("span", { class: "clock-name" }, `pair ${pair}`);
  return make("button", { type: "button", class: "clock", value: pair }, make("span", { class: "clock-face" }), name, make("span", { class: "clock-turn muted" }));
}

/** @param {HTMLButtonElement} button @param {import("../../../lesson-types.js").LessonState} state */
function drawClock(button, { pair, d_model, base, first, offset }) {
  const own = Number(button.value);
  const speed = frequency(own, d_model, base);
  const [middle, radius] = [SIDE / 2, SIDE / 2 - 2];
  const from = withoutTurns(first * speed);
  const turn = withoutTurns(offset * speed);
  const [face, , said] = button.children;
  const hand = (/** @type {number} */ angle, /** @type {string} */ kind) => {
    const [x2, y2] = tip(middle, radius - 2, angle);
    return svg("line", { x1: middle, y1: middle, x2, y2, class: kind });
  };
  face.replaceChildren(picture(
    SIDE,
    SIDE,
    svg("circle", { cx: middle, cy: middle, r: radius, class: "dial" }),
    svg("path", { d: sector(middle, radius * 0.62, from, turn), class: "sector" }),
    hand(from, "hand"),
    hand(from + turn, "hand hand-other"),
  ));
  said.textContent = `${shortFigure((2 * Math.PI) / speed)} a turn`;
  button.ariaPressed = String(own === pair);
}
