// @ts-check
/**
 * Say why there is nothing to draw where a model has no attention, and where
 * the same sentence can be seen with it.
 */
import { make } from "../dom.js";
import { hasNoAttention, modelOf } from "../state/parts.js";

/** More are in the model picker. */
const MOST_MODELS = 3;

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Store} store
 */
export function mount(element, store) {
  function draw() {
    const { view, models } = store.get();
    const model = modelOf(view, models);
    element.hidden = !model || !hasNoAttention(model) || view.text.trim() === "";
    if (!model || element.hidden) return;
    element.replaceChildren(
      make("h2", { class: "no-attention-title" }, "No attention here: one vector holds the whole sentence."),
      make(
        "p",
        {},
        "Its encoder reads the source to the end and hands on that one vector, of the same size for three words or for thirty. Its decoder writes the target from it, without looking back: there are no weights to draw. ",
        make("a", { href: "/learn/recurrence" }, "Lesson: From a bottleneck to attention"),
      ),
      make("div", { class: "problem-ways" }, ...others(store)),
    );
  }

  draw();
  element.dataset.ready = "";
  return store.subscribe((now, before) => {
    if (now.view.model !== before.view.model || now.view.text !== before.view.text || now.models !== before.models) draw();
  });
}

/** Offer the same sentence in models that look back. @param {import("../types.js").Store} store */
function others(store) {
  const found = store.get().models.filter((model) => model.available && model.parts.some(({ part }) => part === "cross"));
  return found.slice(0, MOST_MODELS).map(({ id, title }) => {
    const button = make("button", { type: "button", class: "button" }, `Show it in ${title}`);
    button.addEventListener("click", () => store.set({ view: { ...store.get().view, model: id } }));
    return button;
  });
}
