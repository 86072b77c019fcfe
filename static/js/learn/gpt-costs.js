// @ts-check
/**
 * Count multiply-adds, as `app/lessons/gpt_costs.py` does, which says what is
 * counted; and sum up what was measured. Pure.
 */
import { sayCount } from "./large-counts.js";

const DECODER = { n_layers: 30, d_model: 576, n_heads: 9, n_key_value_heads: 3, head_dim: 64, d_ff: 1536, n_ff: 3, vocab_size: 49_152 };
const ENCODER = { n_layers: 6, d_model: 384, n_heads: 12, n_key_value_heads: 12, head_dim: 32, d_ff: 1536, n_ff: 2, vocab_size: 30_522 };
/** Numbers that one token leaves in the cache. */
export const NUMBERS_KEPT = 2 * DECODER.n_layers * DECODER.n_key_value_heads * DECODER.head_dim;

/** Count for a text of so many tokens, the newest one included. @param {number} length */
export function workCosts(length) {
  const [position, cell] = [perPosition(DECODER), perCell(DECODER)];
  const output = DECODER.d_model * DECODER.vocab_size;
  const cells = (length * (length + 1)) / 2;
  const withCache = position + length * cell + output;
  const without = length * position + cells * cell + output;
  const encoder = length * perPosition(ENCODER) + length ** 2 * perCell(ENCODER);
  return {
    length,
    position: sayCount(position),
    cell: sayCount(cell),
    output: sayCount(output),
    attention: sayCount(length * cell),
    with_cache: sayCount(withCache),
    without: sayCount(without),
    encoder: sayCount(encoder),
    encoder_position: sayCount(perPosition(ENCODER)),
    saved: without / withCache,
    beside: withCache / encoder,
    attention_share: (length * cell) / withCache,
    kept: NUMBERS_KEPT,
    kept_all: length * NUMBERS_KEPT,
    kept_kilobytes: (length * NUMBERS_KEPT * 4) / 1000,
  };
}

/** @param {typeof DECODER} shapes */
function perPosition({ n_layers, d_model, n_heads, n_key_value_heads, head_dim, d_ff, n_ff }) {
  const attention = 2 * d_model * n_heads * head_dim + 2 * d_model * n_key_value_heads * head_dim;
  return n_layers * (attention + n_ff * d_model * d_ff);
}

/** @param {typeof DECODER} shapes */
function perCell({ n_layers, n_heads, head_dim }) {
  return 2 * n_layers * n_heads * head_dim;
}

/** Write a tiny number as a power of ten. @param {number} gap */
function sayGap(gap) {
  if (gap === 0) return "0";
  const [digits, exponent] = gap.toExponential(0).split("e-");
  return `${digits} × 10⁻${[...exponent].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("")}`;
}

/**
 * Sum one generation's times up.
 * @param {any} answer of `/generations`
 */
export function describeTimes({ steps, input_tokens, timings }) {
  const times = steps.map((/** @type {any} */ step) => step.milliseconds);
  return {
    n_prompt: input_tokens.length,
    n_steps: steps.length,
    times,
    probabilities: steps.map((/** @type {any} */ step) => step.probability),
    prompt_ms: timings.prompt_ms,
    step_ms: timings.step_ms ?? timings.prompt_ms,
    last_ms: times[times.length - 1],
    total_ms: times.reduce((/** @type {number} */ sum, /** @type {number} */ time) => sum + time, 0),
    n_rows: steps.reduce((/** @type {number} */ sum, /** @type {any} */ step) => sum + step.n_computed, 0),
  };
}

/**
 * Set the generation with the cache beside the one without, and both beside an
 * encoder's pass; null while one is missing or of another text.
 * @param {ReturnType<typeof describeTimes>|undefined} cached
 * @param {ReturnType<typeof describeTimes>|undefined} again
 * @param {{forward_ms: number, n_tokens: number}|undefined} encoder
 */
export function compareTimes(cached, again, encoder) {
  if (!cached || !again || !encoder || cached.times.length !== again.times.length) return null;
  const gaps = cached.probabilities.map((/** @type {number} */ probability, /** @type {number} */ place) => Math.abs(probability - again.probabilities[place]));
  const last = cached.n_prompt + cached.n_steps - 1;
  const position = perPosition(DECODER);
  const gap = Math.max(...gaps);
  return {
    is_measured: true,
    gap,
    gap_text: sayGap(gap),
    saved: again.total_ms / cached.total_ms,
    rows_saved: again.n_rows / cached.n_rows,
    step_per_pass: cached.step_ms / encoder.forward_ms,
    text_per_pass: cached.total_ms / encoder.forward_ms,
    // Multiply-adds a millisecond: one row at a time, and all rows of the prompt.
    step_rate: sayCount(Math.round((position + last * perCell(DECODER)) / cached.step_ms)),
    prompt_rate: sayCount(Math.round((position * cached.n_prompt) / cached.prompt_ms)),
  };
}
