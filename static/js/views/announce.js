// @ts-check
/**
 * Speak: each move of the cell, and what other views ask to be said.
 */

import { element } from "../plot/elements.js";
import { sayCell } from "../plot/words.js";
import { isNamedWritten, rowNames } from "../state/naming.js";
import { readRow } from "../state/reading.js";

/**
 * @typedef {import("../types.js").Store} Store
 * @typedef {import("../types.js").Snapshot} Snapshot
 */

/**
 * @param {HTMLElement} root
 * @param {Store} store
 * @returns {() => void}
 */
export function mount(root, store) {
  const region = element("p", "spoken", "", { role: "status", "aria-live": "polite", "aria-atomic": "true" });
  root.replaceChildren(region);
  let isWaiting = false;

  /** @param {Snapshot} snapshot */
  function announce(snapshot) {
    const line = cellLine(snapshot);
    isWaiting = line === null;
    if (line !== null) region.textContent = line;
  }

  const unsubscribe = store.subscribe((now, before) => {
    if (now.said !== before.said && now.said) {
      // A text that stays the same is spoken again only when it has changed.
      region.textContent = region.textContent === now.said.text ? `${now.said.text}\u00a0` : now.said.text;
    }
    const isMoved = now.view.row !== before.view.row || now.view.column !== before.view.column;
    if (isMoved && now.view.row !== null && now.view.column !== null) announce(now);
    else if (isWaiting && (now.exactRow !== before.exactRow || now.focus !== before.focus)) announce(now);
  });
  root.toggleAttribute("data-ready", true);
  return unsubscribe;
}

/**
 * Say the chosen cell, or null while its exact number is on its way.
 * @param {Snapshot} snapshot
 */
function cellLine(snapshot) {
  const { focus, view } = snapshot;
  if (!focus || view.row === null || view.column === null) return null;
  const reading = readRow({ ...snapshot, pointer: { row: null, column: null } });
  const [query, key] = [rowNames(focus, view)[view.row], focus.keyTokens[view.column]];
  if (!reading?.exact || reading.row !== view.row || !query || !key) return null;
  const value = reading.values[view.column];
  const { quantity } = focus.answer;
  return sayCell({ query: query.text, key: key.text, value: Number.isNaN(value) ? null : value, quantity, isWritten: isNamedWritten(focus, view) });
}
