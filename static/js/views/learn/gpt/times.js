// @ts-check
/**
 * Draw the milliseconds of each step: with the cache, without, and the one pass
 * of the encoder as a level.
 */
import { formatFigure } from "../../../learn/figures.js";
import { layOutTimes } from "../../../learn/gpt-times.js";
import { keepDrawn } from "../../../plot/redraw.js";
import { label, picture, svg } from "../../../plot/svg.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const room = /** @type {HTMLElement} */ (element.querySelector(".times-room"));
  const table = /** @type {HTMLElement} */ (element.querySelector("table"));
  const empty = /** @type {HTMLElement} */ (element.querySelector(".times-empty"));

  /** @param {{width: number}} size */
  function draw({ width }) {
    const { cached, again, encoder } = store.get().numbers;
    const isThere = Boolean(cached && again && encoder);
    table.hidden = !isThere;
    empty.hidden = isThere;
    if (!isThere) return;
    const { height, ticks, lines, level, names, left, right, bottom, lastStep } = layOutTimes(cached.times, again.times, encoder.forward_ms, width);
    room.replaceChildren(
      picture(
        width,
        height,
        ...ticks.flatMap(({ at, value }) => [
          svg("path", { class: "times-rule", d: `M${left} ${at}H${right}` }),
          label(left - 6, at + 4, formatFigure(value, 0), "times-label", "end"),
        ]),
        ...lines.map(({ name, d }) => svg("path", { class: `times-line times-${name}`, d })),
        svg("path", { class: "times-line times-encoder", d: `M${left} ${level}H${right}` }),
        ...names.map(({ text, at }) => label(right + 6, at + 4, text, "times-label", "start")),
        label(left, bottom + 16, "0", "times-label"),
        label(right, bottom + 16, String(lastStep), "times-label"),
        label((left + right) / 2, bottom + 16, "step", "times-label"),
      ),
    );
  }

  return keepDrawn(element, store, ({ numbers }) => [numbers.cached, numbers.again, numbers.encoder], draw);
}
