// @ts-check
/**
 * Keep every bound number of the lesson on what the figures show.
 */
import { bind } from "../../learn/binding.js";
import { scopeOf } from "../../learn/paths.js";

/** @param {HTMLElement} element @param {import("../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const draw = () => bind(element, scopeOf(store.get()));
  draw();
  return store.subscribe((now, before) => {
    if (now.state !== before.state || now.numbers !== before.numbers) draw();
  });
}
