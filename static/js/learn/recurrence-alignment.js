// @ts-check
/**
 * Read a translation with its alignment: what was written, where each word
 * looked, and where the order of the words turns around. Pure.
 */

/**
 * Words that are written in the opposite order of those they look at.
 * @typedef {object} Turn
 * @property {number} start the first row
 * @property {number} end the row after the last
 * @property {string} written
 * @property {string} source the same words in the order of the source
 *
 * @typedef {object} Alignment
 * @property {string} asked the text that was asked about
 * @property {string[]} source
 * @property {string[]} read what the decoder was fed, by row
 * @property {string[]} written what it wrote, by row; the last is the end
 * @property {string[][]} names the same, each alone, to name a single column
 * @property {number[][]} weights a row for each word written
 * @property {number[]} best the column of each row's largest weight
 * @property {number} count rows
 * @property {Turn[]} turns
 * @property {boolean} has_turns
 * @property {boolean} is_finished
 * @property {string} said the target as a person reads it
 * @property {string} warning what the model had no entry for; "" if nothing
 * @property {boolean} has_warning
 */

/**
 * Make an alignment of an answer of `/attention`, part cross.
 * @param {any} answer @param {string} asked
 * @returns {Alignment}
 */
export function readAlignment(answer, asked) {
  const weights = /** @type {number[][]} */ (answer.attention[0][0]);
  const source = textsOf(answer.key_tokens);
  const written = textsOf(answer.next_tokens);
  const best = weights.map((row) => row.indexOf(Math.max(...row)));
  const turns = findTurns(best, written, source);
  const warning = answer.warnings.join(" ");
  return {
    asked,
    source,
    read: textsOf(answer.query_tokens),
    written,
    names: written.map((word) => [word]),
    weights,
    best,
    count: written.length,
    turns,
    has_turns: turns.length > 0,
    is_finished: answer.target.finished,
    said: answer.target.text,
    warning,
    has_warning: warning !== "",
  };
}

/**
 * Find runs of rows whose largest weight moves back, row by row. Rows that
 * look at the same word as the one before neither end a run nor begin one.
 * @param {number[]} best @param {string[]} written @param {string[]} source
 * @returns {Turn[]}
 */
export function findTurns(best, written, source) {
  /** @type {Turn[]} */
  const turns = [];
  let start = 0;
  for (let row = 1; row <= best.length; row += 1) {
    if (row < best.length && best[row] <= best[row - 1]) continue;
    const places = [...new Set(best.slice(start, row))];
    if (places.length > 1) {
      const inOrder = places.sort((one, other) => one - other).map((place) => source[place]);
      turns.push({ start, end: row, written: written.slice(start, row).join(" "), source: inOrder.join(" ") });
    }
    start = row;
  }
  return turns;
}

/**
 * Which words of one translation stand in the other too, in the same order:
 * the longest common subsequence.
 * @param {string[]} words @param {string[]} others
 * @returns {boolean[]} one for each of `words`
 */
export function matchWords(words, others) {
  const lengths = Array.from({ length: words.length + 1 }, () => new Array(others.length + 1).fill(0));
  for (let one = words.length - 1; one >= 0; one -= 1) {
    for (let other = others.length - 1; other >= 0; other -= 1) {
      const isSame = words[one] === others[other];
      lengths[one][other] = isSame ? lengths[one + 1][other + 1] + 1 : Math.max(lengths[one + 1][other], lengths[one][other + 1]);
    }
  }
  const matched = new Array(words.length).fill(false);
  for (let one = 0, other = 0; one < words.length && other < others.length; ) {
    if (words[one] === others[other]) {
      matched[one] = true;
      one += 1;
      other += 1;
    } else if (lengths[one + 1][other] >= lengths[one][other + 1]) one += 1;
    else other += 1;
  }
  return matched;
}

/**
 * Say what one cell is, in words.
 * @param {Alignment} alignment @param {number} row @param {number} column
 * @param {(number: number, digits: number) => string} print
 */
export function sayCell({ source, written, weights }, row, column, print) {
  const weight = weights[row]?.[column];
  if (weight === undefined) return "";
  return `To write “${written[row]}” it looks at “${source[column]}” with ${print(weight, 3)}`;
}

/** @param {({text: string}|null)[]} tokens */
function textsOf(tokens) {
  return tokens.map((token) => token?.text ?? "");
}
