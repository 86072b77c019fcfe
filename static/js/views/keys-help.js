// @ts-check
/**
 * The list of keys, in a dialog.
 */
import { make } from "../dom.js";

/** @type {[string[], string][]} */
const KEYS = [
  [["/"], "edit the sentence"],
  [["Esc"], "leave the sentence; free the row"],
  [["←", "↑", "↓", "→"], "move the cell"],
  [["[", "]"], "head before, head after"],
  [["{", "}"], "layer before, layer after"],
  [["+", "-", "0"], "zoom in, out, all"],
  [["t"], "table of numbers"],
  [["q"], "weights or scores"],
  [["w"], "tokens or words"],
  [["s"], "special tokens shown or hidden"],
  [["l"], "scale: 0 to 1, per head, logarithmic"],
  [["m"], "mask the word, or bring it back: encoders that fill masks"],
  [["c"], "continue the text, or stop: decoders; Ctrl Enter while typing"],
  [["u"], "undo what a click wrote"],
  [["p"], "encoder, decoder, cross, joint: where a model has them"],
  [["n"], "rows named by the token read or written"],
  [["?"], "this list"],
];

/** @param {HTMLElement} element */
export function mount(element) {
  const dialog = /** @type {HTMLDialogElement} */ (element);
  const rows = KEYS.map(([keys, what]) =>
    make("div", {}, make("dt", {}, ...keys.map((key) => make("kbd", {}, key))), make("dd", {}, what)),
  );
  const close = make("button", { type: "button", class: "button" }, "Close");
  close.addEventListener("click", () => dialog.close());
  dialog.replaceChildren(make("h2", { class: "card-title" }, "Keys"), make("dl", { class: "keys" }, ...rows), close);
  // A click beside the dialog lands on the dialog itself.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  const opener = document.querySelector('[data-open="keys-help"]');
  const open = () => dialog.showModal();
  opener?.addEventListener("click", open);
  dialog.dataset.ready = "";
  return () => opener?.removeEventListener("click", open);
}
