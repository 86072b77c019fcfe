// @ts-check
/**
 * Decide where each head's thumbnail stands. Pure.
 *
 * Lives here: the three layouts (layers down, in ranks, in one strip) and the
 * order of the heads. Not here: the pixels (`mosaic-paint.js`).
 */

/**
 * @typedef {import("../types.js").Decoded} Decoded
 * @typedef {import("../types.js").Order} Order
 * @typedef {{layer: number, head: number}} HeadPlace
 *
 * @typedef {object} Tile
 * @property {number} layer
 * @property {number} head
 * @property {number} x left edge, CSS pixels
 * @property {number} y
 * @property {string} name its own label, "" where rows and columns carry it
 *
 * @typedef {object} MosaicLayout
 * @property {Tile[]} tiles in reading order
 * @property {number} size side of a thumbnail
 * @property {number} width
 * @property {number} height
 * @property {number} columns tiles in a row; the arrow keys go by it
 * @property {{text: string, x: number, y: number, align: "center"|"right"}[]} labels
 */

const GAP = 3;
const FOLD_GAP = 18;
const LABEL = 20;
const NAME = 13;
const LARGEST = 96;
const SMALLEST = 8;
const STRIP_SIZE = 72;

/** Which statistic orders the heads, and which end comes first. */
export const ORDERS = /** @type {Record<Exclude<Order, "layer">, {statistic: string, isDescending: boolean, says: string}>} */ ({
  entropy: { statistic: "entropy_nats", isDescending: false, says: "sharpest first" },
  sink: { statistic: "sink_share", isDescending: true, says: "most on the first token first" },
  previous: { statistic: "previous_share", isDescending: true, says: "most on the token before first" },
  distance: { statistic: "distance", isDescending: true, says: "farthest first" },
});

/**
 * The order that can be had: by layer where the answer lacks the numbers.
 * @param {Decoded|null} mosaic
 * @param {Order} order
 * @returns {Order}
 */
export function orderOf(mosaic, order) {
  return order === "layer" || !mosaic || ORDERS[order].statistic in mosaic.statistics ? order : "layer";
}

/**
 * List the heads in the order asked; equal ones keep the model's order.
 * @param {Decoded} mosaic
 * @param {Order} order
 * @returns {HeadPlace[]} places in the answer
 */
export function orderHeads(mosaic, order) {
  const [nLayers, nHeads] = mosaic.shape;
  const heads = [];
  for (let layer = 0; layer < nLayers; layer += 1) {
    for (let head = 0; head < nHeads; head += 1) heads.push({ layer, head });
  }
  if (order === "layer") return heads;
  const { statistic, isDescending } = ORDERS[order];
  const numbers = mosaic.statistics[statistic];
  if (!numbers) return heads;
  const sign = isDescending ? -1 : 1;
  return heads.sort((a, b) => sign * (numbers.at(a.layer, a.head) - numbers.at(b.layer, b.head)));
}

/**
 * Layers down, heads across; a tall model is folded into columns side by side
 * where that makes the thumbnails larger.
 * @param {{nLayers: number, nHeads: number}} shape
 * @param {{width: number, height: number}} room
 * @returns {MosaicLayout}
 */
export function layOutLayers({ nLayers, nHeads }, room) {
  let best = { folds: 1, size: 0 };
  for (let folds = 1; folds <= 4; folds += 1) {
    const rows = Math.ceil(nLayers / folds);
    const across = room.width - folds * LABEL - (folds - 1) * FOLD_GAP;
    const size = Math.min(across / (folds * nHeads) - GAP, (room.height - LABEL) / rows - GAP, LARGEST);
    if (size >= best.size) best = { folds, size };
  }
  const size = Math.max(Math.floor(best.size), SMALLEST);
  const rows = Math.ceil(nLayers / best.folds);
  const pitch = size + GAP;
  const foldWidth = LABEL + nHeads * pitch - GAP + FOLD_GAP;
  /** @type {MosaicLayout} */
  const layout = { tiles: [], labels: [], size, columns: nHeads, width: 0, height: LABEL + rows * pitch };
  for (let layer = 0; layer < nLayers; layer += 1) {
    const left = Math.floor(layer / rows) * foldWidth + LABEL;
    const y = LABEL + (layer % rows) * pitch;
    layout.labels.push({ text: String(layer), x: left - 6, y: y + size / 2, align: "right" });
    for (let head = 0; head < nHeads; head += 1) {
      const x = left + head * pitch;
      layout.tiles.push({ layer, head, x, y, name: "" });
      if (layer % rows === 0) layout.labels.push({ text: String(head), x: x + size / 2, y: LABEL / 2, align: "center" });
      layout.width = Math.max(layout.width, x + size + GAP);
    }
  }
  return layout;
}

/**
 * In order of rank, row by row, each with its name under it.
 * @param {HeadPlace[]} heads
 * @param {{width: number, height: number}} room
 * @returns {MosaicLayout}
 */
export function layOutRanks(heads, room) {
  let best = { columns: 1, size: 0 };
  for (let columns = 1; columns <= heads.length; columns += 1) {
    const rows = Math.ceil(heads.length / columns);
    const size = Math.min(room.width / columns - GAP, room.height / rows - GAP - NAME, LARGEST);
    if (size > best.size) best = { columns, size };
  }
  const size = Math.max(Math.floor(best.size), SMALLEST);
  const [pitch, fall] = [size + GAP, size + GAP + NAME];
  const tiles = heads.map(({ layer, head }, rank) => ({
    layer,
    head,
    x: (rank % best.columns) * pitch,
    y: Math.floor(rank / best.columns) * fall,
    name: `${layer}·${head}`,
  }));
  const rows = Math.ceil(heads.length / best.columns);
  return { tiles, labels: [], size, columns: best.columns, width: best.columns * pitch, height: rows * fall };
}

/**
 * One row to swipe through, for a narrow screen.
 * @param {HeadPlace[]} heads
 * @returns {MosaicLayout}
 */
export function layOutStrip(heads) {
  const pitch = STRIP_SIZE + 2 * GAP;
  const tiles = heads.map(({ layer, head }, rank) => ({ layer, head, x: rank * pitch, y: 0, name: `${layer}·${head}` }));
  return {
    tiles,
    labels: [],
    size: STRIP_SIZE,
    columns: heads.length,
    width: heads.length * pitch,
    height: STRIP_SIZE + GAP + NAME + 2,
  };
}

/**
 * The tile an arrow key leads to; null at the edge.
 * @param {MosaicLayout} layout
 * @param {number} from index into tiles
 * @param {string} key
 * @returns {number|null}
 */
export function step(layout, from, key) {
  const { columns, tiles } = layout;
  const first = from - (from % columns);
  const last = Math.min(first + columns, tiles.length) - 1;
  const to = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from - columns,
    ArrowDown: from + columns,
    Home: first,
    End: last,
  }[key];
  return to === undefined || to < 0 || to >= tiles.length || to === from ? null : to;
}
