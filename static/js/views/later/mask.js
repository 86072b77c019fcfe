// @ts-check
/**
 * Mask a word of the strip, and bring it back: a tab over the token under the
 * mouse; a button, always there, for the one that is read or has the focus.
 */
import { make } from "../../dom.js";
import { fillMask, maskWord, spotAt, wordBehind } from "../../state/masking.js";
import { modelOf } from "../../state/parts.js";
import { canMask } from "../../state/predicting.js";
import { rowRead } from "../../state/selection.js";
import { remember } from "../../state/writing.js";

/**
 * @typedef {import("../../types.js").Snapshot} Snapshot
 * @typedef {import("../../state/masking.js").Spot} Spot
 */

/**
 * @param {HTMLElement} element
 * @param {import("../../types.js").Store} store
 */
export function mount(element, store) {
  const verb = make("span", {});
  const word = make("b", { class: "strip-word", dir: "auto" });
  const button = make("button", { type: "button", class: "quiet", "data-key": "m" }, verb, " ", word, " ", make("kbd", {}, "m"));
  const tab = make("button", { type: "button", class: "strip-tab", tabindex: "-1", "aria-hidden": "true", hidden: true });
  const strip = /** @type {HTMLElement} */ (document.querySelector(".strip"));
  element.replaceChildren(button);
  strip.parentElement?.append(tab);
  /** The place under the mouse, while the tab is there for it. @type {number|null} */
  let hovered = null;

  /** The place that a key or the button means. */
  function placeMeant() {
    const focused = document.activeElement?.closest(".strip .token");
    if (focused instanceof HTMLElement) return Number(focused.dataset.place);
    return hovered ?? rowRead({ ...store.get(), pointer: { row: null, column: null } });
  }

  /** @param {number|null} place */
  function toggle(place) {
    const now = store.get();
    const change = changeAt(now, place);
    if (change) store.set({ ...change, edits: remember(now, now.view, change.view) });
    hideTab();
  }

  function draw() {
    const now = store.get();
    element.hidden = !canMask(now);
    const said = sayAt(now, placeMeant());
    verb.textContent = said.verb;
    word.textContent = said.word;
    button.disabled = said.isNothing;
    if (element.hidden) hideTab();
    element.dataset.ready = "";
  }

  /** @param {PointerEvent} event */
  function hover(event) {
    const token = event.target instanceof Element ? event.target.closest(".strip .token") : null;
    const now = store.get();
    if (!(token instanceof HTMLElement) || event.pointerType === "touch" || !canMask(now)) return;
    const place = Number(token.dataset.place);
    const said = sayAt(now, place);
    if (said.isNothing) return hideTab();
    hovered = place;
    tab.textContent = said.verb === "mask" ? "mask" : `\u21a9 ${said.word}`;
    tab.hidden = false;
    const [box, room] = [token.getBoundingClientRect(), /** @type {Element} */ (tab.offsetParent).getBoundingClientRect()];
    tab.style.insetInlineStart = `${box.left + box.width / 2 - room.left}px`;
    tab.style.insetBlockStart = `${box.top - room.top}px`;
    draw();
  }

  function hideTab() {
    if (tab.hidden) return;
    tab.hidden = true;
    hovered = null;
    draw();
  }

  /** @param {PointerEvent} event */
  function leave({ relatedTarget: to }) {
    const isInside = to instanceof Element && (to === tab || to.closest(".strip-tokens"));
    if (!isInside) hideTab();
  }

  button.addEventListener("click", () => toggle(placeMeant()));
  // The token that has the focus is meant; a press must not take it away.
  button.addEventListener("pointerdown", (event) => event.preventDefault());
  tab.addEventListener("click", () => toggle(hovered));
  strip.addEventListener("pointerover", hover);
  for (const room of [strip, tab]) room.addEventListener("pointerleave", leave);
  for (const kind of ["focusin", "focusout"]) strip.addEventListener(kind, () => setTimeout(draw));
  draw();
  return store.subscribe((now, before) => {
    if (now.focus !== before.focus) hideTab();
    if (now.focus !== before.focus || now.view !== before.view || now.models !== before.models || now.masked !== before.masked) draw();
  });
}

/** @param {Snapshot} now @param {number|null} place @returns {Spot|null} */
function spotOf({ view, focus, models }, place) {
  const token = modelOf(view, models)?.mask_token;
  // Offsets count letters of the text that was read: it must be this one.
  const isSame = focus !== null && focus.view.text === view.text && focus.view.pair === view.pair && focus.view.model === view.model;
  return isSame && place !== null && token ? spotAt(focus.queryTokens, place, token) : null;
}

/** @param {Snapshot} now @param {number|null} place */
function changeAt(now, place) {
  const { view, masked, models } = now;
  const [spot, token] = [spotOf(now, place), modelOf(view, models)?.mask_token];
  if (!spot || !token) return null;
  if (spot.nth === null) return maskWord(view, masked, spot, token);
  const word = wordBehind(masked, spot.field, spot.nth);
  return word === null ? null : fillMask(view, masked, spot.field, spot.nth, word, token);
}

/** @param {Snapshot} now @param {number|null} place */
function sayAt(now, place) {
  const spot = spotOf(now, place);
  if (spot === null) return { verb: "mask", word: "", isNothing: true };
  if (spot.nth === null) {
    const word = [...(now.view[spot.field] ?? "")].slice(spot.start, spot.end).join("");
    return { verb: "mask", word, isNothing: false };
  }
  const word = wordBehind(now.masked, spot.field, spot.nth);
  return word === null ? { verb: "masked: the word isn\u2019t known", word: "", isNothing: true } : { verb: "back to", word, isNothing: false };
}
