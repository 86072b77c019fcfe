// @ts-check
/**
 * Draw the shares of the recipe over the rounds, with where they should be.
 */
import { layOutShares } from "../../../learn/bert-shares.js";
import { formatFigure } from "../../../learn/figures.js";
import { keepDrawn } from "../../../plot/redraw.js";
import { label, lineThrough, picture, svg } from "../../../plot/svg.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const room = /** @type {HTMLElement} */ (element.querySelector(".shares-room"));

  /** @param {{width: number}} size */
  function draw({ width }) {
    const { recipe } = store.get().numbers;
    if (!recipe) return;
    const layout = layOutShares(recipe, width);
    room.replaceChildren(paint(layout));
    room.ariaLabel = say(recipe);
  }

  return keepDrawn(element, store, ({ numbers }) => [numbers.recipe], draw);
}

/** @param {import("../../../learn/bert-shares.js").ShareLayout} layout */
function paint({ width, height, left, right, top, bottom, curves, across, up, names, now }) {
  return picture(
    width,
    height,
    ...up.map(({ y }) => svg("line", { class: "shares-grid", x1: left, x2: right, y1: y, y2: y })),
    ...up.map(({ y, text }) => label(left - 6, y + 4, text, "shares-tick", "end")),
    ...across.map(({ x, text }) => label(x, bottom + 15, text, "shares-tick")),
    label((left + right) / 2, height - 4, "rounds so far", "shares-axis"),
    ...curves.map(({ name, band }) => svg("path", { class: "shares-band", "data-share": name, d: `${lineThrough(band)}Z` })),
    ...curves.map(({ name, expected }) => svg("line", { class: "shares-expected", "data-share": name, x1: left, x2: right, y1: expected, y2: expected })),
    svg("line", { class: "shares-now", x1: now, x2: now, y1: top, y2: bottom }),
    ...curves.map(({ name, points }) => svg("path", { class: "shares-line", "data-share": name, d: lineThrough(points) })),
    ...curves.flatMap(({ name, end }) => (end ? [svg("circle", { class: "shares-end", "data-share": name, cx: end[0], cy: end[1], r: 3.5 })] : [])),
    ...names.map(({ name, y }) => label(right + 6, y + 4, name, "shares-name", "start")),
  );
}

/** @param {{rounds: number, shares: Record<string, {percent: number|undefined}>}} recipe */
function say({ rounds, shares }) {
  const percent = (/** @type {string} */ name) => `${formatFigure(shares[name].percent, 1)} %`;
  return `After ${rounds} rounds: ${percent("selected")} selected; of these ${percent("mask")} masked, ${percent("random")} random, ${percent("keep")} kept`;
}
