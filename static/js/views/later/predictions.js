// @ts-check
/**
 * What the model would say, beside what it looks at: words for the masks, the next
 * token, whether the second sentence follows. A click puts a word into the text.
 */
import { element } from "../../plot/elements.js";
import { adapterLine } from "../../plot/predicted-words.js";
import { makeChance, makeLikelyTable } from "../../plot/predicted-rows.js";
import { fillMask, wordBehind } from "../../state/masking.js";
import { modelOf } from "../../state/parts.js";
import { arePredictionsFresh, asksNothing, canMask, questionsOf } from "../../state/predicting.js";
import { exactText, joinsBefore, remember } from "../../state/writing.js";

/**
 * @typedef {import("../../types.js").Snapshot} Snapshot
 * @typedef {import("../../types.js").Predictions} Predictions
 * @typedef {import("../../types.js").Likely} Likely
 * @typedef {"text"|"pair"} Field
 */

/** More masks than this have no room beside the heatmap. */
const MOST_MASKS = 4;
/** Each of several masks lists fewer words. */
const WORDS_EACH = 3;

/**
 * @param {HTMLElement} root
 * @param {import("../../types.js").Store} store
 */
export function mount(root, store) {
  const body = element("div", "predicted-body");
  const note = element("p", "predicted-note muted", "", { role: "status" });
  const again = element("button", "button predicted-again", "Try again", { type: "button" });
  again.addEventListener("click", () => store.set({ predictions: { ...store.get().predictions, problem: null } }));
  root.replaceChildren(body, note, again);
  /** @type {Predictions|null} */
  let drawn = null;
  let drawnKey = "";

  function draw() {
    const now = store.get();
    const { predictions, focus } = now;
    const isAsked = !asksNothing(questionsOf(now));
    root.hidden = focus === null || (!isAsked && !canMask(now));
    const key = `${isAsked} ${JSON.stringify(now.masked.words)} ${now.view.adapter} ${now.view.strength}`;
    if (predictions.answer !== drawn || key !== drawnKey) {
      refill(body, isAsked ? contentOf(now) : [hint(now)]);
      [drawn, drawnKey] = [predictions.answer, key];
    }
    const isFresh = !isAsked || arePredictionsFresh(now);
    body.toggleAttribute("data-stale", !isFresh);
    note.textContent = noteOf(now, isAsked);
    note.toggleAttribute("data-problem", predictions.problem !== null);
    again.hidden = predictions.problem === null;
    root.toggleAttribute("data-ready", isFresh || predictions.problem !== null);
  }

  body.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button[data-rank], button[data-back]") : null;
    // Words for another text than this one are for reading only.
    if (!(button instanceof HTMLElement) || !arePredictionsFresh(store.get())) return;
    const change = changeOf(store.get(), button.dataset);
    const now = store.get();
    if (change) store.set({ ...change, edits: remember(now, now.view, change.view) });
  });
  draw();
  return store.subscribe((now, before) => {
    const isSame = now.predictions === before.predictions && now.view === before.view && now.focus === before.focus;
    if (!isSame || now.models !== before.models || now.masked !== before.masked) draw();
  });
}

/** Replace the content; the rank that has the keyboard's focus keeps it. @param {HTMLElement} body @param {HTMLElement[]} children */
function refill(body, children) {
  const active = document.activeElement;
  const { rank, mask } = active instanceof HTMLElement && body.contains(active) ? active.dataset : {};
  body.replaceChildren(...children);
  const list = mask === undefined ? "" : `[data-mask="${mask}"]`;
  const next = rank === undefined ? null : body.querySelector(`button[data-rank="${rank}"]${list}`);
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/** Say what is to be had. @param {Snapshot} now */
function hint({ view, models }) {
  const line = element("p", "predicted-hint muted");
  line.append("Mask a word ", element("kbd", "", "m"), ` to see what ${modelOf(view, models)?.title ?? "the model"} would put there.`);
  return line;
}

/** @param {Snapshot} now @param {boolean} isAsked */
function noteOf({ predictions: { problem, answer, isLoading }, view, models }, isAsked) {
  if (problem) return `${problem.detail} ${problem.hint}`;
  if (isAsked && answer === null) return isLoading ? "Predicting\u2026" : "";
  return adapterLine((answer?.masks ?? answer?.follows)?.adapter ?? null, view, modelOf(view, models));
}

/** @param {Snapshot} now @returns {HTMLElement[]} */
function contentOf(now) {
  const { answer } = now.predictions;
  if (answer === null) return [];
  const { masks, next, follows } = answer;
  return [
    ...(follows ? [title("second sentence"), makeChance("follows the first", follows.is_next_probability)] : []),
    ...(masks ? masksContent(now, answer) : []),
    ...(next ? nextContent(answer) : []),
  ];
}

/** @param {Snapshot} now @param {Predictions} answer */
function masksContent({ masked }, { masks: answer }) {
  const masks = answer?.masks ?? [];
  const content = masks.slice(0, MOST_MASKS).flatMap(({ position, tokens }, place) => {
    const { field, nth } = placeOf(answer?.input_tokens ?? [], position);
    const word = wordBehind(masked, field, nth);
    const data = { "data-field": field, "data-nth": String(nth), "data-mask": String(place) };
    const [mask] = [...(answer?.input_tokens ?? [])].slice(position);
    const name = title(masks.length > 1 ? `${mask.text} ${place + 1}` : mask.text, "could be");
    const back = element("button", "quiet predicted-back", "", { type: "button", ...data, "data-back": "" });
    back.append("back to ", element("b", "reading-word", word ?? "", { dir: "auto" }));
    if (word !== null) name.append(back);
    const words = masks.length > 1 ? tokens.slice(0, WORDS_EACH) : tokens;
    return [name, makeLikelyTable("Words for the mask", words, ({ text }) => `put \u201c${text}\u201d here`, data)];
  });
  const more = masks.length - MOST_MASKS;
  if (more > 0) content.push(element("p", "muted", `and ${more} more ${more === 1 ? "mask" : "masks"}`));
  return content;
}

/** @param {Predictions} answer */
function nextContent({ next, after }) {
  if (!next) return [];
  const last = after ?? next.input_tokens.at(-1);
  const adds = (/** @type {Likely} */ { raw }) => {
    const exact = exactText(raw);
    return exact === null ? null : `${after ? "go on here with" : "add"} \u201c${exact}\u201d`;
  };
  return [title(last?.text ?? "", "is followed by"), makeLikelyTable("Next tokens", next.tokens, adds, { "data-next": "" })];
}

/** @param {string} word @param {string} [verb] */
function title(word, verb = "") {
  const made = element("h2", "title predicted-title");
  made.append(element("b", verb === "" ? "" : "reading-query", word, { dir: "auto" }), ` ${verb}`);
  return made;
}

/** Which mask of which field stands at a position. @param {readonly import("../../types.js").Token[]} tokens @param {number} position */
function placeOf(tokens, position) {
  const { segment, id } = tokens[position];
  const before = tokens.slice(0, position).filter((token) => token.id === id && token.segment === segment);
  return { field: /** @type {Field} */ (segment === 1 ? "pair" : "text"), nth: before.length };
}

/**
 * What a click changes.
 * @param {Snapshot} now @param {DOMStringMap} data of the button
 * @returns {{view: Snapshot["view"], masked?: Snapshot["masked"]}|null}
 */
function changeOf(now, { field, nth, mask, rank, next, back }) {
  const { view, masked, predictions, models } = now;
  const { answer } = predictions;
  if (next !== undefined) {
    const exact = exactText(answer?.next?.tokens[Number(rank)]?.raw ?? "");
    const from = JSON.parse(answer?.key ?? "{}").next?.text ?? view.text;
    return exact === null ? null : { view: { ...view, text: from + exact, row: null, column: null } };
  }
  const token = modelOf(view, models)?.mask_token;
  if (!token) return null;
  const [place, of] = [Number(nth), /** @type {Field} */ (field)];
  const behind = wordBehind(masked, of, place);
  if (back !== undefined) return behind === null ? null : fillMask(view, masked, of, place, behind, token);
  const words = answer?.masks?.masks[Number(mask)]?.tokens ?? [];
  const { text, raw } = words[Number(rank)];
  const joins = joinsBefore(raw, words.map((word) => word.raw));
  return fillMask(view, masked, of, place, text.replace(/^##/, ""), token, joins);
}
