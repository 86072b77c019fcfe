// @ts-check
/**
 * Say what keeps a word from being compared in two sentences, before anyone
 * asks the server. Pure.
 */

/**
 * @param {{text: string, other: string, word: string}} state
 * @returns {string} empty where nothing does
 */
export function findHindrance({ text, other, word }) {
  if (word.trim() === "") return "Give a word to compare.";
  if (text.trim() === "" || other.trim() === "") return "Give two sentences.";
  const isIn = [text, other].map((sentence) => hasWord(sentence, word.trim()));
  if (isIn[0] && isIn[1]) return "";
  const which = !isIn[0] && !isIn[1] ? "either sentence" : isIn[0] ? "the other order" : "the one order";
  return `“${word.trim()}” does not stand in ${which}.`;
}

/** @param {string} sentence @param {string} word */
function hasWord(sentence, word) {
  const plain = word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${plain}(?![\\p{L}\\p{N}])`, "iu").test(sentence);
}
