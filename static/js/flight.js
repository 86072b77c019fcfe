// @ts-check
/**
 * Ask patiently: wait where waiting helps, give up where it doesn't.
 *
 * Lives here: what to do when the server is busy or the model still loads. Not
 * here: what is asked and when (`session.js`).
 */
import { askAttention, askModels, ProblemError } from "./api/client.js";

const MODEL_POLL_MS = 1000;

/**
 * Ask for attention; retry once when busy, and while the model loads.
 * @param {{model: string} & Record<string, any>} request
 * @param {AbortSignal} signal
 * @param {(models: import("./types.js").Model[]) => void} onModels news of the
 *   catalogue that came up while waiting
 * @param {(request: any, signal: AbortSignal) => Promise<any>} [once] how it is
 *   asked, where it isn't for attention
 */
export async function askPatiently(request, signal, onModels, once = askAttention) {
  let busyTries = 1;
  for (;;) {
    const since = performance.now();
    try {
      const answer = await once(request, signal);
      signal.throwIfAborted();
      return answer;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const { code, retry_after_seconds } = error.problem;
      if (code === "busy" && busyTries > 0) {
        busyTries -= 1;
        await pause((retry_after_seconds ?? 1) * 1000, signal);
      } else if (code === "model_unavailable" && (await isOnItsWay(request.model, signal, onModels))) {
        // The server itself waits for a model; only a quick no is worth a pause.
        await pause(Math.max(0, MODEL_POLL_MS - (performance.now() - since)), signal);
      } else {
        throw error;
      }
    }
  }
}

/**
 * @param {string} id @param {AbortSignal} signal
 * @param {(models: import("./types.js").Model[]) => void} onModels
 */
async function isOnItsWay(id, signal, onModels) {
  const { models } = await askModels(signal);
  onModels(models);
  return models.some((model) => model.id === id && model.available);
}

/**
 * Wait, unless nobody waits any more.
 * @param {number} milliseconds @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException("no longer wanted", "AbortError"));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
