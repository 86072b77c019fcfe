// @ts-check
/**
 * The heatmap's twin: its numbers as a real table, for ears and for copying.
 *
 * What is too large for a table is shown in part, and the caption says which
 * part.
 */

import { element } from "../plot/elements.js";
import { chooseTable } from "../plot/table.js";
import { shortestFloat32 } from "../plot/csv.js";
import { formatWeight } from "../plot/words.js";
import { isEmpty, isFocusFresh } from "../state/fresh.js";
import { readRow } from "../state/reading.js";
import { selectCell } from "../state/selection.js";

/**
 * @typedef {import("../types.js").Store} Store
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").Token} Token
 * @typedef {import("../plot/table.js").TablePart} TablePart
 */

/**
 * @param {HTMLElement} root
 * @param {Store} store
 * @returns {() => void}
 */
export function mount(root, store) {
  const button = element("button", "quiet twin-toggle", "Table of numbers", {
    type: "button",
    "aria-expanded": "false",
    "aria-controls": "twin-table",
    "data-key": "t",
  });
  button.append(" ", element("kbd", "", "t"));
  const box = element("div", "twin-box", "", {
    id: "twin-table",
    tabindex: "0",
    role: "region",
    "aria-label": "Numbers of the heatmap",
  });
  box.hidden = true;
  root.replaceChildren(button, box);

  function render() {
    const snapshot = store.get();
    const { focus, view } = snapshot;
    root.hidden = focus === null;
    if (focus && !box.hidden) {
      const detail = snapshot.detail?.view === focus.view ? snapshot.detail : null;
      const part = chooseTable({
        focus,
        detail,
        reading: readRow({ ...snapshot, pointer: { row: null, column: null } }),
        view,
      });
      box.replaceChildren(part ? makeTable(part, view) : element("p", "muted", "Reading the exact numbers\u2026"));
      root.toggleAttribute("data-pending", part === null);
    }
    const isDrawn = box.hidden !== false || (isFocusFresh(snapshot) && !root.hasAttribute("data-pending"));
    root.toggleAttribute("data-ready", isEmpty(snapshot) || snapshot.status.phase === "error" || isDrawn);
  }

  button.addEventListener("click", () => {
    box.toggleAttribute("hidden");
    button.ariaExpanded = String(!box.hidden);
    render();
    if (!box.hidden) {
      box.focus({ preventScroll: true });
      box.scrollIntoView({ block: "nearest" });
    }
  });
  box.addEventListener("click", (event) => {
    const cell = event.target instanceof Element ? event.target.closest("td[data-column]") : null;
    if (!(cell instanceof HTMLElement)) return;
    store.set({ view: selectCell(store.get().view, Number(cell.dataset.row), Number(cell.dataset.column)) });
  });
  const unsubscribe = store.subscribe((now, before) => {
    const isSame =
      now.focus === before.focus &&
      now.detail === before.detail &&
      now.exactRow === before.exactRow &&
      now.view === before.view &&
      now.status.phase === before.status.phase;
    if (!isSame) render();
  });
  render();
  return unsubscribe;
}

/**
 * @param {TablePart} part
 * @param {View} view
 */
function makeTable(part, view) {
  const table = element("table", "twin-numbers");
  const head = element("tr", "");
  head.append(
    element("th", "twin-corner", "looks at", { scope: "col" }),
    ...part.columns.map(({ token }) => tokenHeader(token, "col")),
  );
  const thead = element("thead", "");
  thead.append(head);
  const tbody = element("tbody", "");
  tbody.append(...part.rows.map((row) => tableRow(part, row, view)));
  table.append(element("caption", "muted", part.caption), thead, tbody);
  return table;
}

/**
 * @param {Token} token
 * @param {"row" | "col"} scope
 */
function tokenHeader(token, scope) {
  const header = element("th", "", "", { scope });
  header.append(element("bdi", "", token.text), " ", element("span", "twin-position", String(token.index)));
  return header;
}

/**
 * @param {TablePart} part
 * @param {TablePart["rows"][number]} row
 * @param {View} view
 */
function tableRow(part, row, view) {
  const line = element("tr", "", "", row.place === view.row ? { "aria-current": "true" } : {});
  line.append(
    tokenHeader(row.token, "row"),
    ...part.columns.map((column) => {
      const value = part.at(row.place, column.place);
      const isMasked = Number.isNaN(value);
      const cell = element(
        "td",
        "number",
        isMasked ? "masked" : formatWeight(value),
        isMasked ? { class: "number twin-masked" } : { title: shortestFloat32(value) },
      );
      cell.dataset.row = String(row.place);
      cell.dataset.column = String(column.place);
      if (row.place === view.row && column.place === view.column) cell.setAttribute("aria-current", "true");
      return cell;
    }),
  );
  return line;
}
