// @ts-check
/**
 * Keep the numbers in prose and formulas on what the figure shows.
 */
import { formatFigure } from "./figures.js";
import { find } from "./paths.js";

/**
 * Write every bound number under an element; show what its `data-when` says.
 * @param {ParentNode} root @param {Record<string, any>} scope
 */
export function bind(root, scope) {
  for (const element of root.querySelectorAll("[data-bind]")) {
    const path = element.getAttribute("data-bind") ?? "";
    const digits = Number(element.getAttribute("data-digits") ?? 3);
    const text = formatFigure(find(scope, path), digits);
    if (element.textContent !== text) element.textContent = text;
  }
  for (const element of root.querySelectorAll("[data-when]")) {
    const [path, wanted] = (element.getAttribute("data-when") ?? "").split("=");
    element.toggleAttribute("hidden", String(find(scope, path)) !== wanted);
  }
}
