// @ts-check
/**
 * Place the color bar of a heatmap, its ticks and its name.
 *
 * Not here: which ticks (scale.js), which colors (colors.js).
 */

/**
 * @typedef {import("./theme.js").Theme} Theme
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./scale.js").Scale} Scale
 */

/** Room for the title above the color bar, pixels; for one beside it. */
const BAR_TITLE = 24;
const BAR_NAME = 76;

/**
 * Specify the color bar: beside the plot, or under it where that is narrow.
 * @param {Scale} scale
 * @param {Geometry} geometry
 * @param {Theme} theme
 */
export function colorBar(scale, geometry, theme) {
  const [plotWidth, plotHeight] = plotSize(geometry);
  const text = { family: theme.monoFont, size: 11, color: theme.muted };
  const common = {
    thickness: 10,
    thicknessmode: "pixels",
    lenmode: "pixels",
    outlinewidth: 1,
    outlinecolor: theme.rule,
    tickmode: "array",
    tickvals: scale.ticks.map((tick) => tick.at),
    ticktext: scale.ticks.map((tick) => tick.label),
    tickfont: text,
    ticks: "outside",
    ticklen: 3,
    tickcolor: theme.rule,
    xpad: 0,
    ypad: 0,
  };
  if (geometry.isNarrow) {
    return {
      ...common,
      orientation: "h",
      len: lyingBar(geometry),
      x: 0,
      xanchor: "left",
      y: -(12 + geometry.labelRoom) / plotHeight,
      yanchor: "top",
    };
  }
  return {
    ...common,
    len: Math.max(70, Math.min(190, plotHeight - BAR_TITLE)),
    x: 1 + 16 / plotWidth,
    xanchor: "left",
    y: 1 - BAR_TITLE / plotHeight,
    yanchor: "top",
  };
}

/**
 * Name the color bar. A title of its own would touch its topmost tick.
 * @param {Scale} scale
 * @param {Geometry} geometry
 * @param {Theme} theme
 */
export function barTitle(scale, geometry, theme) {
  const [plotWidth, plotHeight] = plotSize(geometry);
  const place = geometry.isNarrow
    ? { x: (lyingBar(geometry) + 12) / plotWidth, y: -(10 + geometry.labelRoom) / plotHeight }
    : { x: 1 + 15 / plotWidth, y: 1 };
  return {
    ...place,
    text: scale.title,
    name: "color bar",
    xref: "paper",
    yref: "paper",
    xanchor: "left",
    yanchor: "top",
    showarrow: false,
    font: { family: theme.textFont, size: 12, color: theme.muted },
  };
}

/**
 * How long the color bar under a narrow plot is, its name beside it.
 * @param {Geometry} geometry
 */
function lyingBar({ width, margin }) {
  return Math.max(100, Math.min(200, width - margin.l - BAR_NAME));
}

/** @param {Geometry} geometry */
function plotSize({ width, height, margin }) {
  return [width - margin.l - margin.r, height - margin.t - margin.b];
}
