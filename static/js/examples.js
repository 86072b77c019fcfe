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

/** To be translated. @type {readonly Example[]} */
const TRANSLATED = [
  {
    text: "The animal didn't cross the street because it was too tired",
    pair: null,
    hint: "\u201cit\u201d becomes il or elle, by what it stands for",
  },
  {
    text: "The animal didn't cross the street because it was too wide",
    pair: null,
    hint: "one word changed: does \u201cit\u201d still become the same?",
  },
  {
    text: "The agreement on the European Economic Area was signed in August 1992.",
    pair: null,
    hint: "three words that French puts the other way round",
  },
  { text: "The xylophone was too wide.", pair: null, hint: "a word that a small vocabulary may lack" },
  { text: "knight", pair: null, hint: "one word, for a model that turns letters into sounds" },
];

/**
 * Make the list of examples; each button shows its own. Models that write a
 * target have examples of their own.
 * @param {import("./types.js").Store} store
 * @param {() => void} [onChosen]
 */
export function makeExampleList(store, onChosen = () => {}) {
  const list = make("ul", { class: "examples" });
  /** @type {readonly Example[]|null} */
  let listed = null;

  function draw() {
    const { view, models } = store.get();
    const family = models.find((model) => model.id === view.model)?.family ?? null;
    const examples = family === "encoder-decoder" || family === "rnn" ? TRANSLATED : EXAMPLES;
    if (examples !== listed) list.replaceChildren(...examples.map((example) => makeItem(example, store, onChosen)));
    listed = examples;
  }

  draw();
  store.subscribe((now, before) => {
    if (now.view.model !== before.view.model || now.models !== before.models) draw();
  });
  return list;
}

/** @param {Example} example @param {import("./types.js").Store} store @param {() => void} onChosen */
function makeItem(example, store, onChosen) {
  const text = make("span", { class: "example-text" }, example.text);
  if (example.pair !== null) text.append(make("br"), example.pair);
  const button = make("button", { type: "button", class: "example" }, text, make("span", { class: "muted" }, example.hint));
  button.addEventListener("click", () => {
    show(store, example);
    onChosen();
  });
  return make("li", {}, button);
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
      target: null,
      row: null,
      column: null,
      zoom: null,
      ...(isFirst ? place : {}),
    },
  });
}
