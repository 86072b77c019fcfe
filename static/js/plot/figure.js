// @ts-check
/**
 * Turn a heatmap into a figure that stands alone in a file: what it is, of
 * which model and sentence, and the row and cell that were chosen. Pure.
 */

import { isNamedWritten } from "../state/naming.js";
import { dotLine, hiddenLine, quantityLine } from "./captions.js";
import { specifyHeatmap } from "./heatmap.js";
import { adapterNote, titleOf } from "./titles.js";
import { ellipsize, escapeLabel, isolate } from "./labels.js";

/**
 * @typedef {import("../types.js").Decoded} Decoded
 * @typedef {import("../types.js").View} View
 * @typedef {import("./theme.js").Theme} Theme
 */

const WIDTH = 900;
const HEIGHT = 820;
const EDGE = 24;
const HEADER = 84;
const FOOTER = 30;

/**
 * @param {object} input
 * @param {Decoded} input.overview
 * @param {Decoded | null} input.detail
 * @param {View} input.view
 * @param {Theme} input.theme
 * @param {string} input.modelTitle
 * @returns {{ data: Record<string, unknown>[], layout: Record<string, any> }}
 */
export function specifyFigure({ overview, detail, view, theme, modelTitle }) {
  const room = { width: WIDTH - 2 * EDGE, height: HEIGHT - HEADER - FOOTER };
  const { data, layout, geometry, grid, hasDots } = specifyHeatmap({ overview, detail, view, theme, room });
  const { margin } = geometry;
  const margins = {
    ...layout.margin,
    l: margin.l + EDGE,
    r: margin.r + EDGE,
    t: margin.t + HEADER,
    b: margin.b + FOOTER,
  };
  const width = Math.max(560, Math.ceil(geometry.width) + 2 * EDGE);
  margins.r += width - (Math.ceil(geometry.width) + 2 * EDGE);
  const height = Math.ceil(geometry.height) + HEADER + FOOTER;
  return {
    data,
    layout: {
      ...layout,
      width,
      height,
      margin: margins,
      paper_bgcolor: theme.paper,
      shapes: [...layout.shapes, ...markShapes(view, geometry, theme)],
      annotations: [
        ...layout.annotations,
        ...lines({ overview, view, theme, modelTitle, width, height, margins, factor: grid.factor, hasDots }),
      ],
    },
  };
}

/**
 * @param {View} view
 * @param {import("./geometry.js").Geometry} geometry
 * @param {Theme} theme
 */
function markShapes({ row, column }, geometry, theme) {
  if (row === null) return [];
  const box = { type: "rect", fillcolor: "rgba(0,0,0,0)", line: { color: theme.accent, width: 2 } };
  const vertical = { y0: row - 0.5, y1: row + 0.5 };
  const shapes = [{ ...box, xref: "paper", x0: 0, x1: 1, ...vertical }];
  if (column === null) return shapes;
  return [
    ...shapes,
    {
      ...box,
      x0: column - 0.5,
      x1: column + 0.5,
      ...vertical,
      line: { color: theme.accent, width: geometry.cellWidth > 12 ? 3 : 2 },
    },
  ];
}

/**
 * Write the lines above and below the plot, in pixels from the paper's edges.
 * @param {object} input
 * @param {Decoded} input.overview
 * @param {View} input.view
 * @param {Theme} input.theme
 * @param {string} input.modelTitle
 * @param {number} input.width
 * @param {number} input.height
 * @param {{ l: number, r: number, t: number, b: number }} input.margins
 * @param {number} input.factor
 * @param {boolean} input.hasDots
 */
function lines({ overview, view, theme, modelTitle, width, height, margins, factor, hasDots }) {
  const [plotWidth, plotHeight] = [width - margins.l - margins.r, height - margins.t - margins.b];
  /**
   * @param {string} text already escaped
   * @param {number} y pixels from the top
   * @param {{ size: number, color: string }} font
   */
  const line = (text, y, font) => ({
    text,
    xref: "paper",
    yref: "paper",
    x: (EDGE - margins.l) / plotWidth,
    y: 1 - (y - margins.t) / plotHeight,
    xanchor: "left",
    yanchor: "top",
    align: "left",
    showarrow: false,
    font: { ...font, family: theme.textFont },
  });
  const { quantity, part, source_tokens: source } = overview.answer;
  const most = Math.floor((width - 2 * EDGE) / 7);
  const sentence = sentenceOf(overview, view);
  const pooled = factor > 1 ? `each cell is the largest of ${factor} \u00d7 ${factor}` : null;
  const notes = [
    `${quantityLine(overview)}${adapterNote(view)}`,
    pooled,
    hiddenLine(overview),
    view.merge === "words" ? "pieces joined to words" : null,
    isNamedWritten(overview, view) ? "rows are named by the token written" : null,
    hasDots ? dotLine().replace(/^A (.*)\.$/, "a $1") : null,
  ];
  const place = titleOf(overview);
  const title = `<b>${escapeLabel(modelTitle)}, ${place.charAt(0).toLowerCase()}${place.slice(1)}</b>: ${source ? "" : "attention "}${quantity}`;
  const axes = source && part === "cross" ? "target down, source across" : "query down, key across";
  return [
    line(title, 20, { size: 16, color: theme.ink }),
    line(escapeLabel(isolate(ellipsize(sentence.replace(/\s+/g, " "), most))), 44, { size: 13, color: theme.ink }),
    line(escapeLabel(notes.filter((note) => note !== null).join("; ")), 63, { size: 12, color: theme.muted }),
    line(`${axes} \u00b7 drawn with Headlight`, height - 24, { size: 11, color: theme.muted }),
  ];
}

/**
 * What was read; with a target, also what was written and by whom.
 * @param {Decoded} overview @param {View} view
 */
function sentenceOf({ answer }, { text, pair }) {
  if (pair !== null) return `${text} | ${pair}`;
  if (!answer.target) return text;
  return `${text} \u2192 ${answer.target.text}${answer.target.forced ? " (forced)" : ""}`;
}
