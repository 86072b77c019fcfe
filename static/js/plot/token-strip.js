// @ts-check
/**
 * One strip of tokens: buttons where a token can be read, shaded by weight.
 */
import { textColorOn } from "./colors.js";
import { element } from "./elements.js";
import { ellipsize } from "./labels.js";
import { sayMore } from "./words.js";

/**
 * @typedef {import("../types.js").Token} Token
 *
 * @typedef {object} Shading
 * @property {number} read place of the token that is read here; -1: none
 * @property {number} locked place of the one that is locked
 * @property {(place: number) => number|null} valueAt null: not part of what is
 *   read; NaN: masked
 * @property {(value: number) => string} colorOf
 */

/** More would slow typing down; the heatmap shows them all. */
const MOST_TOKENS = 1500;
/** Of the word that an unknown token stands for, in letters. */
const LONGEST_NOTE = 16;

/**
 * Make a strip.
 * @param {"source"|"target"|null} side
 */
export function makeTokenStrip(side) {
  const list = element("ol", "strip-tokens", "", { "data-own": "", ...(side ? { "data-side": side, "aria-label": side } : {}) });
  const note = element("p", "strip-note muted");
  note.hidden = true;
  const root = element("div", "strip-side");
  if (side) root.append(element("span", "strip-name muted", side));
  root.append(list, note);
  return { root, list, fill, shade, placeOf, reveal };

  /**
   * @param {readonly Token[]} tokens
   * @param {(token: Token) => string|null} missing the word that the model has
   *   no entry for, where a token stands for one
   * @param {boolean} isChoice
   */
  function fill(tokens, missing, isChoice) {
    const shown = tokens.slice(0, MOST_TOKENS);
    while (list.children.length > shown.length) list.lastElementChild?.remove();
    shown.forEach((token, place) => {
      const item = list.children[place] ?? list.appendChild(makeItem(place));
      const word = missing(token);
      fillItem(item, token, shown[place - 1], word);
      const button = /** @type {HTMLButtonElement} */ (item.firstElementChild);
      button.toggleAttribute("data-unknown", word !== null);
      button.disabled = !isChoice;
    });
    note.hidden = tokens.length === shown.length;
    note.textContent = sayMore(tokens.length - shown.length);
  }

  /** @param {Shading} shading */
  function shade({ read, locked, valueAt, colorOf }) {
    const stop = Math.max(read, 0);
    for (const [place, item] of [...list.children].entries()) {
      const button = /** @type {HTMLElement} */ (item.firstElementChild);
      const value = valueAt(place);
      const isMasked = value !== null && Number.isNaN(value);
      const background = value === null || isMasked ? "" : colorOf(value);
      button.style.backgroundColor = background;
      button.style.color = background === "" ? "" : textColorOn(background);
      button.title = titleOf(value, button.hasAttribute("data-unknown"));
      button.toggleAttribute("data-masked", isMasked);
      button.toggleAttribute("data-read", place === read);
      button.tabIndex = place === stop ? 0 : -1;
      button.ariaPressed = String(place === locked);
    }
  }

  /** @param {Event} event */
  function placeOf(event) {
    const button = /** @type {Element} */ (event.target).closest("button");
    return button instanceof HTMLElement ? Number(button.dataset.place) : null;
  }

  /** Scroll the strip, and nothing else, to a token. @param {number} place */
  function reveal(place) {
    const item = /** @type {HTMLElement|undefined} */ (list.children[place]);
    if (!item || list.scrollHeight <= list.clientHeight) return;
    const top = item.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
  }
}

/** @param {number|null} value @param {boolean} isUnknown */
function titleOf(value, isUnknown) {
  const weight = value === null ? "" : Number.isNaN(value) ? "masked" : value.toFixed(3);
  const note = isUnknown ? "the model has no entry for this word" : "";
  return [weight, note].filter(Boolean).join("; ");
}

/** @param {number} place */
function makeItem(place) {
  const item = element("li", "");
  item.append(element("button", "token", "", { type: "button", "data-place": String(place), "aria-pressed": "false" }));
  return item;
}

/**
 * @param {Element} item
 * @param {Token} token
 * @param {Token|undefined} before
 * @param {string|null} missing
 */
function fillItem(item, token, before, missing) {
  const joins = before !== undefined && token.word !== null && token.word === before.word && token.segment === before.segment;
  const button = /** @type {Element} */ (item.firstElementChild);
  const note = token.piece ?? (missing ? ellipsize(missing, LONGEST_NOTE) : "");
  const key = `${token.text}\n${note}`;
  if (item.getAttribute("data-key") !== key) {
    button.replaceChildren(element("bdi", "", token.text));
    if (note && note !== token.text) button.append(element("small", "", note));
    item.setAttribute("data-key", key);
  }
  item.toggleAttribute("data-joins", joins);
  button.toggleAttribute("data-special", token.special);
}
