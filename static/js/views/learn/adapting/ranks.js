// @ts-check
/**
 * Set the adapter cut to smaller and smaller ranks side by side.
 */
import { make } from "../../../dom.js";
import { rankTable, sayRanks } from "../../../learn/adapting-ranks.js";
import { formatFigure, shareOf } from "../../../learn/figures.js";
import { pictureOf } from "../../../plot/lesson-picture.js";
import { keepDrawn } from "../../../plot/redraw.js";

/** @typedef {import("../../../learn/adapting-ranks.js").RankTable} RankTable */
/** @typedef {import("../../../learn/adapting-ranks.js").Column} Column */

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const table = /** @type {HTMLTableElement} */ (element.querySelector("table"));
  const canvas = element.appendChild(make("canvas", { hidden: true }));
  let said = "";

  function draw() {
    const { numbers, state } = store.get();
    const found = rankTable(numbers, /** @type {any} */ (state));
    if (!found) return;
    const { columns } = found;
    const names = columns.map(({ name }) => make("th", { scope: "col" }, name));
    table.tHead?.replaceChildren(make("tr", {}, make("th", { scope: "row" }, "rank"), ...names));
    table.tBodies[0].replaceChildren(
      line("numbers kept", columns, ({ numbers: kept }) => kept),
      line("of the squared size", columns, ({ kept }) => `${formatFigure(kept, 1)} %`),
      line("attention away from the whole adapter’s", columns, ({ distance }) => formatFigure(distance, 3)),
      line(`layer ${state.layer}, head ${state.head}`, columns, (column) => pictureIn(column, canvas)),
      line("first word", columns, ({ first }) => make("b", {}, make("bdi", {}, first))),
      ...found.words.map((word, place) => shares(word, columns, place)),
    );
    tell(found);
  }

  /** Let prose say what the table shows. @param {RankTable} found */
  function tell(found) {
    const ranks = sayRanks(found);
    if (JSON.stringify(ranks) === said) return;
    said = JSON.stringify(ranks);
    store.set({ numbers: { ...store.get().numbers, ranks } });
  }

  const inputs = (/** @type {any} */ { numbers, state }) => [
    ...Object.entries(numbers).filter(([name]) => name !== "ranks" && name !== "hand" && name !== "counted").map(([, value]) => value),
    state.layer,
    state.head,
    state.mask,
  ];
  return keepDrawn(element, store, inputs, draw);
}

/** @param {string} name @param {Column[]} columns @param {(column: Column) => Node|string} say */
function line(name, columns, say) {
  return make("tr", {}, make("th", { scope: "row" }, name), ...columns.map((column) => make("td", {}, say(column))));
}

/** How likely one word is at each rank. @param {string} word @param {Column[]} columns @param {number} place */
function shares(word, columns, place) {
  const largest = Math.max(...columns.map(({ probabilities }) => probabilities[place]));
  const cells = columns.map(({ probabilities }) => {
    const made = make("td", { class: "ranks-share" }, formatFigure(probabilities[place], 3));
    made.style.setProperty("--share", shareOf(probabilities[place], 0, largest));
    return made;
  });
  return make("tr", {}, make("th", { scope: "row" }, make("bdi", { class: "ranks-word" }, word)), ...cells);
}

/** @param {Column} column @param {HTMLCanvasElement} canvas */
function pictureIn({ heat, name }, canvas) {
  return make("img", { class: "ranks-picture", src: pictureOf(canvas, heat.cells, [0, 1]), alt: `attention of the chosen head, rank ${name}` });
}
