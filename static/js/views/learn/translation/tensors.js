// @ts-check
/**
 * Choose among the tensors of the part of the map that is chosen.
 */
import { make } from "../../../dom.js";
import { partOf } from "../../../learn/translation-parts.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const title = /** @type {HTMLElement} */ (element.querySelector(".tensor-title"));
  const box = /** @type {HTMLElement} */ (element.querySelector(".segments-box"));
  let listed = "";

  function draw() {
    const { part, tensor } = store.get().state;
    const { title: text, tensors } = partOf(part);
    if (listed !== part) {
      listed = part;
      title.textContent = text;
      box.replaceChildren(...tensors.map(({ label }, place) => option(place, label)));
    }
    const chosen = Math.min(tensor, tensors.length - 1);
    box.querySelectorAll("input").forEach((input, place) => (input.checked = place === chosen));
    element.dataset.ready = "";
  }

  box.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement) store.set({ state: { ...store.get().state, tensor: Number(target.value) } });
  });
  draw();
  return store.subscribe((now, before) => {
    if (now.state !== before.state) draw();
  });
}

/** @param {number} place @param {string} text */
function option(place, text) {
  return make("label", { class: "segment" }, make("input", { type: "radio", name: "tensor", value: place }), make("span", {}, text));
}
