// @ts-check
/**
 * Show what each head does for the pronoun: a signed cell for each, blue where
 * the log-odds go up without it, brown where they go down.
 */
import { make } from "../../../dom.js";
import { formatFigure } from "../../../learn/figures.js";
import { PART_NAMES } from "../../../learn/translation-pronoun.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const name = element.dataset.which ?? "";
  const source = `${name}_effects`;

  function draw() {
    const { numbers } = store.get();
    const [found, pronoun] = [numbers[source], numbers[name]];
    element.hidden = pronoun?.has_pronoun === false;
    if (!found || !pronoun?.has_pronoun) return;
    // Both sentences share one scale, so that they can be compared.
    const largest = Math.max(...["first_effects", "second_effects"].map((one) => numbers[one]?.largest ?? 0));
    const parts = Object.entries(found.effect).map(([part, layers]) => grid(part, layers, largest, found));
    element.replaceChildren(...parts, legend(largest, pronoun));
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.numbers !== before.numbers) draw();
  });
}

/** @param {string} part @param {number[][]} layers @param {number} largest @param {any} found */
function grid(part, layers, largest, { top }) {
  const first = top[0];
  const heads = layers[0].map((_, head) => make("th", { scope: "col" }, String(head)));
  const rows = layers.map((line, layer) => {
    const cells = line.map((effect, head) => cell(effect, largest, part === first.part && layer === first.layer && head === first.head));
    return make("tr", {}, make("th", { scope: "row" }, String(layer)), ...cells);
  });
  const corner = make("td", { class: "muted" }, "layer");
  return make(
    "table",
    { class: "effect-table" },
    make("caption", {}, PART_NAMES[/** @type {"cross"} */ (part)] ?? part),
    make("thead", {}, make("tr", {}, corner, ...heads)),
    make("tbody", {}, ...rows),
  );
}

/** @param {number} effect @param {number} largest @param {boolean} isFirst */
function cell(effect, largest, isFirst) {
  const made = make("td", {}, formatFigure(effect, 2));
  made.style.setProperty("--share", (largest > 0 ? Math.abs(effect) / largest : 0).toFixed(4));
  made.dataset.sign = effect < 0 ? "down" : "up";
  made.toggleAttribute("data-first", isFirst);
  return made;
}

/** @param {number} largest @param {any} pronoun */
function legend(largest, { token, other_token }) {
  const end = (/** @type {string} */ text) => make("span", {}, text);
  const low = `${formatFigure(-largest, 1)}: it spoke for “${token}”`;
  const high = `“${other_token}”: ${formatFigure(largest, 1)}`;
  return make("p", { class: "effect-scale muted" }, end(low), make("span", { class: "effect-bar", "aria-hidden": "true" }), end(high));
}
