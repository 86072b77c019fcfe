// @ts-check
/**
 * Ask which class a sentence is, and how attention reads it with and without
 * what was trained. The heads' comparison stands in the numbers as `tuned_look`.
 */
import { askPath, isAbort, ProblemError } from "../../../api/client.js";
import { make } from "../../../dom.js";
import { askPatiently } from "../../../flight.js";
import { compareLooks, readLook } from "../../../learn/adapting-attention.js";
import { MODEL, sayProblem } from "../../../learn/adapting-tuning.js";
import { formatFigure } from "../../../learn/figures.js";
import { unpackAnswer } from "../../../learn/unpack.js";

const N_BUTTONS = 5;

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const input = /** @type {HTMLInputElement} */ (element.querySelector("input"));
  const bars = /** @type {HTMLElement} */ (element.querySelector(".tune-bars"));
  const said = /** @type {HTMLElement} */ (element.querySelector(".tune-verdict"));
  const heads = /** @type {HTMLElement} */ (element.querySelector(".tune-heads"));
  /** @type {AbortController|null} */
  let asking = null;

  const adapter = () => /** @type {string|undefined} */ (store.get().numbers.tuned?.id);

  async function ask() {
    const [id, text] = [adapter(), input.value];
    asking?.abort();
    if (!id || text.trim() === "") return;
    delete element.dataset.ready;
    const own = (asking = new AbortController());
    const attention = { model: MODEL, text, encoding: "base64" };
    const once = (/** @type {string} */ path) => (/** @type {any} */ body, /** @type {AbortSignal} */ signal) => askPath(path, body, signal);
    const patiently = (/** @type {string} */ path, /** @type {any} */ body) => askPatiently(body, own.signal, () => {}, once(path));
    try {
      const found = await patiently("/classifications", { model: MODEL, text, adapter: id });
      drawBars(found.probabilities);
      const [before, after] = [
        await patiently("/attention", attention),
        await patiently("/attention", { ...attention, adapter: id }),
      ].map((answer) => readLook(unpackAnswer(answer), text));
      own.signal.throwIfAborted();
      const tuned_look = compareLooks(before, after, 1);
      store.set({ numbers: { ...store.get().numbers, tuned_look } });
      drawHeads(tuned_look);
    } catch (error) {
      if (own.signal.aborted || isAbort(error)) return;
      if (!(error instanceof ProblemError)) throw error;
      said.textContent = sayProblem(error.problem).said;
    }
    if (asking === own) element.dataset.ready = "";
  }

  /** @param {{name: string, probability: number}[]} probabilities */
  function drawBars(probabilities) {
    const rows = probabilities.map(({ name, probability }) => {
      const bar = make("span", { class: "tune-bar" });
      bar.style.setProperty("--share", String(probability));
      return make("tr", {}, make("th", { scope: "row" }, make("bdi", {}, name)), make("td", { class: "tune-share", "aria-hidden": "true" }, bar), make("td", {}, formatFigure(probability, 3)));
    });
    bars.replaceChildren(...rows);
    const [first, second] = probabilities;
    const likelier = second.probability > first.probability ? second : first;
    said.textContent = `It takes this for ${likelier.name}, with ${formatFigure(likelier.probability, 3)}.`;
  }

  /** @param {ReturnType<typeof compareLooks>} look */
  function drawHeads({ ranked, largest }) {
    if (largest === 0) return heads.replaceChildren();
    const buttons = ranked.slice(0, N_BUTTONS).map(({ name, layer, head, moved }) => {
      const button = make("button", { type: "button", class: "button" }, `${name} `, make("span", { class: "muted" }, formatFigure(moved, 2)));
      button.addEventListener("click", () => store.set({ state: { ...store.get().state, layer, head } }));
      return button;
    });
    heads.replaceChildren("Moved most: ", ...buttons);
  }

  input.addEventListener("input", () => void ask());
  element.querySelector("form")?.addEventListener("submit", (event) => event.preventDefault());
  element.dataset.ready = "";
  const unsubscribe = store.subscribe((now, before) => {
    if (now.numbers.tuned?.id !== before.numbers.tuned?.id) void ask();
  });
  return () => {
    asking?.abort();
    unsubscribe();
  };
}
