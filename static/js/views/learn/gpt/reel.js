// @ts-check
/**
 * The film of a generation: play, step, scrub; the tokens so far, what else
 * might have come, and the number that was drawn.
 */
import { make } from "../../../dom.js";
import { formatFigure } from "../../../learn/figures.js";

const BEAT_MS = 900;
/** Candidates in order; a chosen one behind them stands last. */
const N_RANKED = 6;

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const pick = (/** @type {string} */ name) => /** @type {any} */ (element.querySelector(`.reel-${name}`));
  const [line, play, back, on, scrub, count] = ["line", "play", "back", "on", "scrub", "count"].map(pick);
  const body = pick("words").tBodies[0];
  const room = /** @type {HTMLElement} */ (element.querySelector(".reel-draw"));
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let timer = 0;

  const written = () => store.get().numbers[store.get().state.film];

  function draw() {
    const shown = written();
    if (!shown) return;
    const { n_steps: nSteps, steps } = shown;
    const { step } = store.get().state;
    // A step of a longer text becomes the last there is.
    if (step >= nSteps) return go(nSteps - 1);
    scrub.max = String(nSteps - 1);
    scrub.value = String(step);
    scrub.ariaValueText = `step ${step}, chooses ${steps[step].word}`;
    back.disabled = step === 0;
    on.disabled = step === nSteps - 1;
    count.textContent = `step ${step} of ${nSteps - 1}`;
    const prompt = make("span", { class: "muted reel-prompt" }, make("bdi", {}, shown.prompt));
    line.replaceChildren(prompt, ...steps.map((/** @type {any} */ one, /** @type {number} */ place) => tokenButton(one, place, step)));
    const isDrawn = steps[step].draw !== null;
    body.replaceChildren(...steps[step].top.map((/** @type {any} */ one) => candidate(one, isDrawn)));
    drawNumber(room, steps[step]);
    element.dataset.ready = "";
  }

  /** @param {number} wanted */
  function go(wanted) {
    const { state } = store.get();
    const step = Math.min((written()?.n_steps ?? 1) - 1, Math.max(0, wanted));
    if (step !== state.step) store.set({ state: { ...state, step } });
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    play.textContent = calm.matches ? "One step" : "Play";
  }

  function walk() {
    if (store.get().state.step >= (written()?.n_steps ?? 0) - 1) return stop();
    go(store.get().state.step + 1);
  }

  play.addEventListener("click", () => {
    if (timer) return stop();
    if (store.get().state.step >= (written()?.n_steps ?? 0) - 1) go(0);
    else walk();
    if (calm.matches) return;
    timer = window.setInterval(walk, BEAT_MS);
    play.textContent = "Pause";
  });
  back.addEventListener("click", () => go(store.get().state.step - 1));
  on.addEventListener("click", () => go(store.get().state.step + 1));
  scrub.addEventListener("input", () => go(Number(scrub.value)));
  line.addEventListener("click", (/** @type {MouseEvent} */ { target }) => {
    const token = target instanceof Element ? target.closest("button") : null;
    if (token) go(Number(token.dataset.step));
  });
  calm.addEventListener("change", stop);
  stop();
  draw();
  const inputs = (/** @type {any} */ { state, numbers }) => [state.step, state.film, numbers[state.film]];
  const unsubscribe = store.subscribe((now, before) => {
    const old = inputs(before);
    if (inputs(now).some((input, place) => input !== old[place])) draw();
  });
  return () => {
    stop();
    unsubscribe();
  };
}

/** @param {any} one @param {number} place @param {number} step */
function tokenButton({ word }, place, step) {
  const kind = place < step ? "written" : place === step ? "now" : "later";
  const current = place === step ? "step" : null;
  return make("button", { type: "button", class: `reel-token reel-token-${kind}`, "data-step": place, "aria-current": current, "aria-label": `Step ${place}: ${word}` }, make("bdi", {}, word));
}

/** @param {any} one @param {boolean} isDrawn */
function candidate({ word, probability, sampled, is_chosen }, isDrawn) {
  const bar = make("span", { class: "share-bar" });
  bar.style.setProperty("--share", String(probability));
  const share = make("td", { class: "share" }, bar, make("span", { class: "share-number" }, formatFigure(probability, 4)));
  const chance = sampled === 0 ? "cut" : formatFigure(sampled, 4);
  const row = make("tr", {}, make("th", { scope: "row" }, make("bdi", {}, word)), share, make("td", {}, isDrawn ? chance : is_chosen ? "taken" : ""));
  row.toggleAttribute("data-written", is_chosen);
  return row;
}

/** All chances side by side from 0 to 1, and the number that fell on one. @param {HTMLElement} room @param {any} step */
function drawNumber(room, { draw, before, sampled, word, top }) {
  room.hidden = draw === null;
  if (draw === null) return;
  const bar = /** @type {HTMLElement} */ (room.querySelector(".draw-bar"));
  const said = /** @type {HTMLElement} */ (room.querySelector(".draw-said"));
  const listed = top.filter((/** @type {any} */ one, /** @type {number} */ place) => one.sampled > 0 && !(one.is_chosen && place >= N_RANKED));
  const parts = listed.map((/** @type {any} */ { word: text, sampled: share, is_chosen }) => {
    const part = make("span", { class: is_chosen ? "draw-part draw-chosen" : "draw-part" }, share > 0.08 ? text : "");
    part.style.width = `${share * 100}%`;
    return part;
  });
  const mark = make("span", { class: "draw-mark" });
  mark.style.left = `${draw * 100}%`;
  bar.replaceChildren(...parts, mark);
  const isListed = listed.some((/** @type {any} */ one) => one.is_chosen);
  const range = isListed ? ` from ${formatFigure(before, 4)} to ${formatFigure(before + sampled, 4)}` : ", further right than is named";
  said.textContent = `Drawn: ${formatFigure(draw, 4)}. It fell on ${word}${range}.`;
  bar.ariaLabel = said.textContent;
}
