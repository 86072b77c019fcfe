// @ts-check
/**
 * The sentence, and a second one where the model takes two.
 */
import { make } from "../dom.js";
import { makeExampleList } from "../examples.js";
import { fill } from "../plot/fields.js";

/** Say how much room is left from here on. */
const NEARLY_FULL = 0.8;

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Store} store
 */
export function mount(element, store) {
  const text = /** @type {HTMLTextAreaElement} */ (element.querySelector("#text"));
  const pair = /** @type {HTMLTextAreaElement} */ (element.querySelector("#pair"));
  const pairRow = /** @type {HTMLElement} */ (element.querySelector(".sentence-pair"));
  const count = make("output", { class: "sentence-count number", for: "text", hidden: true });
  const { tools, addPair } = makeTools(store);
  const dropPair = make("button", { type: "button", class: "quiet" }, "remove");
  pairRow.append(dropPair);
  element.append(tools, count);

  /** @param {Partial<import("../types.js").View>} patch */
  const change = (patch) => store.set({ view: { ...store.get().view, ...patch } });
  text.addEventListener("input", () => change({ text: text.value }));
  pair.addEventListener("input", () => change({ pair: pair.value }));
  addPair.addEventListener("click", () => {
    change({ pair: "" });
    pair.focus();
  });
  dropPair.addEventListener("click", () => {
    change({ pair: null });
    text.focus();
  });
  element.addEventListener("submit", (event) => event.preventDefault());

  /** @param {import("../types.js").Snapshot} now */
  function draw({ view, models, limits, focus, continuing }) {
    fill(text, continuing.draft ?? view.text);
    fill(pair, view.pair ?? "");
    const takesPair = models.find((model) => model.id === view.model)?.takes_pair ?? false;
    pairRow.hidden = view.pair === null;
    pair.disabled = view.pair === null;
    addPair.hidden = view.pair !== null || !takesPair;
    const model = models.find((one) => one.id === view.model);
    const note = room(view, limits.max_characters, focus, model?.max_length ?? Infinity);
    count.hidden = note === null;
    count.textContent = note ?? "";
    element.dataset.ready = "";
  }

  draw(store.get());
  if (matchMedia("(hover: hover) and (pointer: fine)").matches) {
    text.focus({ preventScroll: true });
    text.setSelectionRange(text.value.length, text.value.length);
  }
  const unsubscribe = store.subscribe((now, before) => {
    if (now.view !== before.view || now.models !== before.models || now.focus !== before.focus || now.continuing !== before.continuing) draw(now);
  });
  return unsubscribe;
}

/** @param {import("../types.js").Store} store */
function makeTools(store) {
  const addPair = make("button", { type: "button", class: "quiet" }, "add a second sentence");
  const list = make("div", { id: "examples", popover: true, class: "card" });
  list.append(makeExampleList(store, () => list.hidePopover()));
  const open = make("button", { type: "button", class: "quiet", popovertarget: "examples" }, "examples");
  return { tools: make("div", { class: "sentence-tools" }, open, addPair, list), addPair };
}

/**
 * @param {import("../types.js").View} view
 * @param {number} maxCharacters
 * @param {import("../types.js").Decoded|null} focus
 * @param {number} maxTokens
 */
function room(view, maxCharacters, focus, maxTokens) {
  const characters = [...view.text].length;
  if (characters > maxCharacters * NEARLY_FULL) return `${grouped(characters)} of ${grouped(maxCharacters)} characters`;
  const isWhole = focus?.view.merge === "tokens" && focus.view.hide === "none";
  const tokens = isWhole ? (focus.answer.source_tokens ?? focus.queryTokens).length : 0;
  return tokens > maxTokens * NEARLY_FULL ? `${grouped(tokens)} of ${grouped(maxTokens)} tokens` : null;
}

/** @param {number} count */
const grouped = (count) => count.toLocaleString("en");
