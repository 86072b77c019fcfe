// @ts-check
/**
 * Specify a lesson's heatmap of many cells for Plotly: the page's scale and
 * color bar, whole-number axes, escaped labels. Pure.
 */
import { plotlyColorscale } from "./colors.js";
import { ellipsize, escapeLabel, isolate } from "./labels.js";
import { roundTicks } from "./scale.js";

const LONGEST_LABEL = 12;
const PARTED_CELL = 9;
/** Pixels a label needs along its axis. */
const LABEL_STEP = { row: 15, column: 22 };

/**
 * @param {object} input
 * @param {(number|null)[][]} input.cells null: masked, a gap
 * @param {string[]} input.rowLabels
 * @param {string[]} input.columnLabels
 * @param {string} input.rowName
 * @param {string} input.columnName
 * @param {string} input.unit what a cell is, over the color bar
 * @param {[number, number]} input.ends of the color scale
 * @param {import("./theme.js").Theme} input.theme
 * @param {{ width: number, height: number }} input.room
 */
export function specifyLessonHeatmap({ cells, rowLabels, columnLabels, rowName, columnName, unit, ends, theme, room }) {
  const longest = Math.max(1, ...rowLabels.map((label) => Math.min(LONGEST_LABEL, label.length)));
  const margin = { l: 34 + 7 * longest, r: 64, t: 54, b: 12, pad: 0, autoexpand: false };
  const cellSide = Math.min(
    (room.width - margin.l - margin.r) / Math.max(1, columnLabels.length),
    (room.height - margin.t - margin.b) / Math.max(1, rowLabels.length),
  );
  const [low, high] = ends[1] > ends[0] ? ends : [ends[0], ends[0] + 1];
  const text = { family: theme.textFont, size: 12, color: theme.muted };
  const trace = {
    type: "heatmap",
    z: cells.map((line) => line.map((cell) => cell ?? NaN)),
    zmin: low,
    zmax: high,
    colorscale: plotlyColorscale(theme.stops),
    hoverinfo: "none",
    xgap: cellSide >= PARTED_CELL ? 1 : 0,
    ygap: cellSide >= PARTED_CELL ? 1 : 0,
    colorbar: colorBar(low, high, unit, theme, room.height - margin.t - margin.b),
  };
  const layout = {
    ...room,
    margin,
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: theme.masked,
    font: { ...text, color: theme.ink },
    dragmode: false,
    xaxis: { ...axis(columnLabels, columnName, room.width - margin.l - margin.r, "column", theme), side: "top" },
    yaxis: { ...axis(rowLabels, rowName, room.height - margin.t - margin.b, "row", theme), autorange: "reversed" },
  };
  return { data: [trace], layout };
}

/**
 * @param {string[]} labels @param {string} name @param {number} room
 * @param {"row"|"column"} side @param {import("./theme.js").Theme} theme
 */
function axis(labels, name, room, side, theme) {
  const stride = Math.max(1, Math.ceil((labels.length * LABEL_STEP[side]) / Math.max(1, room)));
  const places = labels.map((_, place) => place).filter((place) => place % stride === 0);
  return {
    type: "linear",
    tickmode: "array",
    tickvals: places,
    ticktext: places.map((place) => escapeLabel(isolate(ellipsize(labels[place], LONGEST_LABEL)))),
    tickfont: { family: theme.monoFont, size: 11, color: theme.ink },
    title: { text: escapeLabel(name), font: { family: theme.textFont, size: 12, color: theme.muted }, standoff: 6 },
    ticks: "outside",
    ticklen: 3,
    tickcolor: theme.rule,
    showgrid: false,
    zeroline: false,
    showline: true,
    mirror: true,
    linecolor: theme.rule,
    fixedrange: true,
    automargin: false,
  };
}

/**
 * @param {number} low @param {number} high @param {string} unit
 * @param {import("./theme.js").Theme} theme @param {number} height
 */
function colorBar(low, high, unit, theme, height) {
  const ticks = roundTicks(low, high);
  return {
    thickness: 10,
    len: Math.max(70, Math.min(190, height)),
    lenmode: "pixels",
    x: 1.02,
    xanchor: "left",
    y: 1,
    yanchor: "top",
    xpad: 0,
    ypad: 0,
    outlinewidth: 1,
    outlinecolor: theme.rule,
    tickmode: "array",
    tickvals: ticks,
    ticktext: ticks.map((at) => String(at).replace("-", "\u2212")),
    tickfont: { family: theme.monoFont, size: 11, color: theme.muted },
    title: { text: escapeLabel(unit), side: "top", font: { family: theme.textFont, size: 12, color: theme.muted } },
  };
}
