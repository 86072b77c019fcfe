// @ts-check
/**
 * Slide the first position from 0 to a thousand million: round steps on the
 * slider, any number in the field beside it.
 */
import { LAST_POSITION, N_ROWS } from "../../../learn/positions-waves.js";

/** 0, then 1, 2 and 5 of every power of ten, and where MiniLM's table ends. */
const STOPS = [
  0,
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power)),
  480,
  LAST_POSITION + 1 - N_ROWS,
].sort((a, b) => a - b);

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const [range, typed] = /** @type {NodeListOf<HTMLInputElement>} */ (element.querySelectorAll("input"));
  range.min = "0";
  range.max = String(STOPS.length - 1);
  range.step = "1";

  /** @param {number} start */
  function set(start) {
    const { state } = store.get();
    if (start !== state.start) store.set({ state: { ...state, start } });
  }

  function draw() {
    const { start } = store.get().state;
    range.value = String(STOPS.findLastIndex((stop) => stop <= start));
    range.setAttribute("aria-valuetext", String(start));
    if (document.activeElement !== typed || Number(typed.value) !== start) typed.value = String(start);
    element.dataset.ready = "";
  }

  range.addEventListener("input", () => set(STOPS[Number(range.value)]));
  typed.addEventListener("input", () => {
    const start = Number(typed.value);
    if (typed.value !== "" && Number.isInteger(start) && start >= 0 && start <= LAST_POSITION) set(start);
  });
  typed.addEventListener("change", draw);
  draw();
  return store.subscribe((now, before) => {
    if (now.state.start !== before.state.start) draw();
  });
}
