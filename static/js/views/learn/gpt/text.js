// @ts-check
/**
 * Write a text that was generated, and underline it from where it leaves the
 * other one.
 */
import { make } from "../../../dom.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const { which = "" } = element.dataset;
  const room = /** @type {HTMLElement} */ (element.querySelector(".reel-new"));

  function draw() {
    const { [which]: written, two } = store.get().numbers;
    if (!written) return;
    const parts = two ? two.parts : written.n_steps;
    const said = (/** @type {any[]} */ steps) => steps.map(({ text }) => text).join("");
    const [same, other] = [written.steps.slice(0, parts), written.steps.slice(parts)].map(said);
    room.replaceChildren(same, ...(other === "" ? [] : [make("span", { class: "reel-other" }, other)]));
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.numbers[which] !== before.numbers[which] || now.numbers.two !== before.numbers.two) draw();
  });
}
