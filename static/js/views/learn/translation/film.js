// @ts-check
/**
 * The film of a translation: play, step, scrub; the words so far and what
 * might have come next.
 */
import { make } from "../../../dom.js";
import { formatFigure } from "../../../learn/figures.js";

const BEAT_MS = 900;

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const pick = (/** @type {string} */ name) => /** @type {any} */ (element.querySelector(`.film-${name}`));
  const [line, play, back, on, scrub, count] = ["line", "play", "back", "on", "scrub", "count"].map(pick);
  const body = pick("words").tBodies[0];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let timer = 0;

  const steps = () => store.get().numbers.written?.steps ?? [];

  function draw() {
    const all = steps();
    if (all.length === 0) return;
    const last = all.length - 1;
    const { step } = store.get().state;
    // A step of a longer translation becomes the last there is.
    if (step > last) return store.set({ state: { ...store.get().state, step: last } });
    scrub.max = String(last);
    scrub.value = String(step);
    scrub.ariaValueText = `step ${step}, writes ${all[step].word}`;
    back.disabled = step === 0;
    on.disabled = step === last;
    count.textContent = `step ${step} of ${last}`;
    line.replaceChildren(...all.map((/** @type {any} */ one, /** @type {number} */ place) => wordButton(one.word, place, step)));
    body.replaceChildren(...all[step].top.map(candidate));
    element.dataset.ready = "";
  }

  /** @param {number} wanted */
  function go(wanted) {
    const { state } = store.get();
    const step = Math.min(steps().length - 1, Math.max(0, wanted));
    if (step !== state.step && step >= 0) store.set({ state: { ...state, step } });
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    play.textContent = calm.matches ? "One step" : "Play";
  }

  function walk() {
    if (store.get().state.step >= steps().length - 1) return stop();
    go(store.get().state.step + 1);
  }

  play.addEventListener("click", () => {
    if (timer) return stop();
    if (store.get().state.step >= steps().length - 1) go(0);
    else walk();
    if (calm.matches) return;
    timer = window.setInterval(walk, BEAT_MS);
    play.textContent = "Pause";
  });
  back.addEventListener("click", () => go(store.get().state.step - 1));
  on.addEventListener("click", () => go(store.get().state.step + 1));
  scrub.addEventListener("input", () => go(Number(scrub.value)));
  line.addEventListener("click", (/** @type {MouseEvent} */ { target }) => {
    const word = target instanceof Element ? target.closest("button") : null;
    if (word) go(Number(word.dataset.step));
  });
  calm.addEventListener("change", stop);
  stop();
  draw();
  const unsubscribe = store.subscribe((now, before) => {
    if (now.numbers.written !== before.numbers.written || now.state.step !== before.state.step) draw();
  });
  return () => {
    stop();
    unsubscribe();
  };
}

/** @param {string} text @param {number} place @param {number} step */
function wordButton(text, place, step) {
  const kind = place < step ? "written" : place === step ? "now" : "later";
  const current = place === step ? "step" : null;
  return make("button", { type: "button", class: `film-word film-word-${kind}`, "data-step": place, "aria-current": current, "aria-label": `Step ${place}: ${text}` }, make("bdi", {}, text));
}

/** @param {{word: string, probability: number}} one @param {number} place */
function candidate({ word, probability }, place) {
  const bar = make("span", { class: "share-bar" });
  bar.style.setProperty("--share", String(probability));
  const share = make("td", { class: "share" }, bar, make("span", { class: "share-number" }, formatFigure(probability, 3)));
  const row = make("tr", {}, make("th", { scope: "row" }, make("bdi", {}, word)), share);
  row.toggleAttribute("data-written", place === 0);
  return row;
}
