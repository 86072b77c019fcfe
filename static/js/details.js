// @ts-check
/**
 * Fetch exact cells where the head in focus is pooled: the row read, the zoom.
 *
 * Lives here: what long texts need on top. Not here: the pooled whole
 * (`session.js`).
 */
import { askAttention, isAbort, ProblemError } from "./api/client.js";
import { decode } from "./api/decode.js";
import { rangeRequest } from "./api/requests.js";
import { rowRead } from "./state/selection.js";

/** Wider zooms stay pooled: more cells than pixels help nobody. */
const WIDEST_DETAIL = 512;

/** @typedef {import("./types.js").Snapshot} Snapshot */

/** @param {import("./types.js").Store} store */
export function keepDetails(store) {
  const row = latest(store, "exactRow");
  const zoom = latest(store, "detail");
  store.subscribe((now) => {
    if (now.focus === null || now.focus.factor === 1) {
      row(null);
      zoom(null);
      return;
    }
    const read = rowRead(now);
    row(read === null ? null : { rows: [read, read + 1], columns: null });
    zoom(windowOf(now));
  });
}

/**
 * @typedef {{rows: [number, number], columns: [number, number]|null}} Range
 *
 * Keep one field of the store on the newest range asked for.
 * @param {import("./types.js").Store} store
 * @param {"exactRow"|"detail"} field
 * @returns {(range: Range|null) => void}
 */
function latest(store, field) {
  let flight = new AbortController();
  let asked = "";
  /** @type {import("./types.js").Decoded|null} */
  let askedFor = null;
  return (range) => {
    const { focus } = store.get();
    const key = JSON.stringify(range);
    if (key === asked && focus === askedFor) return;
    [asked, askedFor] = [key, focus];
    flight.abort();
    if (range === null || focus === null) return store.set({ [field]: null });
    flight = new AbortController();
    void fetchRange(store, field, focus, range, flight.signal);
  };
}

/**
 * @param {import("./types.js").Store} store
 * @param {"exactRow"|"detail"} field
 * @param {import("./types.js").Decoded} focus
 * @param {Range} range
 * @param {AbortSignal} signal
 */
async function fetchRange(store, field, focus, range, signal) {
  try {
    const rows = positionsOf(focus.queryTokens, range.rows);
    const columns = range.columns && positionsOf(focus.keyTokens, range.columns);
    const answer = await askAttention(rangeRequest(focus.view, rows, columns), signal);
    signal.throwIfAborted();
    const origin = { row: range.rows[0], column: range.columns?.[0] ?? 0 };
    store.set({ [field]: decode(answer, focus.view, origin) });
  } catch (error) {
    // The pooled cells stay on screen and say that they are pooled.
    if (!isAbort(error) && !(error instanceof ProblemError)) throw error;
  }
}

/** @param {Snapshot} snapshot @returns {Range|null} */
function windowOf({ view, focus }) {
  const match = /^(\d+):(\d+),(\d+):(\d+)$/.exec(view.zoom ?? "");
  if (!match || focus === null) return null;
  const [r0 = 0, r1 = 0, c0 = 0, c1 = 0] = match.slice(1).map(Number);
  const rows = fit(r0, r1, focus.queryTokens.length);
  const columns = fit(c0, c1, focus.keyTokens.length);
  return rows && columns ? { rows, columns } : null;
}

/** @param {number} start @param {number} stop @param {number} length @returns {[number, number]|null} */
function fit(start, stop, length) {
  const end = Math.min(stop, length);
  return start < end && end - start <= WIDEST_DETAIL ? [start, end] : null;
}

/**
 * Turn places among the tokens shown into positions of the text, which is what
 * the API counts: hidden tokens have a position and no place.
 * @param {import("./types.js").Token[]} tokens
 * @param {[number, number]} range
 * @returns {[number, number]}
 */
function positionsOf(tokens, [start, stop]) {
  return [tokens[start]?.index ?? start, (tokens[stop - 1]?.index ?? stop - 1) + 1];
}
