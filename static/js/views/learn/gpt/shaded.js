// @ts-check
/**
 * Shade the prompt with what its last token looks at, and sum the parts up.
 */
import { make } from "../../../dom.js";
import { formatFigure } from "../../../learn/figures.js";

const REST = { first: "first token", instruction: "task in words", marks: "arrows, line ends", question: "question" };

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const rooms = /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("[data-row]"));
  const [body] = /** @type {HTMLTableElement} */ (element.querySelector("table")).tBodies;

  function draw() {
    const { few_looks: looks, few } = store.get().numbers;
    if (!looks || few?.text !== looks.text) return;
    for (const room of rooms) room.replaceChildren(...shade(looks.text, few.tokens, looks[room.dataset.row ?? ""].row));
    body.replaceChildren(...lines(looks));
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.numbers.few_looks !== before.numbers.few_looks || now.numbers.few !== before.numbers.few) draw();
  });
}

/**
 * The text itself, token by token, so that line ends and spaces stay.
 * @param {string} text @param {{end: number}[]} tokens @param {number[]} row
 */
function shade(text, tokens, row) {
  const letters = [...text];
  return tokens.map(({ end }, place) => {
    // A token's own place leaves out the space in front of it.
    const said = letters.slice(place === 0 ? 0 : tokens[place - 1].end, end).join("");
    const part = make("span", { class: "shots-token", title: formatFigure(row[place], 4) }, said === "\n" ? "⏎\n" : said);
    part.style.setProperty("--share", String(row[place]));
    part.toggleAttribute("data-dark", row[place] > 0.55);
    return part;
  });
}

/** @param {any} looks */
function lines({ examples, best, mean }) {
  const own = examples.flatMap((/** @type {any} */ one) => [
    line(one.asked, one.head_asked, one.mean_asked),
    line(`${one.asked} -> ${one.answer}`, one.head_answer, one.mean_answer, true),
  ]);
  const rest = Object.entries(REST).map(([kind, name]) => line(name, best.shares[kind], mean.shares[kind]));
  return [...rest.slice(0, 2), ...own, ...rest.slice(2)];
}

/** @param {string} name @param {number} head @param {number} all @param {boolean} [isAnswer] */
function line(name, head, all, isAnswer = false) {
  const text = isAnswer ? [name.slice(0, name.indexOf("->") + 3), make("b", {}, name.slice(name.indexOf("->") + 3))] : [name];
  return make("tr", {}, make("th", { scope: "row" }, make("bdi", {}, ...text)), make("td", {}, formatFigure(head, 3)), make("td", {}, formatFigure(all, 3)));
}
