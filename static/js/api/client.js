// @ts-check
/**
 * Talk to the REST API.
 *
 * Lives here: addresses, GET or POST, and problems as errors. Not here: when to
 * ask (`../session.js`) and what the arrays mean (`decode.js`).
 */
import { attentionAddress, translationAddress } from "./requests.js";

/**
 * @typedef {import("../types.js").Problem} Problem
 * @typedef {import("../types.js").Model} Model
 */

/** Longer addresses are sent as a POST body. */
export const LONGEST_ADDRESS = 4000;

/** An answer that isn't the one asked for; says so in the server's words. */
export class ProblemError extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(`${problem.title}: ${problem.detail}`);
    this.name = "ProblemError";
    this.problem = problem;
  }
}

/**
 * Ask for attention.
 * @param {import("../types.js").AttentionRequest} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("../types.js").AttentionAnswer>}
 * @throws {ProblemError}
 */
export async function askAttention(request, signal) {
  const address = attentionAddress(request);
  if (address.length <= LONGEST_ADDRESS) return await ask(address, signal ? { signal } : {});
  return await ask("/api/v1/attention", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
    ...(signal ? { signal } : {}),
  });
}

/**
 * Ask for the target that a model writes by itself.
 * @param {{model: string, text: string}} request
 * @param {AbortSignal} signal
 * @returns {Promise<import("../types.js").TranslationAnswer>}
 * @throws {ProblemError}
 */
export async function askTranslation(request, signal) {
  const address = translationAddress(request);
  return address.length <= LONGEST_ADDRESS ? await ask(address, { signal }) : await askPath("/translations", request, signal);
}

/**
 * Ask any path that computes.
 * @param {string} path such as "/masks"
 * @param {Record<string, unknown>} body
 * @param {AbortSignal} signal
 * @returns {Promise<any>}
 * @throws {ProblemError}
 */
export async function askPath(path, body, signal) {
  const headers = { "content-type": "application/json" };
  return await ask(`/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body), signal });
}

/**
 * Ask for what stands at a path and is only read.
 * @param {string} path such as "/models"
 * @param {AbortSignal} signal
 * @returns {Promise<any>}
 * @throws {ProblemError}
 */
export async function askResource(path, signal) {
  return await ask(`/api/v1${path}`, { signal });
}

/**
 * Ask where a text has to end so that the model takes it.
 * @param {{model: string, text: string, text_pair?: string, side?: "target"}} request
 * @returns {Promise<import("../types.js").Token[]>}
 * @throws {ProblemError}
 */
export async function askCutTokens(request) {
  const body = JSON.stringify({ ...request, truncate: true });
  const headers = { "content-type": "application/json" };
  const { tokens } = await ask("/api/v1/tokenize", { method: "POST", headers, body });
  return tokens;
}

/**
 * Ask for the catalogue.
 * @param {AbortSignal} [signal]
 * @returns {Promise<{default: string, models: Model[]}>}
 * @throws {ProblemError}
 */
export async function askModels(signal) {
  return await ask("/api/v1/models", signal ? { signal } : {});
}

/** @param {string} address @param {RequestInit} options @returns {Promise<any>} */
async function ask(address, options) {
  const response = await fetchAnswer(address, options);
  try {
    return await response.json();
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ProblemError(unreadable(response.status));
  }
}

/**
 * Fetch an answer, whatever its form.
 * @param {string} address @param {RequestInit} options
 * @throws {ProblemError}
 */
export async function fetchAnswer(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ProblemError(offline());
  }
  if (!response.ok) throw new ProblemError(await readProblem(response));
  return response;
}

/** Say that an answer stopped coming. */
export const brokenOff = () => new ProblemError(offline());

/** Whether an error only says that nobody waits any more. @param {unknown} error */
export function isAbort(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/** @param {Response} response @returns {Promise<Problem>} */
async function readProblem(response) {
  const seconds = Number(response.headers.get("retry-after") ?? NaN);
  const retry_after_seconds = Number.isFinite(seconds) ? seconds : null;
  try {
    return { ...unreadable(response.status), ...(await response.json()), retry_after_seconds };
  } catch (error) {
    if (isAbort(error)) throw error;
    return { ...unreadable(response.status), retry_after_seconds };
  }
}

/** @returns {Problem} */
function offline() {
  return {
    type: "about:blank",
    title: "The server can't be reached",
    status: 0,
    detail: "No answer came from the address this page was opened from.",
    code: "offline",
    hint: "Check that Headlight is still running, then try again.",
    retry_after_seconds: null,
  };
}

/** @param {number} status @returns {Problem} */
function unreadable(status) {
  return {
    type: "about:blank",
    title: "The answer can't be read",
    status,
    detail: `The server answered with status ${status} and no explanation.`,
    code: "unreadable",
    hint: "Try again; if it happens again, look at the server's log.",
    retry_after_seconds: null,
  };
}
