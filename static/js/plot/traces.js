// @ts-check
/**
 * Make the traces of a heatmap: cells with their color bar, the hatch over
 * masked cells, and the numbers printed in large cells.
 */

import { maskedOutlines } from "./cells.js";
import { colorBar } from "./color-bar.js";
import { makeScale, plotlyColorscale, textColorOn } from "./colors.js";

/**
 * @typedef {import("./theme.js").Theme} Theme
 * @typedef {import("./cells.js").Grid} Grid
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./scale.js").Scale} Scale
 */

/** A weight under this prints as zero, for which a dot stands. */
export const SMALLEST_PRINTED = 0.005;
/** Numbers are printed in cells at least this large, and at most so many. */
const NUMBER_CELL = 34;
const MOST_NUMBERS = 400;

/** @param {number[]} edges */
const axisEdges = (edges) => edges.map((edge) => edge - 0.5);

/**
 * @param {Grid} grid
 * @param {Scale} scale
 * @param {Geometry} geometry
 * @param {Theme} theme
 * @param {number} gap pixels between cells
 */
export function heatTrace(grid, scale, geometry, theme, gap) {
  return {
    type: "heatmap",
    name: "cells",
    x: axisEdges(grid.columnEdges),
    y: axisEdges(grid.rowEdges),
    z: grid.values.map((line) => line.map(scale.draw)),
    zmin: scale.min,
    zmax: scale.max,
    zsmooth: false,
    colorscale: plotlyColorscale(theme.stops),
    xgap: gap,
    ygap: gap,
    hoverinfo: "skip",
    colorbar: colorBar(scale, geometry, theme),
  };
}

/**
 * Hatch the masked cells and name them in a legend: a gap is not a zero.
 * @param {Grid} grid
 * @param {Theme} theme
 */
export function maskTrace(grid, theme) {
  return {
    type: "scatter",
    mode: "lines",
    name: "masked: may not look",
    ...maskedOutlines(grid),
    fill: "toself",
    line: { width: 0, color: theme.rule },
    fillpattern: {
      shape: "/",
      fillmode: "replace",
      bgcolor: theme.paper,
      fgcolor: theme.hatch,
      size: 7,
      solidity: 0.14,
    },
    hoverinfo: "skip",
    showlegend: true,
  };
}

/**
 * @param {Grid} grid
 * @param {Geometry} geometry
 */
export function hasNumbers(grid, geometry) {
  const count = grid.values.length * (grid.values[0]?.length ?? 0);
  return grid.factor === 1 && count <= MOST_NUMBERS && Math.min(geometry.cellWidth, geometry.cellHeight) >= NUMBER_CELL;
}

/** Whether a weight is too small to be printed. @param {Grid} grid */
export function hasSmall(grid) {
  return grid.values.some((line) => line.some((value) => value < SMALLEST_PRINTED));
}

/**
 * Print a number short enough for a cell: ".64", "1", "−3.2"; a weight that
 * would print as zero is a dot, which lets the others stand out.
 * @param {number} value
 * @param {boolean} isScore
 */
export function cellNumber(value, isScore) {
  if (isScore) {
    const text = value.toFixed(Math.abs(value) < 10 ? 1 : 0);
    return Number(text) === 0 ? "0.0" : text.replace("-", "\u2212");
  }
  if (value < SMALLEST_PRINTED) return "\u00b7";
  return value
    .toFixed(2)
    .replace(/^0/, "")
    .replace(/^1\.00$/, "1");
}

/**
 * @param {Grid} grid
 * @param {Scale} scale
 * @param {Theme} theme
 */
export function numberTrace(grid, scale, theme) {
  const color = makeScale(theme.stops);
  const [x, y, text, colors] = [[], [], [], []].map((list) => /** @type {any[]} */ (list));
  grid.values.forEach((line, row) => {
    line.forEach((value, column) => {
      if (Number.isNaN(value)) return;
      x.push(grid.columnEdges[column]);
      y.push(grid.rowEdges[row]);
      text.push(cellNumber(value, scale.mode === "score"));
      colors.push(textColorOn(color(scale.share(value))));
    });
  });
  const textfont = { family: theme.monoFont, size: 11, color: colors };
  return { type: "scatter", mode: "text", name: "numbers", x, y, text, textfont, hoverinfo: "skip", showlegend: false };
}
