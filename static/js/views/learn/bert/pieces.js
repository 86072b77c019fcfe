// @ts-check
/**
 * Show the pieces of a text as boxes with their ids; those of a word touch.
 */
import { make } from "../../../dom.js";
import { byWord } from "../../../learn/bert-words.js";

/** @typedef {import("../../../types.js").Token} Token */

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  function draw() {
    const { words } = store.get().numbers;
    if (!words) return;
    /** @type {Token[][]} */
    const grouped = byWord(words.tokens);
    const first = new Map(grouped.map((pieces) => [pieces[0].index, pieces]));
    const inside = new Set(grouped.flat().map(({ index }) => index));
    const items = words.tokens.flatMap((/** @type {Token} */ token) => {
      const pieces = first.get(token.index);
      if (pieces) return [make("li", { class: "piece-word" }, ...pieces.map(box))];
      return inside.has(token.index) ? [] : [make("li", { class: "piece-word" }, box(token))];
    });
    element.replaceChildren(...items);
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.numbers.words !== before.numbers.words) draw();
  });
}

/** @param {Token} token */
function box({ raw, id, start, end, special }) {
  const where = start === null ? "added" : `${start}–${end}`;
  const kind = special ? "special" : raw.startsWith("##") ? "inside" : raw === "[UNK]" ? "unknown" : "first";
  return make("span", { class: "piece", "data-kind": kind }, make("bdi", { class: "piece-text" }, raw), make("span", { class: "piece-id" }, String(id)), make("span", { class: "piece-where" }, where));
}
