// @ts-check
/**
 * Put texts into fields without disturbing who types there.
 */

const LONG = 140;

/**
 * Put a text into a field, unless it is there already: the caret would jump.
 * @param {HTMLTextAreaElement} field @param {string} text
 */
export function fill(field, text) {
  if (field.value !== text) field.value = text;
  field.toggleAttribute("data-long", text.length > LONG);
  if (CSS.supports("field-sizing", "content")) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}
