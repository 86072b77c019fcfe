// @ts-check
/**
 * Keep a list of lines or terms at as many items as there are numbers.
 */
import { bind } from "../../learn/binding.js";
import { scopeOf } from "../../learn/paths.js";
import { drawList } from "../../learn/repeats.js";

/** @param {HTMLElement} element @param {import("../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  function draw() {
    const scope = scopeOf(store.get());
    drawList(element, scope);
    bind(element, scope);
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.state !== before.state || now.numbers !== before.numbers) draw();
  });
}
