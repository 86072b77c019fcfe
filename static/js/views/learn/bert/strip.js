// @ts-check
/**
 * Hide a word of the sentence with a click, and bring it back with another.
 */
import { make } from "../../../dom.js";
import { followHidden, MASK, MOST_HIDDEN, toggleWord } from "../../../learn/bert-words.js";

/** @typedef {import("../../../learn/bert-words.js").Part} Part */

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const line = /** @type {HTMLElement} */ (element.querySelector(".bert-line"));
  const page = /** @type {HTMLElement} */ (element.closest("[data-lesson]"));

  function draw() {
    const { state, numbers } = store.get();
    const { words } = numbers;
    if (!words) return;
    const isFull = state.hidden.length >= MOST_HIDDEN;
    const focused = document.activeElement instanceof HTMLElement && line.contains(document.activeElement) ? document.activeElement.dataset.word : undefined;
    line.replaceChildren(...words.parts.map((/** @type {Part} */ part) => show(part, state.hidden, isFull)));
    if (focused !== undefined) /** @type {HTMLElement|null} */ (line.querySelector(`[data-word="${focused}"]`))?.focus();
    const nTyped = words.tokens.filter((/** @type {any} */ { special, raw }) => special && raw === MASK).length;
    page.toggleAttribute("data-nothing-hidden", state.hidden.length + nTyped === 0);
    element.dataset.ready = "";
  }

  /** The text whose hidden words came with it: nothing is to be followed there. */
  let given = store.get().state.text;

  /** Keep the same words hidden while others are typed. @param {{text: string, names: string[]}} words @param {string[]|undefined} before */
  function follow({ text, names }, before) {
    const { state } = store.get();
    const hidden = followHidden(text === given ? names : (before ?? names), names, state.hidden);
    if (hidden.join() !== state.hidden.join()) store.set({ state: { ...state, hidden } });
  }

  line.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? /** @type {HTMLElement|null} */ (target.closest("button")) : null;
    if (!button) return;
    const { state } = store.get();
    store.set({ state: { ...state, which: 0, hidden: toggleWord(state.hidden, Number(button.dataset.word)) } });
  });
  draw();
  return store.subscribe((now, before) => {
    const [words, old] = [now.numbers.words, before.numbers.words];
    if (now.state.text !== before.state.text) given = now.state.hidden === before.state.hidden ? "" : now.state.text;
    if (words && words !== old) follow(words, old?.names);
    if (words !== old || now.state.hidden !== before.state.hidden) draw();
  });
}

/** @param {Part} part @param {number[]} hidden @param {boolean} isFull */
function show({ text, word, n_pieces }, hidden, isFull) {
  if (word === null) return document.createTextNode(text);
  const isHidden = hidden.includes(word);
  const shown = isHidden ? Array(n_pieces).fill(MASK).join(" ") : text;
  const attributes = { type: "button", class: "bert-word", "data-word": word, "aria-pressed": String(isHidden), title: isHidden ? `Show “${text}”` : `Hide “${text}”` };
  return make("button", { ...attributes, disabled: isFull && !isHidden }, make("bdi", {}, shown));
}
