// @ts-check
/**
 * Draw every term of the chosen score as a bar, from the largest to the most
 * negative: what they add up to is the score.
 */
import { formatFigure } from "../../../learn/figures.js";
import { find, scopeOf } from "../../../learn/paths.js";

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 150;
const EDGE = { left: 44, top: 8, bottom: 8 };

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const { path = "" } = element.dataset;

  function draw() {
    const products = /** @type {number[]|undefined} */ (find(scopeOf(store.get()), path));
    const width = element.clientWidth;
    if (!Array.isArray(products) || width === 0) return element.replaceChildren();
    const sorted = [...products].sort((one, other) => other - one);
    element.replaceChildren(picture(sorted, width));
    const [most, least] = [sorted[0], sorted[sorted.length - 1]].map((term) => formatFigure(term, 3));
    element.ariaLabel = `${products.length} terms of the score, from ${most} down to ${least}`;
    element.dataset.ready = "";
  }

  const observer = new ResizeObserver(draw);
  observer.observe(element);
  draw();
  const unsubscribe = store.subscribe((now, before) => {
    if (now.state !== before.state || now.numbers !== before.numbers) draw();
  });
  return () => {
    observer.disconnect();
    unsubscribe();
  };
}

/** @param {number[]} terms @param {number} width */
function picture(terms, width) {
  const most = Math.max(...terms, 0);
  const least = Math.min(...terms, 0);
  const high = HEIGHT - EDGE.top - EDGE.bottom;
  const y = (/** @type {number} */ term) => EDGE.top + ((most - term) / (most - least || 1)) * high;
  const step = (width - EDGE.left) / terms.length;
  const bars = terms.map((term, place) => {
    const [top, bottom] = [Math.min(y(term), y(0)), Math.max(y(term), y(0))];
    return svg("rect", { class: "terms-bar", x: EDGE.left + place * step, y: top, width: Math.max(0.5, step * 0.8), height: Math.max(0.5, bottom - top) });
  });
  const zero = svg("line", { class: "terms-zero", x1: EDGE.left, x2: width, y1: y(0), y2: y(0) });
  // Zero is left out where it would stand on one of the ends.
  const ticks = [most, 0, least].filter((_, place) => place !== 1 || (y(0) - y(most) > 14 && y(least) - y(0) > 14));
  const labels = ticks.map((value) => svg("text", { class: "terms-tick", x: EDGE.left - 6, y: Math.min(HEIGHT - 2, y(value) + 4), "text-anchor": "end" }, formatFigure(value, 2)));
  return svg("svg", { width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, "aria-hidden": "true" }, ...bars, zero, ...labels);
}

/** @param {string} tag @param {Record<string, string|number>} attributes @param {...(Node|string)} children */
function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}
