// @ts-check
/**
 * Keep a link into Explore on the lesson's sentence and choices.
 */
import { find, scopeOf } from "../../learn/paths.js";

/** @param {HTMLElement} element @param {import("../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const link = /** @type {HTMLAnchorElement} */ (element);
  const fields = /** @type {Record<string, any>} */ (JSON.parse(element.dataset.fields ?? "{}"));

  function draw() {
    const scope = scopeOf(store.get());
    const query = new URLSearchParams();
    for (const [key, wanted] of Object.entries(fields)) {
      const isPath = typeof wanted === "string" && wanted.startsWith("{");
      const value = isPath ? find(scope, wanted.slice(1, -1)) : wanted;
      if (value !== null && value !== undefined) query.set(key, String(value));
    }
    link.href = `/?${query}`;
  }

  draw();
  return store.subscribe(draw);
}
