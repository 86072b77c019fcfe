// @ts-check
/**
 * Say what went wrong where it happened, and what to do about it.
 */
import { askCutTokens, ProblemError } from "../api/client.js";
import { make } from "../dom.js";
import { isEmpty, isFocusFresh } from "../state/fresh.js";
import { selectModel } from "../state/selection.js";

/** @typedef {import("../types.js").Problem} Problem */

/** More are in the model picker. */
const MOST_MODELS = 3;

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Store} store
 */
export function mount(element, store) {
  const words = make("div", { role: "alert" });
  const ways = make("div", { class: "problem-ways" });
  element.replaceChildren(words, ways);
  const page = document.getElementById("main");

  function draw() {
    const now = store.get();
    const { phase, problem } = now.status;
    const isCancelled = phase === "idle" && !isFocusFresh(now) && !isEmpty(now);
    const shown = problem ?? (isCancelled ? cancelled() : null);
    if (phase !== "loading") {
      element.hidden = shown === null;
      words.replaceChildren(...(shown ? say(shown, now.focus !== null) : []));
      ways.replaceChildren(...(shown ? waysOut(shown, store) : []));
      page?.toggleAttribute("data-stale", shown !== null && now.focus !== null);
    }
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.status !== before.status || now.focus !== before.focus) draw();
  });
}

/** @param {Problem} problem @param {boolean} hasLast whether an older answer is below */
function say(problem, hasLast) {
  const hint = problem.code === "too_many_tokens" ? "Shorten the text, or have it cut." : problem.hint;
  return [
    make("p", {}, make("b", { class: "problem-title" }, asSentence(problem.title)), " ", problem.detail),
    make("p", { class: "muted" }, hint, hasLast ? " What you see below is the last good answer." : ""),
  ];
}

/** @param {string} title */
const asSentence = (title) => (/[.!?]$/.test(title) ? title : `${title}.`);

/** @param {Problem} problem @param {import("../types.js").Store} store */
function waysOut(problem, store) {
  if (problem.code === "too_many_tokens") return [cutButton(store)];
  if (problem.code === "unknown_model" || problem.code === "model_unavailable") return modelButtons(problem, store);
  if (problem.code === "unknown_adapter") return [bareButton(store)];
  const isHopeful = problem.status === 0 || problem.status === 429 || problem.status >= 500;
  return isHopeful ? [retryButton(store)] : [];
}

/** @param {import("../types.js").Store} store */
function retryButton(store) {
  const retry = make("button", { type: "button", class: "button" }, "Try again");
  retry.addEventListener("click", () => store.set({ intent: "retry" }));
  return retry;
}

/** Go on without the adapter. @param {import("../types.js").Store} store */
function bareButton(store) {
  const button = make("button", { type: "button", class: "button" }, "Without the adapter");
  button.addEventListener("click", () => store.set({ view: { ...store.get().view, adapter: null, strength: 1 } }));
  return button;
}

/** Offer the models that can be had. @param {Problem} problem @param {import("../types.js").Store} store */
function modelButtons(problem, store) {
  const { models, view } = store.get();
  const others = models.filter((model) => model.available && model.id !== view.model).slice(0, MOST_MODELS);
  const buttons = others.map(({ id, title }) => {
    const button = make("button", { type: "button", class: "button" }, `Use ${title}`);
    button.addEventListener("click", () => store.set({ view: selectModel(store.get().view, id) }));
    return button;
  });
  return problem.code === "model_unavailable" ? [retryButton(store), ...buttons] : buttons;
}

/** Cut the text where the model stops taking it. @param {import("../types.js").Store} store */
function cutButton(store) {
  const button = make("button", { type: "button", class: "button" }, "Cut the text to fit");
  button.addEventListener("click", async () => {
    const { view } = store.get();
    const { model, text, pair, target } = view;
    try {
      const tokens = await askCutTokens(pair ? { model, text, text_pair: pair } : { model, text });
      const cut = { text: upTo(text, tokens, 0), pair: pair && upTo(pair, tokens, 1) };
      const aside = target ? await askCutTokens({ model, text: target, side: "target" }) : null;
      const kept = aside && target ? upTo(target, aside, null) : target;
      store.set({ view: { ...store.get().view, ...cut, target: kept } });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      store.set({ status: { ...store.get().status, problem: error.problem } });
    }
  });
  return button;
}

/**
 * Keep a text up to its last token.
 * @param {string} text @param {import("../types.js").Token[]} tokens
 * @param {number|null} segment null: the tokens are all of this text
 */
function upTo(text, tokens, segment) {
  const ends = tokens.filter((token) => segment === null || token.segment === segment).map((token) => token.end ?? 0);
  // Offsets count code points, not UTF-16 units.
  return [...text].slice(0, Math.max(0, ...ends)).join("");
}

/** @returns {Problem} */
function cancelled() {
  return {
    type: "about:blank",
    title: "Cancelled.",
    status: 0,
    detail: "The newest text has not been read.",
    code: "cancelled",
    hint: "",
    retry_after_seconds: null,
  };
}
