// @ts-check
/**
 * The tokens, shaded by the row or the column that is read; a token is one to
 * choose. Where a model writes a target, source and target have a strip each.
 *
 * Not here: one strip's elements (`plot/token-strip.js`), which tokens stand in
 * which (`state/sides.js`).
 */
import { make } from "../dom.js";
import { makeScale } from "../plot/colors.js";
import { makeValueScale } from "../plot/scale.js";
import { readTheme, watchTheme } from "../plot/theme.js";
import { makeTokenStrip } from "../plot/token-strip.js";
import { isBare, isEmpty, isFocusFresh } from "../state/fresh.js";
import { readColumn, readRow } from "../state/reading.js";
import { toggleColumn, toggleRow } from "../state/selection.js";
import { stripsOf } from "../state/sides.js";

/**
 * @typedef {import("../types.js").Snapshot} Snapshot
 * @typedef {import("../state/sides.js").Strip} Strip
 */

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Store} store
 */
export function mount(element, store) {
  const warning = make("p", { class: "strip-warning", hidden: true });
  let color = makeScale(readTheme(element).stops);
  /** @type {ReturnType<typeof makeTokenStrip>[]} */
  let lists = [];
  /** @type {Strip[]} */
  let strips = [];

  /** @param {number} index */
  function listen(index) {
    const { list, placeOf } = lists[index];
    const choices = (/** @type {Event} */ event) => {
      const place = placeOf(event);
      return place === null ? null : cellOf(strips[index], place);
    };
    list.addEventListener("click", (event) => {
      const cell = choices(event);
      const { view } = store.get();
      if (cell?.row != null) store.set({ view: toggleRow(view, cell.row) });
      else if (cell?.column != null) store.set({ view: toggleColumn(view, cell.column) });
    });
    list.addEventListener("pointerover", (event) => {
      const cell = choices(event);
      const isTouch = /** @type {PointerEvent} */ (event).pointerType === "touch";
      if (cell && !isTouch) store.set({ pointer: cell.row === null ? cell : { row: cell.row, column: null } });
    });
    list.addEventListener("pointerleave", () => store.set({ pointer: { row: null, column: null } }));
    list.addEventListener("keydown", (event) => walk(event, list));
  }

  /** @param {Snapshot} now */
  function drawTokens(now) {
    strips = stripsOf(now);
    if (strips.length === 0) return;
    if (lists.length !== strips.length || lists.length === 0) {
      lists = strips.map(({ side }) => makeTokenStrip(side));
      lists.forEach((_, index) => listen(index));
      element.replaceChildren(...lists.map(({ root }) => root), warning);
      element.toggleAttribute("data-sides", strips.length > 1);
    }
    /** @type {Set<string>} */
    const missing = new Set();
    const { text, target } = (now.focus ?? now.translation)?.view ?? now.view;
    strips.forEach(({ side, tokens, row, column }, index) => {
      const typed = [...((side === "target" ? target : text) ?? "")];
      const wordOf = (/** @type {import("../types.js").Token} */ token) => {
        const word = missingWord(token, typed, side === null);
        if (word) missing.add(word);
        return word;
      };
      lists[index].fill(tokens, wordOf, row !== null || column !== null);
    });
    warning.textContent = warn(now, [...missing]);
    warning.hidden = warning.textContent === "";
  }

  /** @param {Snapshot} now */
  function shade(now) {
    const { focus, view } = now;
    const column = readColumn(now);
    const row = column === null ? readRow(now) : null;
    const scale = focus && makeValueScale(finite(focus.values), focus.answer.quantity, view.scale);
    strips.forEach((strip, index) => {
      /** @param {number} place */
      const valueAt = (place) => {
        if (column) return strip.row === null ? null : (column.values[strip.row + place] ?? null);
        return row === null || strip.column === null ? null : (row.values[strip.column + place] ?? null);
      };
      const read = placeIn(strip, column?.column ?? null, row?.row ?? null);
      const locked = view.row === null ? placeIn(strip, view.column, null) : placeIn(strip, null, view.row);
      lists[index]?.shade({ read, locked, valueAt, colorOf: (value) => (scale ? color(scale.share(value)) : "") });
    });
  }

  /** @param {Snapshot} now */
  function mark(now) {
    element.toggleAttribute("data-ready", isFocusFresh(now) || isEmpty(now));
    // Without tokens, the problem above says all there is to say.
    element.hidden = isBare(now) || (isEmpty(now) && now.view.text.trim() === "");
  }

  /** @param {Snapshot} now */
  function reveal({ view }) {
    strips.forEach((strip, index) => lists[index]?.reveal(placeIn(strip, view.row === null ? view.column : null, view.row)));
  }

  const unwatch = watchTheme(() => {
    color = makeScale(readTheme(element).stops);
    shade(store.get());
  });
  const unsubscribe = store.subscribe((now, before) => {
    const isNew = now.focus !== before.focus || now.translation !== before.translation || now.view.named !== before.view.named;
    if (isNew) drawTokens(now);
    if (isNew || now.view !== before.view || now.pointer !== before.pointer || now.exactRow !== before.exactRow) shade(now);
    if (now.view.row !== before.view.row || now.view.column !== before.view.column) reveal(now);
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

/** @param {Strip} strip @param {number} place */
function cellOf(strip, place) {
  const row = strip.row === null ? null : strip.row + place;
  return { row, column: strip.column === null ? null : strip.column + place };
}

/**
 * Where a column or a row stands in a strip; -1 where it doesn't.
 * @param {Strip} strip @param {number|null} column @param {number|null} row
 */
function placeIn(strip, column, row) {
  const [index, start] = column === null ? [row, strip.row] : [column, strip.column];
  const place = index === null || start === null ? -1 : index - start;
  return place >= 0 && place < strip.tokens.length ? place : -1;
}

/**
 * The word that an unknown token stands for; it keeps its place in the text.
 * @param {import("../types.js").Token} token @param {string[]} typed in code points
 * @param {boolean} isPair whether segment 1 is another text
 */
function missingWord({ raw, special, start, end, segment }, typed, isPair) {
  if (special || !/^[<[]unk[>\]]$/i.test(raw)) return null;
  return start === null || end === null || (isPair && segment === 1) ? "" : typed.slice(start, end).join("");
}

/**
 * Say what is worth knowing of the texts, first the words without an entry: the
 * answer names their token, the person their spelling.
 * @param {Snapshot} snapshot @param {string[]} missing
 */
function warn({ focus, translation }, missing) {
  const said = focus?.answer.warnings ?? translation?.answer.warnings ?? [];
  if (missing.length === 0) return said.join(" ");
  const others = said.filter((sentence) => !sentence.includes("has no entry for"));
  return [`The model has no entry for: ${missing.join(", ")}.`, ...others].join(" ");
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

/** @param {Float32Array|Uint8Array} values */
const finite = (values) => values.filter((value) => Number.isFinite(value));
