// @ts-check
/**
 * Where there is nothing to show: say what to do, and offer sentences to start
 * from. What went wrong, if something did, the problem says.
 */
import { make } from "../dom.js";
import { makeExampleList } from "../examples.js";
import { isBare, isEmpty } from "../state/fresh.js";

/** Another sentence is a way out of these. */
const REFUSED = new Set(["too_many_tokens", "text_too_long", "invalid_text", "body_too_large"]);

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Store} store
 */
export function mount(element, store) {
  const field = () => document.getElementById("text")?.focus();
  const title = make("h2", { class: "empty-title" }, "Type a sentence: its attention appears as you type.");
  element.replaceChildren(
    title,
    make("p", { class: "muted" }, "Or start from one of these:"),
    makeExampleList(store, field),
  );

  function draw() {
    const now = store.get();
    const isBlank = isEmpty(now) && now.view.text.trim() === "";
    const isRefused = isBare(now) && REFUSED.has(now.status.problem?.code ?? "");
    element.hidden = !isBlank && !isRefused;
    title.hidden = isRefused;
    document.getElementById("main")?.toggleAttribute("data-empty", isBlank || isBare(now));
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe(draw);
}
