// @ts-check
/**
 * The target beside the sentence: what the model writes, as it comes; typing
 * there forces another, and one action goes back to the model's own.
 */
import { make } from "../dom.js";
import { fill } from "../plot/fields.js";
import { canWrite, hasNoAttention, isTranslator, modelOf } from "../state/parts.js";

/** @typedef {import("../types.js").Snapshot} Snapshot */

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Store} store
 */
export function mount(element, store) {
  const field = /** @type {HTMLTextAreaElement} */ (element.querySelector("textarea"));
  const words = make("span", { class: "target-words", role: "status" });
  const forced = make("button", { type: "button", class: "term", popovertarget: "define-forcing" }, "forced");
  const back = make("button", { type: "button", class: "quiet target-back" }, "back to the model's own");
  element.querySelector(".target-line")?.replaceChildren(words, " ", back);

  field.addEventListener("input", () => force(field.value));
  back.addEventListener("click", () => {
    force(null);
    field.focus();
  });

  /** @param {string|null} target */
  function force(target) {
    store.set({ view: { ...store.get().view, target } });
  }

  /** @param {Snapshot} now */
  function draw(now) {
    const { view, models } = now;
    const model = modelOf(view, models);
    const isShown = isTranslator(model);
    element.hidden = !isShown;
    element.parentElement?.toggleAttribute("data-sides", isShown);
    if (!isShown) return;
    const isForced = view.target !== null;
    fill(field, view.target ?? ownTarget(now)?.text ?? "");
    field.placeholder = isForced ? "" : placeholder(now);
    // Without attention there is nothing that a forced target would show.
    field.readOnly = hasNoAttention(model);
    element.toggleAttribute("data-forced", isForced);
    back.hidden = !isForced || !canWrite(model);
    const said = isForced ? "forced: typed here, not written by the model" : ownWords(now, field.readOnly);
    // A text set again would be spoken again, and a click on it lost.
    if (words.textContent !== said) words.replaceChildren(...(isForced ? [forced, said.slice("forced".length)] : [said]));
    words.toggleAttribute("data-forced", isForced);
    element.dataset.ready = "";
  }

  draw(store.get());
  return store.subscribe((now, before) => {
    const isNew = now.focus !== before.focus || now.translation !== before.translation || now.status !== before.status;
    if (isNew || now.view !== before.view || now.models !== before.models) draw(now);
  });
}

/** Say what an empty field waits for. @param {Snapshot} snapshot */
function placeholder({ view, models }) {
  if (!canWrite(modelOf(view, models))) return "Type a target: this model can't write one";
  return view.text.trim() === "" ? "The model's translation appears here" : "The model is writing";
}

/**
 * The newest target that the model has written; the one before stays until then.
 * @param {Snapshot} snapshot
 * @returns {{text: string, finished: boolean}|null}
 */
function ownTarget({ focus, translation, view }) {
  if (view.text === "") return null;
  const written = focus?.answer.target?.forced === false ? [{ of: focus.view, target: focus.answer.target }] : [];
  const alone = translation ? [{ of: translation.view, target: translation.answer }] : [];
  const known = [...written, ...alone].filter(({ of }) => of.model === view.model);
  return (known.find(({ of }) => of.text === view.text) ?? known[0])?.target ?? null;
}

/** @param {Snapshot} snapshot @param {boolean} isReadOnly */
function ownWords(snapshot, isReadOnly) {
  const own = ownTarget(snapshot);
  if (own === null) return "";
  const end = own.finished ? "" : ", stopped before it came to an end";
  return `written by the model${end}${isReadOnly ? "" : "; type here to force another"}`;
}
