// @ts-check
/**
 * Choose how the head is shown: quantity, merging, hiding, scale.
 *
 * Each choice is a group of real radio buttons, so that keyboard, touch and
 * screen readers know it already.
 */

import { hiddenNote } from "../plot/captions.js";
import { element } from "../plot/elements.js";
import { canNameWritten } from "../state/naming.js";
import { isTranslator } from "../state/parts.js";

/**
 * @typedef {import("../types.js").Store} Store
 * @typedef {import("../types.js").Snapshot} Snapshot
 * @typedef {import("../types.js").View} View
 * @typedef {"quantity" | "merge" | "hide" | "scale" | "named"} Field
 * @typedef {{ field: Field, legend: string, shown: string, options: [string, string][] }} Choice
 * @typedef {{ set: HTMLFieldSetElement, legend: HTMLElement, caption: HTMLElement, inputs: HTMLInputElement[] }} Group
 */

/** @type {Choice[]} */
const CHOICES = [
  {
    field: "quantity",
    legend: "Quantity",
    shown: "",
    options: [
      ["weights", "weights"],
      ["scores", "scores"],
    ],
  },
  {
    field: "merge",
    legend: "Pieces",
    shown: "",
    options: [
      ["tokens", "tokens"],
      ["words", "words"],
    ],
  },
  {
    field: "hide",
    legend: "Special tokens",
    shown: "special tokens",
    options: [
      ["none", "shown"],
      ["special", "hidden"],
    ],
  },
  {
    field: "scale",
    legend: "Scale",
    shown: "scale",
    options: [
      ["unit", "0 \u2013 1"],
      ["head", "per head"],
      ["log", "log"],
    ],
  },
  {
    field: "named",
    legend: "Rows are named by the token",
    shown: "rows named by token",
    options: [
      ["read", "read"],
      ["written", "written"],
    ],
  },
];

/**
 * @param {HTMLElement} root
 * @param {Store} store
 * @returns {() => void}
 */
export function mount(root, store) {
  const groups = CHOICES.map(makeGroup);
  const note = element("span", "controls-note muted");
  groups[CHOICES.findIndex((choice) => choice.field === "hide")].set.append(note);
  root.replaceChildren(...groups.map((group) => group.set));

  function render() {
    const snapshot = store.get();
    CHOICES.forEach((choice, index) => fill(groups[index], choice, snapshot));
    note.textContent = snapshot.view.hide === "none" ? "" : hiddenNote(snapshot.focus);
    root.toggleAttribute("data-ready", true);
  }

  /** @param {Event} event */
  function choose(event) {
    const input = event.target;
    if (!(input instanceof HTMLInputElement)) return;
    const { view } = store.get();
    store.set({ view: { ...view, [input.name]: input.value } });
  }

  root.addEventListener("change", choose);
  const unsubscribe = store.subscribe((now, before) => {
    if (now.view !== before.view || now.focus !== before.focus || now.models !== before.models) render();
  });
  render();
  return () => {
    root.removeEventListener("change", choose);
    unsubscribe();
  };
}

/**
 * @param {Choice} choice
 * @returns {Group}
 */
function makeGroup({ field, legend: name, shown, options }) {
  const set = element("fieldset", "segments");
  const legend = element("legend", "spoken", name);
  const caption = element("span", "segments-caption", shown, { "aria-hidden": "true" });
  const box = element("div", "segments-box");
  const inputs = options.map(([value, text]) => {
    const label = element("label", "segment");
    const input = element("input", "", "", { type: "radio", name: field, value });
    label.append(input, element("span", "", text));
    box.append(label);
    return input;
  });
  set.append(legend);
  if (shown) set.append(caption);
  set.append(box);
  return { set, legend, caption, inputs };
}

/**
 * @param {Group} group
 * @param {Choice} choice
 * @param {Snapshot} snapshot
 */
function fill({ set, legend, caption, inputs }, { field }, { view, models, focus }) {
  const model = models.find((one) => one.id === view.model);
  if (field === "hide") {
    const isFirst = model?.has_special_tokens === false;
    inputs[1].value = isFirst ? "first" : "special";
    legend.textContent = isFirst ? "First token" : "Special tokens";
    caption.textContent = isFirst ? "first token" : "special tokens";
  }
  if (field === "scale") {
    const isScores = view.quantity === "scores";
    set.disabled = isScores;
    set.title = isScores ? "Scores have no common scale: each head runs from its smallest to its largest." : "";
  }
  if (field === "quantity") {
    const isEager = model?.capture === "eager";
    inputs[1].disabled = isEager;
    set.title = isEager ? "This model hands out weights only." : "";
  }
  if (field === "named") {
    set.hidden = !isTranslator(model) || (view.part !== "decoder" && view.part !== "cross");
    set.disabled = focus !== null && !canNameWritten(focus);
    set.title = set.disabled ? "Words that were joined have no single token written after them." : "";
  }
  for (const input of inputs) input.checked = input.value === view[field];
}
