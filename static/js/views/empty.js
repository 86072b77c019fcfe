// @ts-check
/**
 * Where there is no text: say what to do, and offer sentences to start from.
 */
import { make } from "../dom.js";
import { makeExampleList } from "../examples.js";
import { isEmpty } from "../state/fresh.js";

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Store} store
 */
export function mount(element, store) {
  const field = () => document.getElementById("text")?.focus();
  element.replaceChildren(
    make("h2", { class: "empty-title" }, "Type a sentence: its attention appears as you type."),
    make("p", { class: "muted" }, "Or start from one of these:"),
    makeExampleList(store, field),
  );

  function draw() {
    const now = store.get();
    const nothing = isEmpty(now) && now.view.text.trim() === "";
    element.hidden = !nothing;
    document.getElementById("main")?.toggleAttribute("data-empty", nothing);
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe(draw);
}
