// @ts-check
/**
 * Sentences worth a first look, and the list that offers them.
 */
import { make } from "./dom.js";

/**
 * @typedef {import("./types.js").View} View
 *
 * @typedef {object} Example
 * @property {string} text
 * @property {string|null} pair
 * @property {string} hint what to look for
 * @property {Partial<View>} [view] where to look; only the first model has it
 */

/** @type {readonly Example[]} */
const EXAMPLES = [
  {
    text: "The animal didn't cross the street because it was too tired",
    pair: null,
    hint: "where does \u201cit\u201d look?",
    view: { layer: 3, head: 1, row: 10 },
  },
  {
    text: "The animal didn't cross the street because it was too wide",
    pair: null,
    hint: "one word changed: does \u201cit\u201d still look there?",
    view: { layer: 3, head: 1, row: 10 },
  },
  { text: "The man bit the dog", pair: "The dog bit the man", hint: "the same words, another order" },
  { text: "for i in range(10): print(i * i)", pair: null, hint: "a line of code, and its repeated names" },
];

/**
 * Make the list of examples; each button shows its own.
 * @param {import("./types.js").Store} store
 * @param {() => void} [onChosen]
 */
export function makeExampleList(store, onChosen = () => {}) {
  const items = EXAMPLES.map((example) => {
    const text = make("span", { class: "example-text" }, example.text);
    if (example.pair !== null) text.append(make("br"), example.pair);
    const button = make("button", { type: "button", class: "example" }, text, make("span", { class: "muted" }, example.hint));
    button.addEventListener("click", () => {
      show(store, example);
      onChosen();
    });
    return make("li", {}, button);
  });
  return make("ul", { class: "examples" }, ...items);
}

/** @param {import("./types.js").Store} store @param {Example} example */
function show(store, { text, pair, view: place }) {
  const { view, models } = store.get();
  const model = models.find((one) => one.id === view.model);
  const isFirst = model !== undefined && model === models[0] && view.merge === "tokens" && view.hide === "none";
  store.set({
    // Rows are indices: they belong to the text they were chosen in.
    focus: null,
    view: {
      ...view,
      text,
      pair: model?.takes_pair ? pair : null,
      row: null,
      column: null,
      zoom: null,
      ...(isFirst ? place : {}),
    },
  });
}
