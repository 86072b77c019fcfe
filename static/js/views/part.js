// @ts-check
/**
 * Choose the kind of attention that is shown: within the source, within the
 * target, between the two, or all in one picture.
 */
import { make } from "../dom.js";
import { partLine, partName } from "../plot/titles.js";
import { isSingle, isTranslator, modelOf, shapeOf } from "../state/parts.js";

/** @typedef {import("../types.js").Part} Part */

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Store} store
 */
export function mount(element, store) {
  const box = make("div", { class: "segments-box" });
  const group = make("fieldset", { class: "segments" }, make("legend", { class: "spoken" }, "Attention"), box);
  element.replaceChildren(group);
  let listed = "";

  group.addEventListener("change", () => {
    const chosen = /** @type {HTMLInputElement|null} */ (group.querySelector("input:checked"));
    if (chosen) store.set({ view: { ...store.get().view, part: /** @type {Part} */ (chosen.value) } });
  });

  function draw() {
    const { view, models } = store.get();
    const model = modelOf(view, models);
    const parts = isTranslator(model) ? (model?.parts ?? []) : [];
    element.hidden = parts.length < 2;
    document.querySelector(".bench")?.toggleAttribute("data-single", isSingle(shapeOf(view, models)));
    const key = parts.map(({ part }) => part).join();
    if (key !== listed) box.replaceChildren(...parts.map(({ part }) => segment(part)));
    listed = key;
    for (const input of box.querySelectorAll("input")) input.checked = input.value === view.part;
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.view !== before.view || now.models !== before.models) draw();
  });
}

/** @param {Part} part */
function segment(part) {
  const input = make("input", { type: "radio", name: "part", value: part });
  return make("label", { class: "segment", title: partLine(part) }, input, make("span", {}, partName(part)));
}
