// Answers of a model that writes a target, written by hand.
import { answerOf, token, VIEW } from "./answers.js";
import { decode } from "../../static/js/api/decode.js";

const special = { start: null, end: null, special: true, word: null };

/** "it was tired </s>" read; "<s> il était" fed, and "il était </s>" written. */
export const SOURCE = [token("it", 0), token("was", 1), token("tired", 2), token("</s>", 3, special)];
export const TARGET = [token("<s>", 0, special), token("il", 1), token("était", 2)];
export const NEXT = [token("il", 1), token("était", 2), token("</s>", 3, special)];

export const CROSS = [[0.7, 0.1, 0.1, 0.1], [0.2, 0.5, 0.2, 0.1], [0, 0.2, 0.75, 0.05]];
export const PAIR_VIEW = { ...VIEW, model: "lesson-translator", part: "cross", layer: 1, head: 2 };

const joined = [...SOURCE, ...TARGET.map((one) => ({ ...one, index: one.index + SOURCE.length, segment: 1 }))];

/** Encoder top left, cross bottom left, decoder bottom right. */
function jointRows() {
  const masked = [0, 0, 0];
  const encoder = SOURCE.map(() => [0.25, 0.25, 0.25, 0.25, ...masked]);
  const decoder = [[1, 0, 0], [0.5, 0.5, 0], [0.2, 0.2, 0.6]];
  return [...encoder, ...CROSS.map((row, place) => [...row, ...decoder[place]])];
}

/** An answer of one part, decoded; `view` patches the view it answers. */
export function pairOf(part, view = {}, more = {}) {
  const isCausal = (query, key) => key <= query;
  const shapes = {
    encoder: { rows: SOURCE.map(() => [0.25, 0.25, 0.25, 0.25]), tokens: [SOURCE, SOURCE], next: null },
    decoder: { rows: [[1, 0, 0], [0.5, 0.5, 0], [0.2, 0.2, 0.6]], tokens: [TARGET, TARGET], next: NEXT, mask: isCausal },
    cross: { rows: CROSS, tokens: [TARGET, SOURCE], next: NEXT },
    joint: {
      rows: jointRows(), tokens: [joined, joined], next: [...SOURCE.map(() => null), ...NEXT],
      mask: (query, key) => (query < 4 ? key < 4 : key < 4 || key <= query),
    },
  };
  const { rows, tokens, next, mask = () => true } = shapes[part];
  const answer = answerOf(tokens[1], rows, {
    model: "lesson-translator", part, layers: [1], heads: [2],
    target: { text: "Il était", forced: false, finished: true }, source_tokens: SOURCE, target_tokens: TARGET, next_tokens: next,
    mask: rows.map((row, query) => row.map((_, key) => mask(query, key))),
    ...more,
  });
  return decode({ ...answer, query_tokens: tokens[0], key_tokens: tokens[1] }, { ...PAIR_VIEW, part, ...view });
}

/** Models as the catalogue lists them. */
export const MODELS = [
  { id: "minilm", title: "MiniLM", family: "encoder", n_layers: 6, n_heads: 12, parts: [{ part: "encoder", n_layers: 6, n_heads: 12 }], objectives: ["attention"], takes_pair: true, has_special_tokens: true },
  {
    id: "lesson-translator", title: "Translator", family: "encoder-decoder", n_layers: 3, n_heads: 4, objectives: ["attention", "translation"],
    parts: [["encoder", 3], ["decoder", 2], ["cross", 2], ["joint", 2]].map(([part, n_layers]) => ({ part, n_layers, n_heads: 4 })),
    takes_pair: false, has_special_tokens: true,
  },
  { id: "lesson-bahdanau", title: "Bahdanau", family: "rnn", n_layers: 1, n_heads: 1, parts: [{ part: "cross", n_layers: 1, n_heads: 1 }], objectives: ["attention", "translation"], takes_pair: false, has_special_tokens: true },
  { id: "lesson-bottleneck", title: "Bottleneck", family: "rnn", n_layers: 0, n_heads: 0, parts: [], objectives: ["translation"], takes_pair: false, has_special_tokens: true },
  { id: "headless", title: "Headless", family: "encoder-decoder", n_layers: 2, n_heads: 2, parts: ["encoder", "cross"].map((part) => ({ part, n_layers: 2, n_heads: 2 })), objectives: ["attention"], takes_pair: false, has_special_tokens: true },
];
export const modelNamed = (id) => MODELS.find((model) => model.id === id);

/** What the store holds while an answer is on show. */
export const snapshotOf = (focus, patch = {}) => ({
  focus, view: { ...focus.view, ...patch.view }, pointer: { row: null, column: null }, models: MODELS, translation: null, exactRow: null, ...patch.more,
});
