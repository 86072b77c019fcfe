// @ts-check
/**
 * Know the two models of the masks lesson: their sizes and an example each.
 */

/** @typedef {import("../lesson-types.js").LessonState} LessonState */

export const ENCODER = "minilm";
export const DECODER = "smollm2-135m";
/** The page draws so many tokens a side. */
export const MOST_DRAWN = 48;

const PLAIN = { real_window: 4, real_prefix: 3, real_cut: 6, real_causal: true, real_painted: "" };

/** @type {Record<string, {layers: number, heads: number, example: Record<string, any>}>} */
export const MODELS = {
  [ENCODER]: {
    layers: 6,
    heads: 12,
    example: {
      ...PLAIN,
      text: "The animal didn't cross the street because it was too tired",
      layer: 3,
      head: 1,
      place: 10,
      real_kind: "causal",
      real_padded: [],
    },
  },
  [DECODER]: {
    layers: 30,
    heads: 9,
    example: {
      ...PLAIN,
      text: "The capital of France is",
      layer: 23,
      head: 4,
      place: 4,
      real_kind: "causal",
      real_padded: [3],
    },
  },
};

/**
 * Go over to a model: its example where the sentence was the other's, else the
 * reader's own sentence under a plain mask.
 * @param {LessonState} state the model already changed
 * @returns {LessonState}
 */
export function arriveAt(state) {
  const { layers, heads, example } = MODELS[state.model];
  const isExample = Object.values(MODELS).some((model) => model.example.text === state.text);
  if (isExample) return { ...state, ...example };
  return {
    ...state,
    layer: Math.min(state.layer, layers - 1),
    head: Math.min(state.head, heads - 1),
    real_kind: state.real_kind === "painted" ? "causal" : state.real_kind,
    real_padded: [],
    real_painted: "",
  };
}
