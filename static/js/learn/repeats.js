// @ts-check
/**
 * Keep lists at as many items as there are numbers: clones of a hidden one.
 *
 * A list is an element with `data-over`, the path of what it counts; its hidden
 * child is the pattern, in which `{i}` (the name in `data-index`) stands for the
 * place. Lists stand in lists; the inner ones have names of their own.
 */
import { find } from "./paths.js";

/**
 * Draw a list, and the lists in it.
 * @param {Element} list @param {Record<string, any>} scope
 */
export function drawList(list, scope) {
  const { over = "", between = "", index = "i" } = /** @type {HTMLElement} */ (list).dataset;
  const pattern = list.querySelector(":scope > [hidden]");
  if (!pattern) throw new Error(`a list over "${over}" without a pattern`);
  const count = find(scope, over)?.length ?? 0;
  let items = itemsOf(list);
  if (items.length !== count) {
    items = Array.from({ length: count }, (_, place) => clone(pattern, index, place));
    const parted = items.flatMap((item, place) => (place > 0 && between ? [sign(list, between), item] : [item]));
    list.replaceChildren(pattern, ...parted);
  }
  for (const item of items) for (const inner of outermost(item)) drawList(inner, scope);
}

/** @param {Element} list */
function itemsOf(list) {
  return [...list.children].filter((child) => !child.hasAttribute("hidden") && !child.hasAttribute("data-sign"));
}

/** Find the lists of an item that stand in no other list. @param {Element} item */
function outermost(item) {
  const lists = [...item.querySelectorAll("[data-over]")].filter((list) => !list.closest("[hidden]"));
  return lists.filter((list) => !lists.some((other) => other !== list && other.contains(list)));
}

/** @param {Element} pattern @param {string} index @param {number} place */
function clone(pattern, index, place) {
  const copy = /** @type {Element} */ (pattern.cloneNode(true));
  copy.removeAttribute("hidden");
  const name = `{${index}}`;
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    for (const attribute of element.attributes) {
      if (attribute.value.includes(name)) attribute.value = attribute.value.replaceAll(name, String(place));
    }
    const { firstChild } = element;
    if (element.childNodes.length === 1 && firstChild?.nodeType === Node.TEXT_NODE) {
      firstChild.nodeValue = (firstChild.nodeValue ?? "").replaceAll(name, String(place));
    }
  }
  return copy;
}

/** @param {Element} list @param {string} text */
function sign(list, text) {
  const operator = document.createElementNS(list.namespaceURI, list.namespaceURI?.endsWith("MathML") ? "mo" : "span");
  operator.textContent = text;
  operator.setAttribute("data-sign", "");
  return operator;
}
