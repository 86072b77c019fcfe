// @ts-check
/**
 * Show what is added up for each token of the pair: word, position, segment.
 */
import { make } from "../../../dom.js";

const SEGMENTS = ["A", "B"];

/** @typedef {{text: string, id: number, position: number, segment: number, special: boolean}} Added */

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const table = /** @type {HTMLTableElement} */ (element.querySelector("table"));

  function draw() {
    const { pair } = store.get().numbers;
    if (!pair) return;
    /** @type {Added[]} */
    const tokens = pair.tokens;
    fill(table.tHead, tokens, ({ text }) => make("th", { scope: "col" }, make("bdi", {}, text)));
    const cells = [
      (/** @type {Added} */ { id }) => make("td", {}, String(id)),
      (/** @type {Added} */ { position }) => make("td", {}, String(position)),
      (/** @type {Added} */ { segment }) => make("td", { "data-segment": segment }, SEGMENTS[segment]),
    ];
    cells.forEach((cell, place) => fill(table.tBodies[0], tokens, cell, place));
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.numbers.pair !== before.numbers.pair) draw();
  });
}

/**
 * Put one cell a token after the name of the row.
 * @param {HTMLTableSectionElement|null} section @param {Added[]} tokens
 * @param {(token: Added) => HTMLElement} cell @param {number} [place]
 */
function fill(section, tokens, cell, place = 0) {
  const row = /** @type {HTMLTableRowElement} */ (section?.rows[place]);
  row.replaceChildren(row.cells[0], ...tokens.map(cell));
}
