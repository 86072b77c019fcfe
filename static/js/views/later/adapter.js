// @ts-check
/**
 * Put an adapter on the model, as strongly as one likes: 0 is the model as it is.
 */
import { make } from "../../dom.js";
import { formatStrength } from "../../plot/titles.js";
import { modelOf } from "../../state/parts.js";

const STRONGEST = 2;
const STEP = 0.05;

/**
 * @param {HTMLElement} element
 * @param {import("../../types.js").Store} store
 */
export function mount(element, store) {
  const select = make("select", { id: "adapter", class: "adapter-choice" });
  const slider = make("input", { id: "strength", type: "range", min: 0, max: STRONGEST, step: STEP });
  const number = make("output", { class: "number", for: "strength" });
  const strength = make("div", { class: "adapter-strength" }, make("label", { for: "strength" }, "strength"), slider, number);
  const note = make("p", { class: "adapter-note muted" });
  element.replaceChildren(make("div", { class: "adapter-line" }, make("label", { for: "adapter" }, "Adapter"), select), strength, note);
  let listed = "";

  /** @param {Partial<import("../../types.js").View>} patch */
  const change = (patch) => store.set({ view: { ...store.get().view, ...patch } });
  select.addEventListener("change", () => change({ adapter: select.value || null, strength: 1 }));
  slider.addEventListener("input", () => change({ strength: Number(slider.value) }));

  function draw() {
    const { view, models } = store.get();
    const model = modelOf(view, models);
    const adapters = model?.adapters ?? [];
    element.hidden = adapters.length === 0 && view.adapter === null;
    const chosen = adapters.find(({ id }) => id === view.adapter);
    const options = [["", "none"], ...adapters.map(({ id, title }) => [id, title])];
    // A link may name one that is made while the server runs.
    if (view.adapter !== null && !chosen) options.push([view.adapter, "fine-tuned here"]);
    const key = JSON.stringify(options);
    if (key !== listed) select.replaceChildren(...options.map(([value, name]) => make("option", { value }, name)));
    listed = key;
    select.value = view.adapter ?? "";
    strength.hidden = view.adapter === null;
    if (Number(slider.value) !== view.strength) slider.value = String(view.strength);
    number.textContent = formatStrength(view.strength);
    slider.setAttribute("aria-valuetext", strengthWords(view.strength));
    note.hidden = view.adapter === null;
    note.textContent = [strengthWords(view.strength), chosen ? countsOf(chosen) : ""].filter(Boolean).join("; ");
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.view !== before.view || now.models !== before.models) draw();
  });
}

/** @param {number} strength */
function strengthWords(strength) {
  if (strength === 0) return "0: the model without it, bit for bit";
  return strength === 1 ? "1: as trained" : `${formatStrength(strength)} times what was trained`;
}

/** @param {import("../../types.js").Adapter} adapter */
function countsOf({ kind, rank, n_matrices: count, n_parameters: parameters }) {
  if (kind !== "lora") return "";
  return `rank ${rank} on ${count} matrices, ${parameters.toLocaleString("en")} numbers`;
}
