// @ts-check
/**
 * Specify the heatmap of one head for Plotly: pure data in, data and layout out.
 *
 * Query positions run down (0 on top), key positions across (labels on top).
 * Axes are whole numbers with escaped labels, because a category axis drops
 * repeated words and turns "1", "2", "10" into a number line.
 * Not here: sizes (geometry.js), which cells (cells.js), traces (traces.js), axes
 * (axes.js), drawing (plotly.js).
 */

import { rowNames } from "../state/naming.js";
import { layoutFor } from "./axes.js";
import { detailWindowOf, gridOf, windowOf } from "./cells.js";
import { blockLabels, blockRules, hasBlocks, LABEL_ROOM } from "./blocks.js";
import { barTitle } from "./color-bar.js";
import { layOut } from "./geometry.js";
import { labelOf } from "./labels.js";
import { makeValueScale } from "./scale.js";
import { hasNumbers, hasSmall, heatTrace, maskTrace, numberTrace } from "./traces.js";

/**
 * @typedef {import("../types.js").Decoded} Decoded
 * @typedef {import("../types.js").View} View
 * @typedef {import("./theme.js").Theme} Theme
 * @typedef {import("./cells.js").Grid} Grid
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Window} Window
 * @typedef {import("./scale.js").Scale} Scale
 */

/**
 * @typedef {object} HeatmapSpec
 * @property {Record<string, unknown>[]} data traces
 * @property {Record<string, any>} layout
 * @property {Geometry} geometry
 * @property {Window} window what is drawn, in places
 * @property {Grid} grid
 * @property {Scale} scale
 * @property {boolean} hasDots whether a dot is printed for the smallest weights
 */

/** Cells at least this large are parted by a line. */
const PARTED_CELL = 9;

/**
 * Specify the heatmap.
 * @param {object} input
 * @param {Decoded} input.overview the head in focus, pooled where it is long
 * @param {Decoded | null} [input.detail] exact cells of the zoom window
 * @param {Pick<View, "zoom" | "scale" | "named">} input.view
 * @param {Theme} input.theme
 * @param {{ width: number, height: number }} input.room most room, pixels
 * @returns {HeatmapSpec}
 */
export function specifyHeatmap({ overview, detail = null, view, theme, room }) {
  const window = windowOf(view.zoom, overview.queryTokens.length, overview.keyTokens.length);
  const grid = gridOf(overview, detail, window, detailWindowOf(detail));
  const { quantity } = overview.answer;
  const hasOwnRange = quantity === "scores" || view.scale === "head";
  const scale = makeValueScale(hasOwnRange ? valuesOf(overview, grid) : [], quantity, view.scale);
  const [queryTokens, { keyTokens }] = [rowNames(overview, view), overview];
  const isBlocked = hasBlocks(overview);
  const geometry = layOut({
    window,
    rowLabels: queryTokens.map(labelOf),
    columnLabels: keyTokens.map(labelOf),
    // Blocks say themselves what is hatched.
    hasLegend: grid.hasMasked && !isBlocked,
    labelRoom: isBlocked ? LABEL_ROOM : 0,
    ...room,
  });
  const isParted = Math.min(geometry.cellWidth, geometry.cellHeight) * grid.factor >= PARTED_CELL;
  /** @type {Record<string, unknown>[]} */
  const data = [heatTrace(grid, scale, geometry, theme, isParted ? 1 : 0)];
  if (grid.hasMasked) data.push(maskTrace(grid, theme));
  const isNumbered = hasNumbers(grid, geometry);
  if (isNumbered) data.push(numberTrace(grid, scale, theme));
  /** @type {Record<string, any>} */
  const layout = layoutFor({ queryTokens, keyTokens, window, geometry, theme, isParted });
  layout.showlegend = !isBlocked;
  layout.shapes = blockRules(overview, window, theme);
  layout.annotations = [barTitle(scale, geometry, theme), ...blockLabels(overview, window, geometry, theme)];
  const hasDots = isNumbered && quantity === "weights" && hasSmall(grid);
  return { data, layout, geometry, window, grid, scale, hasDots };
}

/**
 * Gather the numbers that fix a head's own range: all of it, not the window.
 * @param {Decoded} overview
 * @param {Grid} grid
 */
function valuesOf(overview, grid) {
  const [, , rows, columns] = overview.shape;
  const values = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (overview.isAllowed(0, row, column)) values.push(overview.at(0, 0, row, column));
    }
  }
  return overview.factor > 1 && grid.factor === 1 ? values.concat(...grid.values.map((line) => [...line])) : values;
}
