// @ts-check
/**
 * Choose a layer or a head of the model that runs.
 */
import { make } from "../../../dom.js";
import { MODELS } from "../../../learn/masks-models.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const field = /** @type {"layer"|"head"} */ (element.dataset.field ?? "layer");
  const select = /** @type {HTMLSelectElement} */ (element.querySelector("select"));

  function draw() {
    const { state } = store.get();
    const { layers, heads } = MODELS[state.model];
    const count = field === "layer" ? layers : heads;
    if (select.options.length !== count) {
      select.replaceChildren(...Array.from({ length: count }, (_, place) => make("option", { value: place }, String(place))));
    }
    select.value = String(state[field]);
    element.dataset.ready = "";
  }

  select.addEventListener("change", () => {
    store.set({ state: { ...store.get().state, [field]: Number(select.value) } });
  });
  draw();
  return store.subscribe((now, before) => {
    if (now.state !== before.state) draw();
  });
}
