// @ts-check
/**
 * Say why the table still shows another word.
 */
import { findHindrance } from "../../../learn/positions-words.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  function draw() {
    const { text, other, word } = store.get().state;
    const said = findHindrance({ text, other, word });
    element.hidden = said === "";
    element.textContent = said && `${said} The table shows the last words that could be compared.`;
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.state !== before.state) draw();
  });
}
