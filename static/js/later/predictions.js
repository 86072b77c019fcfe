// @ts-check
/**
 * Keep the predictions in step with the view: asked once the heatmap is there, the
 * last one wins, the last good ones stay.
 */
import { askPath, isAbort, ProblemError } from "../api/client.js";
import { askPatiently } from "../flight.js";
import { isFocusFresh, isMosaicFresh } from "../state/fresh.js";
import { asksNothing, fromHere, keyOf, questionsOf } from "../state/predicting.js";

/** @typedef {import("../types.js").Snapshot} Snapshot */

const NOTHING = { answer: null, problem: null, isLoading: false };

/** @param {import("../types.js").Store} store */
export function keepPredictions(store) {
  let flight = new AbortController();
  let asked = "";

  /** @param {Snapshot} now */
  function hear(now) {
    const questions = questionsOf(now);
    const key = keyOf(questions);
    const { answer, problem, isLoading } = now.predictions;
    if (asksNothing(questions)) return leave(NOTHING);
    if (answer?.key === key && problem === null) return leave({ answer, problem, isLoading: false });
    // Whoever wants it asked again takes the problem away.
    if (key === asked && (isLoading || problem !== null)) return;
    if (!isQuiet(now)) return leave({ answer, problem: null, isLoading: false });
    flight.abort();
    flight = new AbortController();
    asked = key;
    void load(questions, key, flight.signal);
  }

  /** Wait for nothing. @param {Snapshot["predictions"]} next */
  function leave(next) {
    flight.abort();
    asked = "";
    const { predictions } = store.get();
    const isSame = next.answer === predictions.answer && next.problem === predictions.problem && next.isLoading === predictions.isLoading;
    if (!isSame) store.set({ predictions: next });
  }

  /** @param {import("../state/predicting.js").Questions} questions @param {string} key @param {AbortSignal} signal */
  async function load(questions, key, signal) {
    const { answer } = store.get().predictions;
    store.set({ predictions: { answer, problem: null, isLoading: true } });
    const after = fromHere(store.get()).token;
    const ask = (/** @type {string} */ path, /** @type {any} */ body) => (body === null ? null : patiently(store, path, body, signal));
    try {
      const [masks, next, follows] = await Promise.all([
        ask("/fill-mask", questions.masks),
        ask("/next-token", questions.next),
        ask("/next-sentence", questions.follows),
      ]);
      store.set({ predictions: { answer: { key, after, masks, next, follows }, problem: null, isLoading: false } });
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      if (!(error instanceof ProblemError)) throw error;
      store.set({ predictions: { answer: store.get().predictions.answer, problem: error.problem, isLoading: false } });
    }
  }

  store.subscribe(hear);
  hear(store.get());
}

/** Whether the heatmap has its data, and the text stands still. @param {Snapshot} now */
function isQuiet(now) {
  return now.continuing.run === null && now.status.phase === "idle" && isFocusFresh(now) && isMosaicFresh(now);
}

/**
 * @param {import("../types.js").Store} store @param {string} path
 * @param {{model: string}} body @param {AbortSignal} signal
 */
function patiently(store, path, body, signal) {
  const onModels = (/** @type {import("../types.js").Model[]} */ models) => store.set({ models });
  return askPatiently(body, signal, onModels, (request, wanted) => askPath(path, request, wanted));
}
