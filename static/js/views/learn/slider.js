// @ts-check
/**
 * Slide a number of the state, or type it: a range and a number, kept equal.
 * With `data-curve="log"` the range runs over exponents.
 */

const STEPS = 240;

/** @param {HTMLElement} element @param {import("../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const { field = "", curve } = element.dataset;
  const [low, high, step] = ["low", "high", "step"].map((name) => Number(element.dataset[name]));
  const range = /** @type {HTMLInputElement} */ (element.querySelector('input[type="range"]'));
  const typed = /** @type {HTMLInputElement} */ (element.querySelector('input[type="number"]'));
  const isLog = curve === "log";
  if (isLog) {
    for (const [name, value] of [["min", 0], ["max", STEPS], ["step", 1]]) range.setAttribute(String(name), String(value));
  }
  const toPlace = (/** @type {number} */ value) => (isLog ? (Math.log(value / low) / Math.log(high / low)) * STEPS : value);

  /** @param {number} place */
  function fromPlace(place) {
    const value = isLog ? low * (high / low) ** (place / STEPS) : place;
    return fit(value);
  }

  /** Bring a number onto the steps and into the range. @param {number} value */
  function fit(value) {
    const onStep = low + Math.round((value - low) / step) * step;
    return Number(Math.min(high, Math.max(low, onStep)).toPrecision(12));
  }

  /** @param {number} value */
  function set(value) {
    const { state } = store.get();
    if (state[field] !== value) store.set({ state: { ...state, [field]: value } });
  }

  function slide() {
    const before = store.get().state[field];
    const value = fromPlace(Number(range.value));
    // On a log scale one key press may not reach the next whole step.
    const direction = Math.sign(Number(range.value) - toPlace(before));
    set(isLog && value === before ? fit(before + direction * step) : value);
  }

  range.addEventListener("input", slide);
  typed.addEventListener("input", () => {
    const value = Number(typed.value);
    if (typed.value !== "" && value >= low && value <= high) set(fit(value));
  });
  typed.addEventListener("change", draw);

  function draw() {
    const value = store.get().state[field];
    range.value = String(toPlace(value));
    range.setAttribute("aria-valuetext", String(value));
    if (document.activeElement !== typed || typed.value === "" || Number(typed.value) !== value) typed.value = String(value);
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.state[field] !== before.state[field]) draw();
  });
}
