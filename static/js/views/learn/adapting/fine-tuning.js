// @ts-check
/**
 * Train on the reader's own sentences, and tell how it goes. What it tells
 * stands in the numbers as `tuned`; the sentences stay in this browser's session.
 */
import { isAbort, ProblemError } from "../../../api/client.js";
import { askEvents } from "../../../api/events.js";
import { EXAMPLES } from "../../../learn/adapting-examples.js";
import { beginRun, checkForm, endRun, requestOf, sayProblem, sayStep } from "../../../learn/adapting-tuning.js";
import { pause } from "../../../flight.js";

/** @typedef {import("../../../learn/adapting-tuning.js").Form} Form */

const KEPT_AS = "headlight-fine-tuning";
const TEXTS = ["name-0", "name-1", "text-0", "text-1"];
const STEPS = { head: "60", lora: "40" };

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const form = /** @type {HTMLFormElement} */ (element.querySelector("form"));
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  const [train, stop] = /** @type {NodeListOf<HTMLButtonElement>} */ (form.querySelectorAll(".tune-go button"));
  const bar = /** @type {HTMLProgressElement} */ (form.querySelector("progress"));
  const counted = /** @type {HTMLElement} */ (form.querySelector(".tune-counted"));
  const said = /** @type {HTMLElement} */ (form.querySelector(".tune-said"));
  /** @type {AbortController|null} */
  let running = null;

  /** @returns {Form} */
  const read = () => ({
    names: [field("name-0").value, field("name-1").value],
    texts: [field("text-0").value, field("text-1").value],
    method: field("method").value === "head" ? "head" : "lora",
    rank: Number(field("rank").value),
    steps: Math.min(200, Math.max(1, Math.round(Number(field("steps").value)) || 1)),
  });

  function check() {
    const { said: words, isReady } = checkForm(read());
    counted.textContent = words;
    train.disabled = !isReady;
    field("rank").disabled = read().method === "head";
  }

  /** @param {Record<string, any>} tuned */
  function show(tuned) {
    store.set({ numbers: { ...store.get().numbers, tuned } });
  }

  /** @param {boolean} isOn */
  function toggle(isOn) {
    train.hidden = bar.hidden = false;
    train.textContent = isOn ? "Start again" : "Train";
    stop.hidden = bar.hidden = !isOn;
  }

  async function run() {
    running?.abort();
    const own = (running = new AbortController());
    const request = requestOf(read());
    toggle(true);
    said.textContent = "";
    bar.removeAttribute("value");
    try {
      while (!(await once(request, own.signal)));
    } catch (error) {
      if (own.signal.aborted || isAbort(error)) return;
      if (!(error instanceof ProblemError)) throw error;
      said.textContent = sayProblem(error.problem).said;
    } finally {
      if (running === own) toggle(false);
      element.dataset.ready = "";
    }
  }

  /** Train, or wait for a place; true when there is nothing left to do. @param {ReturnType<typeof requestOf>} request @param {AbortSignal} signal */
  async function once(request, signal) {
    try {
      return await listen(request, signal);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const { said: words, waits } = sayProblem(error.problem);
      if (waits === null) throw error;
      said.textContent = words;
      await pause(waits * 1000, signal);
      return false;
    }
  }

  /** @param {ReturnType<typeof requestOf>} request @param {AbortSignal} signal */
  async function listen(request, signal) {
    let tuned = /** @type {ReturnType<typeof beginRun>|null} */ (null);
    for await (const { name, data } of askEvents("/fine-tunings", request, signal)) {
      signal.throwIfAborted();
      if (name === "start") tuned = beginRun(data);
      if (!tuned) continue;
      if (name === "step") {
        tuned = { ...tuned, curve: [...tuned.curve, data] };
        bar.value = data.step / tuned.steps;
        said.textContent = sayStep(data, tuned.steps);
      }
      if (name === "end") tuned = endRun(tuned, data);
      show(tuned);
    }
    const isWhole = tuned !== null && tuned.is_done;
    said.textContent = isWhole ? "Done." : "The training broke off. Train again.";
    return true;
  }

  /** @param {string} name */
  function begin(name) {
    const example = EXAMPLES[name];
    TEXTS.forEach((key, place) => {
      const fallback = field(key).defaultValue;
      field(key).value = example ? (place < 2 ? example.names[place] : example.texts[place - 2]) : fallback;
    });
    remember();
    check();
  }

  function remember() {
    const kept = Object.fromEntries(TEXTS.map((name) => [name, field(name).value]));
    try {
      sessionStorage.setItem(KEPT_AS, JSON.stringify(kept));
    } catch {
      // A browser that keeps nothing shows the example again.
    }
  }

  function recall() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEPT_AS) ?? "{}");
      for (const name of TEXTS) if (typeof kept[name] === "string") field(name).value = kept[name];
    } catch {
      // As above.
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    delete element.dataset.ready;
    void run();
  });
  stop.addEventListener("click", () => {
    running?.abort();
    running = null;
    toggle(false);
    said.textContent = "Stopped. Nothing of it was kept.";
    element.dataset.ready = "";
  });
  form.addEventListener("input", (event) => {
    const changed = /** @type {HTMLInputElement} */ (event.target);
    if (changed.name === "method") field("steps").value = STEPS[read().method];
    if (TEXTS.includes(changed.name)) remember();
    check();
  });
  for (const button of form.querySelectorAll("[data-example]")) {
    button.addEventListener("click", () => begin(button.getAttribute("data-example") ?? ""));
  }
  recall();
  toggle(false);
  check();
  element.dataset.ready = "";
  return () => running?.abort();
}
