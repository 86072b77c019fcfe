// @ts-check
/**
 * Mark positions as padding, anywhere: one box a token.
 */
import { make } from "../../../dom.js";
import { maskOf, togglePadding, withMask } from "../../../learn/masks-pattern.js";
import { find, scopeOf } from "../../../learn/paths.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const { prefix = "", words = "" } = element.dataset;
  const box = /** @type {HTMLElement} */ (element.querySelector(".pads-box"));
  let listed = "";

  function draw() {
    const tokens = /** @type {string[]} */ (find(scopeOf(store.get()), words) ?? []);
    const key = JSON.stringify(tokens);
    if (key !== listed) box.replaceChildren(...tokens.map(pad));
    listed = key;
    const { padded } = maskOf(store.get().state, prefix);
    box.querySelectorAll("input").forEach((input, place) => {
      input.checked = padded.includes(place);
    });
    element.hidden = tokens.length === 0;
    element.dataset.ready = "";
  }

  box.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const { state } = store.get();
    const { padded } = maskOf(state, prefix);
    store.set({ state: withMask(state, prefix, { padded: togglePadding(padded, Number(target.value)) }) });
  });
  draw();
  return store.subscribe((now, before) => {
    if (now.state !== before.state || now.numbers !== before.numbers) draw();
  });
}

/** @param {string} token @param {number} place */
function pad(token, place) {
  return make("label", { class: "pad" }, make("input", { type: "checkbox", value: place }), make("span", {}, make("bdi", {}, token)));
}
