// @ts-check
/**
 * Take back the last change of the text that a click made.
 */
import { make } from "../../dom.js";
import { lastEdit } from "../../state/writing.js";

/**
 * @param {HTMLElement} element
 * @param {import("../../types.js").Store} store
 */
export function mount(element, store) {
  const button = make("button", { type: "button", class: "quiet", "data-key": "u" }, "undo ", make("kbd", {}, "u"));
  element.replaceChildren(button);

  button.addEventListener("click", () => {
    const { view, edits } = store.get();
    const last = lastEdit(store.get());
    if (last) store.set({ view: { ...view, ...last.from }, masked: last.masked, edits: edits.slice(0, -1), said: { text: "The text is as it was." } });
  });

  function draw() {
    const now = store.get();
    element.hidden = lastEdit(now) === null || now.continuing.run !== null;
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe(draw);
}
