// @ts-check
/**
 * Lay the axes, labels and legend around a heatmap.
 *
 * Lives here: the layout half of the specification. Not here: the traces
 * (heatmap.js) and the sizes (geometry.js).
 */

import { escapeLabel, isolate } from "./labels.js";

/**
 * @typedef {import("../types.js").Token} Token
 * @typedef {import("./theme.js").Theme} Theme
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").AxisTicks} AxisTicks
 * @typedef {import("./geometry.js").Window} Window
 */

/**
 * Write one axis label; where labels are thinned out, its position follows, so
 * that the eye can count.
 * @param {Token} token
 * @param {string} text cut to fit
 * @param {number} stride
 * @param {Theme} theme
 */
function tickLabel(token, text, stride, theme) {
  const label = escapeLabel(isolate(text));
  const shown = token.special ? `<i>${label}</i>` : label;
  return stride > 1 ? `${shown} <span style="color:${theme.muted}">${token.index}</span>` : shown;
}

/**
 * @param {readonly Token[]} tokens
 * @param {AxisTicks} ticks
 * @param {Geometry} geometry
 * @param {Theme} theme
 */
function axis(tokens, ticks, geometry, theme) {
  return {
    type: "linear",
    tickmode: "array",
    tickvals: ticks.places,
    ticktext: ticks.places.map((place, index) => tickLabel(tokens[place], ticks.texts[index], ticks.stride, theme)),
    tickfont: { family: theme.monoFont, size: geometry.fontSize, color: theme.ink },
    ticks: "outside",
    ticklen: 4,
    tickcolor: theme.rule,
    showgrid: false,
    zeroline: false,
    showline: true,
    mirror: true,
    linecolor: theme.rule,
    linewidth: 1,
    automargin: false,
  };
}

/**
 * Build the layout.
 * @param {object} input
 * @param {readonly Token[]} input.queryTokens
 * @param {readonly Token[]} input.keyTokens
 * @param {Window} input.window
 * @param {Geometry} input.geometry
 * @param {Theme} input.theme
 * @param {boolean} input.isParted whether lines part the cells
 */
export function layoutFor({ queryTokens, keyTokens, window, geometry, theme, isParted }) {
  const { width, height, margin, ticks } = geometry;
  const plotHeight = height - margin.t - margin.b;
  return {
    width,
    height,
    margin: { ...margin, pad: 0, autoexpand: false },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: isParted ? theme.grid : theme.paper,
    font: { family: theme.textFont, size: 12, color: theme.ink },
    hovermode: false,
    dragmode: "zoom",
    xaxis: {
      ...axis(keyTokens, ticks.columns, geometry, theme),
      side: "top",
      tickangle: geometry.angle,
      range: [window.columnStart - 0.5, window.columnStop - 0.5],
    },
    yaxis: {
      ...axis(queryTokens, ticks.rows, geometry, theme),
      range: [window.rowStop - 0.5, window.rowStart - 0.5],
    },
    showlegend: true,
    legend: {
      x: 0,
      xanchor: "left",
      y: -(geometry.isNarrow ? 58 : 8) / plotHeight,
      yanchor: "top",
      itemclick: false,
      itemdoubleclick: false,
      bgcolor: "rgba(0,0,0,0)",
      borderwidth: 0,
      font: { family: theme.textFont, size: 12, color: theme.muted },
    },
  };
}
