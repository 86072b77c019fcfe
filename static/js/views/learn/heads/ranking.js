// @ts-check
/**
 * Draw two rankings of the same heads: bars, and lines from each head to its
 * place in the other one. A row chooses its head. The numbers are bound.
 */
import { find } from "../../../learn/paths.js";

/** @typedef {import("../../../learn/heads-ranking.js").RankedHead} RankedHead */

const SVG = "http://www.w3.org/2000/svg";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const lines = /** @type {SVGSVGElement} */ (element.querySelector("svg"));
  const [left, right] = [...element.querySelectorAll("table")].map((table) => [...table.tBodies[0].rows]);

  function draw() {
    const { state, numbers } = store.get();
    if (!numbers.ranking) return;
    for (const row of [...left, ...right]) {
      const head = headOf(row, numbers);
      row.hidden = head === undefined;
      if (head) drawRow(row, head, head.layer === state.layer && head.head === state.head);
    }
    drawLines(numbers, state);
    element.dataset.ready = "";
  }

  /** @param {import("../../../lesson-types.js").Numbers} numbers @param {import("../../../lesson-types.js").LessonState} state */
  function drawLines(numbers, state) {
    const box = lines.getBoundingClientRect();
    lines.replaceChildren();
    if (box.width === 0) return;
    const middle = (/** @type {HTMLElement} */ row) => row.getBoundingClientRect().top + row.offsetHeight / 2 - box.top;
    for (const [rows, from, rank] of /** @type {const} */ ([[left, 0, "times_rank"], [right, 1, "weight_rank"]])) {
      for (const row of rows) {
        const head = headOf(row, numbers);
        if (!head) continue;
        const to = from === 0 ? right[head.times_rank - 1] : left[head.weight_rank - 1];
        const isChosen = head.layer === state.layer && head.head === state.head;
        // A head that stands in both has its line from the left.
        if (to && from === 0) lines.append(line(0, middle(row), box.width, middle(to), isChosen));
        if (!to) lines.append(...stub(from * box.width, middle(row), `#${head[rank]}`, isChosen));
      }
    }
  }

  element.addEventListener("click", ({ target }) => {
    const row = target instanceof Element ? target.closest("tbody tr") : null;
    const head = row && headOf(/** @type {HTMLElement} */ (row), store.get().numbers);
    if (head) store.set({ state: { ...store.get().state, layer: head.layer, head: head.head } });
  });
  const observer = new ResizeObserver(draw);
  observer.observe(element);
  draw();
  const unsubscribe = store.subscribe((now, before) => {
    if (now.state !== before.state || now.numbers.ranking !== before.numbers.ranking) draw();
  });
  return () => {
    observer.disconnect();
    unsubscribe();
  };
}

/** @param {HTMLElement} row @param {import("../../../lesson-types.js").Numbers} numbers @returns {RankedHead|undefined} */
function headOf(row, numbers) {
  return find(numbers, row.dataset.path ?? "");
}

/** @param {HTMLTableRowElement} row @param {RankedHead} head @param {boolean} isChosen */
function drawRow(row, { weight, others }, isChosen) {
  const [bar, mark] = /** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll(".ranking-bar > *"));
  bar.style.setProperty("--share", String(weight));
  mark.style.setProperty("--share", String(others));
  if (isChosen) row.ariaCurrent = "true";
  else row.removeAttribute("aria-current");
}

/** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {boolean} isChosen */
function line(x1, y1, x2, y2, isChosen) {
  return shape("line", { x1, y1, x2, y2 }, isChosen);
}

/**
 * Say where a head stands that is not among the first of the other ranking.
 * @param {number} x @param {number} y @param {string} text @param {boolean} isChosen
 */
function stub(x, y, text, isChosen) {
  const inwards = x === 0 ? 1 : -1;
  const label = shape("text", { x: x + inwards * 12, y: y + 4, "text-anchor": x === 0 ? "start" : "end" }, isChosen);
  label.textContent = text;
  return [line(x, y, x + inwards * 8, y, isChosen), label];
}

/** @param {"line"|"text"} tag @param {Record<string, string|number>} attributes @param {boolean} isChosen */
function shape(tag, attributes, isChosen) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.toggleAttribute("data-chosen", isChosen);
  return made;
}
