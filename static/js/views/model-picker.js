// @ts-check
/**
 * Choose the model; say what each is, and why one can't be chosen.
 */
import { make } from "../dom.js";
import { hasNoAttention, isTranslator } from "../state/parts.js";
import { selectModel } from "../state/selection.js";

/** @typedef {import("../types.js").Model} Model */

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Store} store
 */
export function mount(element, store) {
  const select = /** @type {HTMLSelectElement} */ (element.querySelector("select"));
  const card = make("div", { id: "about-model", popover: true, class: "card" });
  const about = make("button", { type: "button", class: "model-about", popovertarget: "about-model", "aria-label": "About this model" }, "i");
  element.append(about, card);
  let listed = "";

  select.addEventListener("change", () => {
    store.set({ view: selectModel(store.get().view, select.value) });
  });

  function draw() {
    const { models, view } = store.get();
    const options = models.map((model) => ({ id: model.id, label: labelOf(model), disabled: !model.available }));
    const isKnown = models.some((model) => model.id === view.model);
    if (!isKnown) options.push({ id: view.model, label: `${view.model} (unknown)`, disabled: true });
    const key = JSON.stringify(options);
    // An open list closes when its options are replaced.
    if (key !== listed) select.replaceChildren(...options.map(({ id, label, disabled }) => make("option", { value: id, disabled }, label)));
    listed = key;
    select.value = view.model;
    const model = models.find((one) => one.id === view.model);
    card.replaceChildren(...(model ? describe(model) : []));
    about.hidden = model === undefined;
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.models !== before.models || now.view.model !== before.view.model) draw();
  });
}

/** @param {Model} model */
function labelOf(model) {
  const shape = hasNoAttention(model) ? "no attention" : model.n_layers === null ? "" : `${model.n_layers} × ${model.n_heads}`;
  // A title may say so itself.
  const words = [familyOf(model) ?? "", shape].filter((word) => word && !model.title.toLowerCase().includes(word));
  const state = { loading: " (loading)", unavailable: ` (unavailable: ${model.reason ?? "no reason given"})`, available: "", loaded: "" };
  return `${[model.title, ...words].join(", ")}${state[model.state]}`;
}

/** @param {Model} model */
const familyOf = ({ family }) => (family === "rnn" ? "recurrent" : family);

/** Its layers and heads, part by part. @param {Model} model @returns {[string, string|null][]} */
function shapesOf(model) {
  const { parts, n_layers: nLayers, n_heads: nHeads } = model;
  if (!isTranslator(model)) return [["layers × heads", nLayers === null ? null : `${nLayers} × ${nHeads}`]];
  const own = parts.filter(({ part }) => part !== "joint");
  if (own.length === 0) return [["attention", "none"]];
  return own.map(({ part, n_layers, n_heads }) => [`${part}, layers × heads`, `${n_layers} × ${n_heads}`]);
}

/** @param {Model} model */
function describe(model) {
  /** @type {[string, string|number|null][]} */
  const lines = [
    ["family", model.family && familyOf(model)],
    ...shapesOf(model),
    ["key/value heads", model.n_key_value_heads === model.n_heads ? null : model.n_key_value_heads],
    ["longest text", model.max_length === null ? null : `${model.max_length.toLocaleString("en")} tokens`],
    ["source", model.source],
    ["licence", model.license],
    ["state", model.reason ?? model.state],
  ];
  const rows = lines
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, String(value))));
  return [
    make("h2", { class: "card-title" }, model.title),
    make("dl", { class: "card-list" }, ...rows),
    ...(model.notice ? [make("p", { class: "muted" }, model.notice)] : []),
  ];
}
