// @ts-check
/**
 * Draw MiniLM to scale, with what one way of adapting it trains.
 */
import { layOutMap } from "../../../learn/adapting-map.js";
import { keepDrawn } from "../../../plot/redraw.js";
import { label, picture, svg } from "../../../plot/svg.js";

const HEIGHT = 96;
/** Adapters stand under the matrices, so a layer may grow. */
const ROOM_BELOW = 0.28;
const LABELS = 18;

/** @typedef {import("../../../learn/adapting-map.js").Box} Box */

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const way = /** @type {import("../../../learn/adapting-map.js").Way} */ (element.dataset.way);

  /** @param {{width: number}} room */
  function draw({ width }) {
    const { counted } = store.get().numbers;
    const { boxes, labels } = layOutMap(way, counted, { width, height: HEIGHT });
    const below = way === "adapters" ? HEIGHT * (1 + ROOM_BELOW) : HEIGHT;
    const names = labels.map(({ text, at }) => label(at, below + 14, text, "map-label"));
    element.replaceChildren(picture(width, below + LABELS, ...boxes.map(box), ...names));
    element.ariaLabel = `MiniLM to scale: ${counted[way].trained} of ${counted.shape.total} numbers are trained`;
  }

  return keepDrawn(element, store, ({ numbers }) => [numbers.counted], draw);
}

/** @param {Box} box */
function box({ x, y, width, height, kind, name }) {
  return svg("rect", { class: `map-box map-${kind}`, x, y, width, height }, svg("title", {}, `${name}: ${kind}`));
}
