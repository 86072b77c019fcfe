// @ts-check
/**
 * List the sentences that were left out, and what each was taken for.
 */
import { make } from "../../../dom.js";
import { formatFigure } from "../../../learn/figures.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const body = /** @type {HTMLElement} */ (element.querySelector("tbody"));

  function draw() {
    const { left_out: all = [], classes = [] } = store.get().numbers.tuned ?? {};
    const rows = all.map((/** @type {any} */ each) =>
      make(
        "tr",
        { "data-wrong": !each.is_right },
        make("th", { scope: "row" }, make("bdi", {}, each.text)),
        make("td", {}, make("bdi", {}, classes[each.label])),
        make("td", {}, make("bdi", {}, classes[each.predicted]), each.is_right ? "" : " ✗"),
        make("td", {}, formatFigure(each.probability, 2)),
      ),
    );
    body.replaceChildren(...rows);
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.numbers.tuned?.left_out !== before.numbers.tuned?.left_out) draw();
  });
}
