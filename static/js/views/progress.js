// @ts-check
/**
 * Say that work goes on: a quiet line after 300 ms, in words after 2 s.
 */
import { make } from "../dom.js";

const QUIET_MS = 300;
const WORDS_MS = 2000;

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Store} store
 */
export function mount(element, store) {
  const line = make("div", { class: "progress-line", hidden: true });
  const words = make("span", { role: "status" });
  const cancel = make("button", { type: "button", class: "quiet" }, "cancel");
  const note = make("p", { class: "progress-note", hidden: true }, words, cancel);
  element.replaceChildren(line, note);
  cancel.addEventListener("click", () => store.set({ intent: "cancel" }));
  let timer = 0;

  function draw() {
    clearTimeout(timer);
    const { status } = store.get();
    const waited = performance.now() - status.since;
    const isLoading = status.phase === "loading";
    line.hidden = !isLoading || waited < QUIET_MS;
    note.hidden = !isLoading || waited < WORDS_MS;
    if (!note.hidden) words.textContent = `${status.message}, ${Math.floor(waited / 1000)} s so far`;
    if (!isLoading) return;
    const next = waited < QUIET_MS ? QUIET_MS - waited : waited < WORDS_MS ? WORDS_MS - waited : 1000;
    timer = window.setTimeout(draw, next + 5);
  }

  draw();
  element.dataset.ready = "";
  const unsubscribe = store.subscribe((now, before) => {
    if (now.status !== before.status) draw();
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
