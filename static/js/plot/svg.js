// @ts-check
/**
 * Make SVG elements and lines of points; colors come from classes in CSS.
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, string|number>} [attributes]
 * @param {...(Node|string)} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const made = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/**
 * Make an image that a label elsewhere speaks for: one unit is one pixel.
 * @param {number} width @param {number} height
 * @param {...Node} children
 */
export function picture(width, height, ...children) {
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" }, ...children);
}

/**
 * Write a line through points, as `d` of a path.
 * @param {[number, number][]} points
 */
export function lineThrough(points) {
  return points.map(([x, y], place) => `${place === 0 ? "M" : "L"}${x.toFixed(2)} ${y.toFixed(2)}`).join("");
}

/**
 * Write text at a point.
 * @param {number} x @param {number} y @param {string} text @param {string} kind a class
 * @param {"start"|"middle"|"end"} [anchor]
 */
export function label(x, y, text, kind = "axis-label", anchor = "middle") {
  return svg("text", { x, y, class: kind, "text-anchor": anchor }, text);
}
