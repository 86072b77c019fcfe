// @ts-check
/**
 * The tokens, shaded by the row that is read; a token is a row to choose.
 */
import { make, setAttribute } from "../dom.js";
import { makeScale, textColorOn } from "../plot/colors.js";
import { makeValueScale } from "../plot/scale.js";
import { readTheme, watchTheme } from "../plot/theme.js";
import { sayMore } from "../plot/words.js";
import { isBare, isEmpty, isFocusFresh } from "../state/fresh.js";
import { readRow } from "../state/reading.js";
import { toggleRow } from "../state/selection.js";

/** @typedef {import("../types.js").Snapshot} Snapshot */

/** More would slow typing down; the heatmap shows them all. */
const MOST_TOKENS = 1500;

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Store} store
 */
export function mount(element, store) {
  const list = make("ol", { class: "strip-tokens", "data-own": "" });
  const note = make("p", { class: "strip-note muted", hidden: true });
  let color = makeScale(readTheme(element).stops);

  /** @param {Event} event */
  function placeOf(event) {
    const button = /** @type {Element} */ (event.target).closest("button");
    return button instanceof HTMLElement ? Number(button.dataset.place) : null;
  }
  list.addEventListener("click", (event) => {
    const row = placeOf(event);
    if (row !== null) store.set({ view: toggleRow(store.get().view, row) });
  });
  list.addEventListener("pointerover", (event) => {
    const row = placeOf(event);
    const isTouch = /** @type {PointerEvent} */ (event).pointerType === "touch";
    if (row !== null && !isTouch) store.set({ pointer: { row, column: null } });
  });
  list.addEventListener("pointerleave", () => store.set({ pointer: { row: null, column: null } }));
  list.addEventListener("keydown", (event) => walk(event, list));

  /** @param {Snapshot} now */
  function drawTokens({ focus }) {
    if (!focus) return;
    if (!list.isConnected) element.replaceChildren(list, note);
    const tokens = focus.queryTokens.slice(0, MOST_TOKENS);
    while (list.children.length > tokens.length) list.lastElementChild?.remove();
    tokens.forEach((token, place) => {
      const item = list.children[place] ?? list.appendChild(makeItem(place));
      fillItem(item, token, tokens[place - 1]);
    });
    const left = focus.queryTokens.length - tokens.length;
    note.hidden = left === 0;
    note.textContent = sayMore(left);
  }

  /** @param {Snapshot} now */
  function shade(now) {
    const reading = readRow(now);
    const { focus, view } = now;
    if (!reading || !focus) return;
    const scale = makeValueScale(finite(focus.values), focus.answer.quantity, view.scale);
    for (const [place, item] of [...list.children].entries()) {
      const button = /** @type {HTMLElement} */ (item.firstElementChild);
      const value = reading.values[place] ?? NaN;
      const isMasked = Number.isNaN(value);
      const background = isMasked ? "" : color(scale.share(value));
      button.style.backgroundColor = background;
      button.style.color = isMasked ? "" : textColorOn(background);
      button.title = isMasked ? "masked" : value.toFixed(3);
      button.toggleAttribute("data-masked", isMasked);
      button.toggleAttribute("data-read", place === reading.row);
      button.tabIndex = place === reading.row ? 0 : -1;
      setAttribute(button, "aria-pressed", String(place === view.row));
    }
  }

  /** @param {Snapshot} now */
  function mark(now) {
    element.toggleAttribute("data-ready", isFocusFresh(now) || isEmpty(now));
    // Without tokens, the problem above says all there is to say.
    element.hidden = isBare(now) || (isEmpty(now) && now.view.text.trim() === "");
  }

  const unwatch = watchTheme(() => {
    color = makeScale(readTheme(element).stops);
    shade(store.get());
  });
  const unsubscribe = store.subscribe((now, before) => {
    if (now.focus !== before.focus) drawTokens(now);
    if (now.focus !== before.focus || now.view !== before.view || now.pointer !== before.pointer || now.exactRow !== before.exactRow) shade(now);
    if (now.view.row !== before.view.row) reveal(list, now.view.row);
    mark(now);
  });
  drawTokens(store.get());
  shade(store.get());
  mark(store.get());
  return () => {
    unsubscribe();
    unwatch();
  };
}

/** @param {number} place */
function makeItem(place) {
  return make("li", {}, make("button", { type: "button", class: "token", "data-place": place, "aria-pressed": "false" }));
}

/**
 * @param {Element} item
 * @param {import("../types.js").Token} token
 * @param {import("../types.js").Token|undefined} before
 */
function fillItem(item, token, before) {
  const joins = before !== undefined && token.word !== null && token.word === before.word && token.segment === before.segment;
  const button = /** @type {Element} */ (item.firstElementChild);
  const key = `${token.text}\n${token.piece ?? ""}`;
  if (item.getAttribute("data-key") !== key) {
    button.replaceChildren(make("bdi", {}, token.text));
    if (token.piece) button.append(make("small", {}, token.piece));
    item.setAttribute("data-key", key);
  }
  item.toggleAttribute("data-joins", joins);
  button.toggleAttribute("data-special", token.special);
}

/** Left and right go from token to token. @param {KeyboardEvent} event @param {HTMLElement} list */
function walk(event, list) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined) return;
  const buttons = [...list.querySelectorAll("button")];
  const to = buttons[buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)) + step];
  event.preventDefault();
  to?.focus();
}

/** Scroll the strip, and nothing else, to a token. @param {HTMLElement} list @param {number|null} row */
function reveal(list, row) {
  const item = row === null ? undefined : /** @type {HTMLElement|undefined} */ (list.children[row]);
  if (!item || list.scrollHeight <= list.clientHeight) return;
  const top = item.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
}

/** @param {Float32Array|Uint8Array} values */
const finite = (values) => values.filter((value) => Number.isFinite(value));
