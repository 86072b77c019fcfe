// @ts-check
/**
 * Draw how likely words are along the strength of the adapter; a click or the
 * arrow keys choose a strength.
 */
import { alongOf, STRENGTHS } from "../../../learn/adapting-chain.js";
import { layOutAlong, sayAlong } from "../../../learn/adapting-chart.js";
import { followWords } from "../../../learn/adapting-words.js";
import { keepDrawn } from "../../../plot/redraw.js";
import { label, picture, svg } from "../../../plot/svg.js";

const HEIGHT = 260;
const STEP = 0.05;

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const room = /** @type {HTMLElement} */ (element.querySelector(".along-room"));
  const said = /** @type {HTMLElement} */ (element.querySelector(".along-said"));
  /** @type {ReturnType<typeof layOutAlong>|undefined} */
  let chart;

  /** @param {{width: number}} size */
  function draw({ width }) {
    const { numbers, state } = store.get();
    const guesses = alongOf(numbers);
    if (!guesses) return;
    const lines = followWords(guesses, state.mask);
    chart = layOutAlong(lines, STRENGTHS, { width, height: HEIGHT });
    const { frame, x } = chart;
    const at = x(state.strength);
    const across = chart.across.map(({ at: place, text }) => label(place, frame.bottom + 16, text));
    const up = chart.up.flatMap(({ at: y, text }) => [svg("path", { class: "along-rule", d: `M${frame.left} ${y}H${frame.right}` }), label(frame.left - 6, y + 4, text, "axis-label", "end")]);
    room.replaceChildren(
      picture(
        width,
        HEIGHT,
        ...up,
        ...across,
        label((frame.left + frame.right) / 2, HEIGHT - 2, "strength of the adapter"),
        ...chart.lines.map(({ path }, place) => svg("path", { class: `along-line along-${place}`, d: path })),
        ...chart.labels.map(({ text, place, at: y }) => label(frame.right + 8, y + 4, text, `along-word along-${place}`, "start")),
        svg("path", { class: "along-cursor", d: `M${at} ${frame.top}V${frame.bottom}` }),
      ),
    );
    const nearest = STRENGTHS.reduce((best, one, place) => (Math.abs(one - state.strength) < Math.abs(STRENGTHS[best] - state.strength) ? place : best), 0);
    said.textContent = sayAlong(lines, nearest, STRENGTHS);
    room.ariaLabel = `Probability of ${lines.length} words along the strength of the adapter. ${said.textContent}`;
  }

  /** @param {number} strength */
  function choose(strength) {
    const { state } = store.get();
    const kept = Math.min(STRENGTHS[STRENGTHS.length - 1], Math.max(0, Number((Math.round(strength / STEP) * STEP).toFixed(2))));
    if (kept !== state.strength) store.set({ state: { ...state, strength: kept } });
  }

  room.addEventListener("click", ({ clientX }) => {
    if (!chart) return;
    const { left, right } = chart.frame;
    const share = (clientX - room.getBoundingClientRect().left - left) / (right - left);
    choose(share * STRENGTHS[STRENGTHS.length - 1]);
  });
  room.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowRight" ? STEP : event.key === "ArrowLeft" ? -STEP : 0;
    if (step === 0) return;
    event.preventDefault();
    choose(store.get().state.strength + step);
  });
  const inputs = (/** @type {any} */ { numbers, state }) => [...STRENGTHS.map((_, place) => numbers[`along_${place}`]), state.strength, state.mask];
  return keepDrawn(element, store, inputs, draw);
}
