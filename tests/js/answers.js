// Small answers, written by hand, as the API would send them.
import { decode } from "../../static/js/api/decode.js";

/** @param {string} text @param {number} index @param {object} [more] */
export function token(text, index, more = {}) {
  const special = /^\[(CLS|SEP)\]$/.test(text);
  const start = special ? null : index;
  return { index, id: 100 + index, text, raw: text, start, end: start, special, typed: false, word: start, segment: 0, piece: null, ...more };
}

export const VIEW = {
  model: "minilm", text: "a text", pair: null, target: null, part: null, layer: 3, head: 1, row: null, column: null,
  quantity: "weights", merge: "tokens", hide: "none", scale: "unit", order: "layer", named: "read", zoom: null,
  adapter: null, strength: 1,
};

const array = (data, shape, axes, dtype = "f4") => ({ dtype, shape, axes, data });

/** An answer for one head; `mask` and statistics may be left out. */
export function answerOf(words, rows, more = {}) {
  const tokens = words.map((word, index) => (typeof word === "string" ? token(word, index) : word));
  const [n, m] = [rows.length, rows[0].length];
  const mask = more.mask ?? rows.map((row) => row.map(() => true));
  const statistics = Object.fromEntries(
    Object.entries(more.statistics ?? {}).map(([name, values]) => {
      const isCount = name === "column_rows";
      const axes = isCount ? ["layer", "key"] : ["layer", "head", name.startsWith("row") ? "query" : "key"];
      return [name, array(isCount ? [values] : [[values]], isCount ? [1, values.length] : [1, 1, values.length], axes, isCount ? "i4" : "f4")];
    }),
  );
  return {
    model: "minilm", part: "encoder", quantity: "weights", merge: "tokens", layers: [3], heads: [1],
    query_tokens: tokens, key_tokens: tokens,
    attention: array([[rows]], [1, 1, n, m], ["layer", "head", "query", "key"]),
    mask: array(mask, [n, m], ["query", "key"], "b1"),
    mask_from: "model", fully_masked_rows: [], pool: null, hidden: null, truncated: false, dropped: 0, warnings: [],
    timings: { queue_ms: 0, forward_ms: 0, reduce_ms: 0 }, cache: "miss",
    ...more,
    ...(more.mask ? { mask: array(mask, [n, m], ["query", "key"], "b1") } : {}),
    statistics,
  };
}

/** The same, unpacked. */
export function decodedOf(words, rows, more = {}, view = VIEW, origin = undefined) {
  return decode(answerOf(words, rows, more), view, origin);
}

/** Weights that are equal in every row. */
export const uniform = (n) => Array.from({ length: n }, () => Array.from({ length: n }, () => 1 / n));

/** Causal weights, equal over what each row may look at; zeros above. */
export function causal(n) {
  const rows = Array.from({ length: n }, (_, q) => Array.from({ length: n }, (_, k) => (k <= q ? 1 / (q + 1) : 0)));
  const mask = rows.map((row, q) => row.map((_, k) => k <= q));
  return { rows, mask };
}

export const LIGHT = {
  paper: "#fbfaf6", ink: "#1d1b16", muted: "#656056", rule: "#dfdacd", grid: "#dfdacd", hatch: "#656056", accent: "#c2410c",
  stops: ["#fbfaf6", "#d6e2ec", "#93b7d4", "#4a86b4", "#1c5485", "#08254a"], textFont: "sans-serif", monoFont: "monospace",
};

export const DARK = {
  ...LIGHT, paper: "#13151a", ink: "#ece8df", muted: "#a09b90", rule: "#2c3039", accent: "#fb923c",
  stops: ["#13151a", "#1c3450", "#2b6291", "#5d9fcf", "#a8d3ef", "#f4fafe"],
};
