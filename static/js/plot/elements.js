// @ts-check
/**
 * Make elements; text goes in as text, never as markup.
 */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} className
 * @param {string} [text]
 * @param {Record<string, string>} [attributes]
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, className, text = "", attributes = {}) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/**
 * Make a word that opens its definition (templates/_definitions.html).
 * @param {string} text
 * @param {string} definition such as "entropy"
 */
export function term(text, definition) {
  return element("button", "term", text, { type: "button", popovertarget: `define-${definition}` });
}

/**
 * Make one line of a description list.
 * @param {string | Node} name
 * @param {string} value
 * @returns {HTMLElement[]}
 */
export function figureLine(name, value) {
  const title = element("dt", "");
  title.append(name);
  return [title, element("dd", "", value)];
}
