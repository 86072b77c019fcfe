// @ts-check
/**
 * Go on with the text: a decoder writes after the last token, or after the row
 * that is locked, until it is stopped.
 */
import { make } from "../../dom.js";
import { canContinue, fromHere } from "../../state/predicting.js";

/** @typedef {import("../../types.js").Snapshot} Snapshot */

/** @type {[number, string][]} */
const TEMPERATURES = [
  [0, "likeliest word"],
  [0.5, "temperature 0.5"],
  [0.8, "temperature 0.8"],
  [1, "temperature 1"],
  [1.5, "temperature 1.5"],
];

/**
 * @param {HTMLElement} element
 * @param {import("../../types.js").Store} store
 */
export function mount(element, store) {
  const words = make("span", {});
  const button = make("button", { type: "button", class: "quiet continue-button", "data-key": "c" }, words, " ", make("kbd", {}, "c"));
  const options = TEMPERATURES.map(([value, name]) => make("option", { value }, name));
  const heat = make("select", { class: "continue-heat", "aria-label": "How each token is chosen" }, ...options);
  const note = make("p", { class: "continue-note muted", role: "status" });
  element.replaceChildren(button, heat, note);

  /** @param {Partial<Snapshot["continuing"]>} patch */
  const patch = (patch) => store.set({ continuing: { ...store.get().continuing, ...patch } });

  function toggle() {
    const now = store.get();
    const { text } = fromHere(now);
    if (now.continuing.run !== null) patch({ run: null });
    else if (text.trim() !== "") patch({ run: { from: text }, problem: null });
  }

  /** @param {KeyboardEvent} event */
  function goOn(event) {
    if (element.hidden || event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    event.preventDefault();
    toggle();
  }

  function draw() {
    const now = store.get();
    const { run, count, temperature, problem } = now.continuing;
    element.hidden = !canContinue(now);
    const { token, text } = fromHere(now);
    words.replaceChildren(...(run ? [`stop, ${count} so far`] : token ? ["continue after ", make("b", { class: "strip-word", dir: "auto" }, token.text)] : ["continue"]));
    button.disabled = run === null && text.trim() === "";
    element.toggleAttribute("data-running", run !== null);
    heat.disabled = run !== null;
    heat.value = String(temperature);
    const said = problem === null ? "" : `${problem.detail} ${problem.hint}`;
    if (note.textContent !== said) note.textContent = said;
    note.hidden = said === "";
    element.dataset.ready = "";
  }

  button.addEventListener("click", toggle);
  heat.addEventListener("change", () => patch({ temperature: Number(heat.value) }));
  document.getElementById("text")?.addEventListener("keydown", goOn);
  draw();
  return store.subscribe((now, before) => {
    const isSame = now.continuing === before.continuing && now.view === before.view && now.focus === before.focus;
    if (!isSame || now.models !== before.models) draw();
  });
}
