// @ts-check
/**
 * The family's table: a heading sorts, a choice hides rows, nothing is loaded.
 */
import { inOrder, isShown, pressed } from "../../../learn/variants-order.js";

/** @param {HTMLElement} table @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(table, store) {
  const body = /** @type {HTMLElement} */ (table.querySelector("tbody"));
  /** @type {Map<number, HTMLElement>} */
  const rows = new Map();
  for (const row of body.querySelectorAll("tr")) rows.set(Number(row.dataset.place), row);

  function draw() {
    const { state, numbers } = store.get();
    const ordered = inOrder(numbers.family.rows, state.sort, state.is_descending);
    const elements = ordered.map(({ place }) => /** @type {HTMLElement} */ (rows.get(place)));
    ordered.forEach((row, index) => {
      elements[index].hidden = !isShown(row, state.design);
    });
    body.replaceChildren(...elements);
    for (const heading of table.querySelectorAll("th[data-column]")) {
      const isNow = /** @type {HTMLElement} */ (heading).dataset.column === state.sort;
      if (isNow) heading.setAttribute("aria-sort", state.is_descending ? "descending" : "ascending");
      else heading.removeAttribute("aria-sort");
    }
    const n_shown = ordered.filter((row) => isShown(row, state.design)).length;
    if (n_shown !== numbers.family.n_shown) {
      store.set({ numbers: { ...numbers, family: { ...numbers.family, n_shown } } });
    }
    table.dataset.ready = "";
  }

  table.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("thead a") : null;
    const column = link?.closest("th")?.dataset.column;
    if (!column || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { state } = store.get();
    store.set({ state: { ...state, ...pressed(/** @type {any} */ (state), column) } });
  });

  draw();
  return store.subscribe((now, before) => {
    if (now.state !== before.state) draw();
  });
}
