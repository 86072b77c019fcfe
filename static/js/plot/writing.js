// @ts-check
/**
 * Say what a decoder's row has read and is about to write.
 */
import { isNamedWritten, stepOf, writingOf } from "../state/naming.js";
import { element } from "./elements.js";
import { formatWeight } from "./words.js";

/** Less likely words are no rivals. */
const SMALLEST_RIVAL = 0.01;
const MOST_RIVALS = 3;

/**
 * @param {import("../types.js").Snapshot} snapshot
 * @param {number} row
 * @returns {HTMLElement[]} none where a row writes nothing
 */
export function makeWriting(snapshot, row) {
  const { focus, view } = snapshot;
  const writing = focus && writingOf(focus, row);
  if (!focus || !writing) return [];
  const step = stepOf(snapshot, row);
  const chance = step ? `: probability ${formatWeight(step.probability)}` : "";
  const line = element("p", "reading-writing muted");
  const word = (/** @type {string} */ text) => element("b", "reading-word", text, { dir: "auto" });
  if (isNamedWritten(focus, view)) line.append("written after ", word(writing.read.text), chance);
  else line.append("about to write ", word(writing.written.text), chance);
  return [line, ...rivals(step, writing.written.text)];
}

/** @param {import("../types.js").TranslationStep|null} step @param {string} written */
function rivals(step, written) {
  const others = (step?.alternatives ?? []).filter(({ text, probability }) => text !== written && probability >= SMALLEST_RIVAL);
  if (others.length === 0) return [];
  const line = element("p", "reading-writing muted", "instead: ");
  others.slice(0, MOST_RIVALS).forEach(({ text, probability }, place) => {
    if (place > 0) line.append(", ");
    line.append(element("b", "reading-word", text, { dir: "auto" }), ` ${formatWeight(probability)}`);
  });
  return [line];
}
