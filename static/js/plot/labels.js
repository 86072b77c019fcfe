// @ts-check
/**
 * Make token labels that fit an axis and can't be read as markup.
 *
 * Lives here: escaping for Plotly, width estimates, ellipsis, tick thinning.
 * Pure functions; the figure is put together in heatmap.js.
 */

/** @type {Record<string, string>} */
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", $: "&#36;" };

/**
 * Escape what Plotly would take for HTML or for mathematics. Plotly knows few
 * named entities: a quotation mark is left alone, it would show as "&quot;".
 * @param {string} text
 */
export function escapeLabel(text) {
  return text.replace(/[&<>$]/g, (character) => ENTITIES[character]);
}

/**
 * Keep a right-to-left token from turning its neighbours round.
 * @param {string} text
 */
export function isolate(text) {
  return /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\ufb1d-\ufdff\ufe70-\ufefc]/.test(text) ? `\u2068${text}\u2069` : text;
}

/**
 * Name a token where it stands alone: several tokens of one character look the
 * same, so each says which part it is, such as "1/3".
 * @param {{ text: string, piece: string | null }} token
 */
export function labelOf({ text, piece }) {
  return piece ? `${text} ${piece}` : text;
}

/** @type {Intl.Segmenter | null} */
const segmenter =
  typeof Intl.Segmenter === "function" ? new Intl.Segmenter(undefined, { granularity: "grapheme" }) : null;

/**
 * Split a text into what a person calls characters.
 * @param {string} text
 * @returns {string[]}
 */
function graphemes(text) {
  return segmenter ? Array.from(segmenter.segment(text), (part) => part.segment) : Array.from(text);
}

/** @param {string} grapheme */
function columnsOf(grapheme) {
  return /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Extended_Pictographic}/u.test(
    grapheme,
  )
    ? 2
    : 1;
}

/**
 * Count the monospace columns a text takes; wide scripts and emoji take two.
 * @param {string} text
 */
export function textColumns(text) {
  return graphemes(text).reduce((sum, grapheme) => sum + columnsOf(grapheme), 0);
}

/**
 * Count the columns a text may take at most: without a glyph for a family of
 * emoji, its members stand side by side.
 * @param {string} text
 */
export function mostColumns(text) {
  const members = text.match(/\p{Extended_Pictographic}/gu) ?? [];
  const rest = text.replace(/\p{Extended_Pictographic}|[\u200d\ufe0f]/gu, "");
  return Math.max(textColumns(text), 2 * members.length + textColumns(rest));
}

/**
 * Cut a text to so many columns, ending in an ellipsis where it was cut.
 * @param {string} text
 * @param {number} limit in monospace columns
 */
export function ellipsize(text, limit) {
  const parts = graphemes(text);
  let columns = 0;
  let kept = "";
  for (let index = 0; index < parts.length; index += 1) {
    const width = columnsOf(parts[index]);
    const isLast = index === parts.length - 1;
    if (columns + width > limit - (isLast ? 0 : 1)) return `${kept}\u2026`;
    columns += width;
    kept += parts[index];
  }
  return kept;
}

/**
 * Choose an even stride so that labels stand at least so far apart.
 * @param {number} cellPixels between two neighbours
 * @param {number} neededPixels between two labels
 */
export function tickStride(cellPixels, neededPixels) {
  const needed = neededPixels / cellPixels;
  if (needed <= 1) return 1;
  for (let power = 1; ; power *= 10) {
    for (const factor of [2, 3, 4, 5, 10]) {
      if (factor * power >= needed) return factor * power;
    }
  }
}

/**
 * List the places that keep their label.
 * @param {number} start first place drawn
 * @param {number} stop one past the last
 * @param {number} stride
 */
export function tickPlaces(start, stop, stride) {
  const places = [];
  for (let place = Math.ceil(start / stride) * stride; place < stop; place += stride) places.push(place);
  return places;
}
