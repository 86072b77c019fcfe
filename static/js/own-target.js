// @ts-check
/**
 * Fetch what a model writes by itself, with the probability of each token.
 *
 * Lives here: the translation beside the attention, asked for last, and alone
 * where a model has no attention. Not here: when (`session.js`).
 */
import { askTranslation, ProblemError } from "./api/client.js";
import { translationRequest } from "./api/requests.js";
import { askPatiently } from "./flight.js";
import { differs } from "./state/fresh.js";
import { canWrite, hasNoAttention } from "./state/parts.js";

/**
 * Bring the model's own target up to the text. What stands beside an attention
 * that has come is a courtesy: where it fails, nothing is said.
 * @param {import("./types.js").Store} store
 * @param {AbortSignal} signal
 * @throws {ProblemError} where there is nothing else to show
 */
export async function loadOwnTarget(store, signal) {
  const { view, models, translation } = store.get();
  const model = models.find((one) => one.id === view.model);
  const isFresh = translation !== null && !differs(translation.view, view, ["model", "text"]);
  if (!canWrite(model) || isFresh) return;
  try {
    const onModels = (/** @type {import("./types.js").Model[]} */ list) => store.set({ models: list });
    const answer = await askPatiently(translationRequest(view), signal, onModels, askTranslation);
    store.set({ translation: { view, answer } });
  } catch (error) {
    if (hasNoAttention(model) || !(error instanceof ProblemError)) throw error;
  }
}
