// @ts-check
/**
 * Read server-sent events as they come.
 *
 * Lives here: asking by POST, which `EventSource` can't, and taking events apart.
 * Not here: what they mean (`../later/continuing.js`).
 */
import { brokenOff, fetchAnswer, isAbort, ProblemError } from "./client.js";

/** @typedef {{name: string, data: any}} ServerEvent */

/**
 * Ask for a stream; ends where the server ends it.
 * @param {string} path such as "/generations"
 * @param {Record<string, unknown>} body
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<ServerEvent>}
 * @throws {ProblemError} also for a problem that comes as an event
 */
export async function* askEvents(path, body, signal) {
  const headers = { "content-type": "application/json", accept: "text/event-stream" };
  const response = await fetchAnswer(`/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body), signal });
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const [decoder, take] = [new TextDecoder(), makeEventReader()];
  for (;;) {
    const { done, value } = await read(reader);
    if (done) return;
    for (const event of take(decoder.decode(value, { stream: true }))) {
      if (event.name === "problem") throw new ProblemError({ retry_after_seconds: null, type: "about:blank", ...event.data });
      yield event;
    }
  }
}

/** @param {ReadableStreamDefaultReader<Uint8Array>} reader */
async function read(reader) {
  try {
    return await reader.read();
  } catch (error) {
    throw isAbort(error) ? error : brokenOff();
  }
}

/**
 * Make a function that takes text as it comes, and gives the events that are whole.
 * @returns {(text: string) => ServerEvent[]}
 */
export function makeEventReader() {
  let rest = "";
  return (text) => {
    const blocks = (rest + text).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? "";
    return blocks.flatMap((block) => {
      const event = readEvent(block);
      return event === null ? [] : [event];
    });
  };
}

/** @param {string} block @returns {ServerEvent|null} null: a comment */
function readEvent(block) {
  const lines = block.split(/\r?\n/);
  const of = (/** @type {string} */ field) =>
    lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).replace(/^ /, ""));
  const data = of("data");
  return data.length === 0 ? null : { name: of("event")[0] ?? "message", data: JSON.parse(data.join("\n")) };
}
