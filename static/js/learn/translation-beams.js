// @ts-check
/**
 * Tell what a beam search kept. Pure.
 */

/**
 * @param {any} answer of `/translations`
 * @param {number} lengthPenalty
 */
export function describeBeams(answer, lengthPenalty) {
  const kept = answer.beams.length > 0 ? answer.beams : [greedyBeam(answer, lengthPenalty)];
  const rows = kept.map((/** @type {any} */ { text, tokens, log_probability, score }) => ({
    text,
    length: tokens.length + 1,
    log_probability,
    score,
  }));
  const best = rows[0];
  const likeliest = rows.reduce((/** @type {any} */ top, /** @type {any} */ row) => (row.log_probability > top.log_probability ? row : top));
  return {
    rows,
    length_penalty: lengthPenalty,
    n_kept: rows.length,
    best: best.text,
    is_likeliest: best === likeliest,
  };
}

/** Greedy search keeps one target. @param {any} answer @param {number} lengthPenalty */
function greedyBeam({ text, target_tokens, steps, log_probability }, lengthPenalty) {
  return { text, tokens: target_tokens, log_probability, score: log_probability / steps.length ** lengthPenalty };
}
