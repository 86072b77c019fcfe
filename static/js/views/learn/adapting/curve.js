// @ts-check
/**
 * Draw the loss of a training as it comes: a line for what is learned from, and
 * dots on a line for the sentences left out.
 */
import { layOutCurve, sayCurve } from "../../../learn/adapting-curve.js";
import { keepDrawn } from "../../../plot/redraw.js";
import { label, lineThrough, picture, svg } from "../../../plot/svg.js";

const HEIGHT = 220;

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const room = /** @type {HTMLElement} */ (element.querySelector(".curve-room"));

  /** @param {{width: number}} size */
  function draw({ width }) {
    const { curve = [], steps = 1 } = store.get().numbers.tuned ?? {};
    room.ariaLabel = sayCurve(curve);
    const { frame, learned, tested, across, up, coin } = layOutCurve(curve, steps, { width, height: HEIGHT });
    room.replaceChildren(
      picture(
        width,
        HEIGHT,
        ...up.map(({ at }) => svg("line", { class: "curve-rule", x1: frame.left, x2: frame.right, y1: at, y2: at })),
        ...up.map(({ at, text }) => label(frame.left - 6, at + 4, text, "axis-label", "end")),
        ...across.map(({ at, text }) => label(at, frame.bottom + 17, text)),
        svg("line", { class: "curve-coin", x1: frame.left, x2: frame.right, y1: coin, y2: coin }),
        svg("path", { class: "curve-learned", d: lineThrough(learned) }),
        svg("path", { class: "curve-tested", d: lineThrough(tested) }),
        ...tested.map(([cx, cy]) => svg("circle", { class: "curve-dot", cx, cy, r: 3.5 })),
      ),
    );
  }

  return keepDrawn(element, store, (now) => [now.numbers.tuned?.curve], draw);
}
