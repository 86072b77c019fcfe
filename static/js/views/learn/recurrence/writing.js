// @ts-check
/**
 * Write out what each of the three translators has written so far, and mark
 * the words that are wrong: against the translation that comes with the
 * lesson's own sentence, or else against what Bahdanau's model writes.
 */
import { make } from "../../../dom.js";
import { matchWords } from "../../../learn/recurrence-alignment.js";

const END = "</s>";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const lines = [.../** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("[data-writer]"))];
  const correct = /** @type {HTMLElement} */ (element.querySelector("[data-correct]"));
  const note = /** @type {HTMLElement} */ (element.querySelector("[data-note]"));

  function draw() {
    const { state, numbers } = store.get();
    const known = knownFrench(numbers, numbers.additive?.asked);
    const against = known ?? wordsOf(numbers.additive);
    for (const line of lines) drawLine(line, numbers[line.dataset.writer ?? ""], { against, isKnown: known !== null }, state);
    // What is right stands there once it has been written.
    const isDone = state.written >= Math.max(0, ...lines.map((line) => numbers[line.dataset.writer ?? ""]?.count ?? 0));
    correct.hidden = !known || !isDone;
    correct.querySelector("dd")?.replaceChildren((known ?? []).join(" "));
    note.textContent = known
      ? "Underlined: not as it should be."
      : "Underlined: not what Bahdanau’s model writes, which may itself be wrong.";
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.numbers !== before.numbers || now.state !== before.state) draw();
  });
}

/**
 * @param {HTMLElement} line @param {{written: string[], asked: string, count: number, is_finished: boolean}|undefined} one
 * @param {{against: string[], isKnown: boolean}} right what it is held against, and whether that is the right translation
 * @param {import("../../../lesson-types.js").LessonState} state
 */
function drawLine(line, one, { against, isKnown }, { written, text }) {
  if (!one) return;
  const words = wordsOf(one);
  const matched = matchWords(words, against);
  const shown = words.slice(0, written).map((word, place) => {
    const kind = matched[place] ? {} : { "data-wrong": true, title: "not in the translation it is held against" };
    return make("span", kind, make("bdi", {}, word));
  });
  const isOver = written >= one.count;
  const end = !isOver ? "…" : one.is_finished ? "" : "… (stopped: too long)";
  const nRight = matched.filter(Boolean).length;
  const share = make("small", { class: "muted" }, `${nRight} of ${against.length} words right`);
  line.replaceChildren(...shown.flatMap((word) => [word, " "]), end, ...(isOver && isKnown ? [share] : []));
  line.toggleAttribute("data-old", one.asked !== text);
}

/** @param {{written: string[]}|undefined} one */
function wordsOf(one) {
  return (one?.written ?? []).filter((word) => word !== END);
}

/** @param {Record<string, any>} numbers @param {string|undefined} asked @returns {string[]|null} */
function knownFrench(numbers, asked) {
  const found = numbers.examples?.find((/** @type {{text: string}} */ { text }) => text === asked);
  return found?.french ?? null;
}
