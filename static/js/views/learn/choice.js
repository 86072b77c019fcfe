// @ts-check
/**
 * Choose one of a few: real radio buttons, bound to a field of the state.
 * Values that look like whole numbers are numbers where the field is one.
 */
import { make } from "../../dom.js";
import { find, scopeOf } from "../../learn/paths.js";

/** @param {HTMLElement} element @param {import("../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const { field = "", group = field, words } = element.dataset;
  const box = /** @type {HTMLElement} */ (element.querySelector(".segments-box"));
  let listed = words === undefined ? "" : JSON.stringify(find(scopeOf(store.get()), words));

  function list() {
    if (words === undefined) return;
    const texts = find(scopeOf(store.get()), words) ?? [];
    const { state } = store.get();
    // A choice of what is gone becomes the last there is.
    if (state[field] >= texts.length && texts.length > 0) store.set({ state: { ...state, [field]: texts.length - 1 } });
    const key = JSON.stringify(texts);
    if (key === listed) return;
    listed = key;
    const hadFocus = box.contains(document.activeElement);
    box.replaceChildren(...texts.map((/** @type {string} */ text, /** @type {number} */ place) => option(group, place, text)));
    if (hadFocus) /** @type {HTMLElement|undefined} */ (box.querySelectorAll("input")[store.get().state[field]])?.focus();
  }

  function draw() {
    list();
    const chosen = String(store.get().state[field]);
    for (const input of box.querySelectorAll("input")) input.checked = input.value === chosen;
    element.dataset.ready = "";
  }

  /** @param {Event} event */
  function choose(event) {
    if (!(event.target instanceof HTMLInputElement)) return;
    const { state } = store.get();
    const { value } = event.target;
    const isNumber = words !== undefined || typeof state[field] === "number";
    store.set({ state: { ...state, [field]: isNumber ? Number(value) : value } });
  }

  element.addEventListener("change", choose);
  draw();
  return store.subscribe((now, before) => {
    if (now.state !== before.state || now.numbers !== before.numbers) draw();
  });
}

/** @param {string} group @param {number} place @param {string} text */
function option(group, place, text) {
  const input = make("input", { type: "radio", name: group, value: place });
  return make("label", { class: "segment" }, input, make("span", {}, make("bdi", {}, text)));
}
