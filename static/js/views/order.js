// @ts-check
/**
 * Say how the heads are ordered, and choose it.
 */
import { make } from "../dom.js";
import { ORDERS, orderOf } from "../plot/mosaic-layout.js";
import { shapeOf } from "../state/parts.js";

/** @typedef {import("../types.js").Order} Order */

/** @type {[Order, string][]} */
const CHOICES = [
  ["layer", "layer"],
  ["entropy", "entropy"],
  ["sink", "first token"],
  ["previous", "token before"],
  ["distance", "distance"],
];

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Store} store
 */
export function mount(element, store) {
  const group = make("fieldset", { class: "order" }, make("legend", { class: "spoken" }, "Order of the heads"));
  group.append(make("span", { class: "order-caption", "aria-hidden": "true" }, "Order by"));
  for (const [value, name] of CHOICES) {
    const input = make("input", { type: "radio", name: "order", value });
    const title = value === "layer" ? "Layers down, heads across" : ORDERS[value].says;
    group.append(make("label", { title }, input, name));
  }
  group.addEventListener("change", () => {
    const chosen = /** @type {HTMLInputElement|null} */ (group.querySelector("input:checked"));
    if (chosen) store.set({ view: { ...store.get().view, order: /** @type {Order} */ (chosen.value) } });
  });

  const shape = make("span", { class: "muted" });
  const heading = make("h2", { class: "title" }, make("b", {}, "All heads"), " ", shape);

  function draw() {
    const { view, models, mosaic } = store.get();
    group.disabled = mosaic === null;
    const order = orderOf(mosaic, view.order);
    const { n_layers: nLayers, n_heads: nHeads } = shapeOf(view, models);
    const layers = nLayers ? `${nLayers} layers down, ${nHeads} heads across` : "";
    shape.textContent = order === "layer" ? layers : ORDERS[order].says;
    let isChoice = false;
    for (const input of group.querySelectorAll("input")) {
      const value = /** @type {Order} */ (input.value);
      input.checked = value === order;
      const isAbsent = mosaic !== null && orderOf(mosaic, value) !== value;
      /** @type {HTMLElement} */ (input.parentElement).hidden = isAbsent;
      isChoice ||= !isAbsent && value !== "layer";
    }
    group.hidden = mosaic !== null && !isChoice;
    element.dataset.ready = "";
  }

  element.replaceChildren(heading, group);
  draw();
  return store.subscribe((now, before) => {
    if (now.view !== before.view || now.models !== before.models || now.mosaic !== before.mosaic) draw();
  });
}
