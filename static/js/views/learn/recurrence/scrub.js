// @ts-check
/**
 * Write the translations word by word: play, one step, or slide.
 */

const BEAT_MS = 900;
/** No target is longer: who is at the end stays there as the sentence grows. */
const ALL = 64;

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const [play, next] = /** @type {NodeListOf<HTMLButtonElement>} */ (element.querySelectorAll("button"));
  const range = /** @type {HTMLInputElement} */ (element.querySelector("input"));
  const said = /** @type {HTMLElement} */ (element.querySelector("output"));
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let timer = 0;

  /** The most words that any of the three has written. */
  function most() {
    const { additive, multiplicative, fixed } = store.get().numbers;
    return Math.max(0, ...[additive, multiplicative, fixed].map((one) => one?.count ?? 0));
  }

  /** @param {number} written */
  function set(written) {
    store.set({ state: { ...store.get().state, written: written >= most() ? ALL : written } });
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
  }

  function step() {
    const { written } = store.get().state;
    if (written >= most()) return stop();
    set(written + 1);
  }

  function draw() {
    const all = most();
    const written = Math.min(store.get().state.written, all);
    range.max = String(all);
    range.value = String(written);
    range.disabled = all === 0;
    next.disabled = written >= all;
    said.textContent = all === 0 ? "" : `${written} of ${all}`;
    range.setAttribute("aria-valuetext", `${written} of ${all} words written`);
    play.hidden = calm.matches;
    if (timer && written >= all) stop();
    element.dataset.ready = "";
  }

  play.addEventListener("click", () => {
    if (timer) return stop();
    if (store.get().state.written >= most()) set(0);
    timer = window.setInterval(step, BEAT_MS);
    play.textContent = "Pause";
  });
  next.addEventListener("click", () => {
    stop();
    step();
  });
  range.addEventListener("input", () => {
    stop();
    set(Number(range.value));
  });
  calm.addEventListener("change", () => {
    stop();
    draw();
  });
  draw();
  const unsubscribe = store.subscribe((now, before) => {
    if (now.state !== before.state || now.numbers !== before.numbers) draw();
  });
  return () => {
    stop();
    unsubscribe();
  };
}
