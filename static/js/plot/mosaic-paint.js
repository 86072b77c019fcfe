// @ts-check
/**
 * Paint all heads' thumbnails into one canvas.
 *
 * Lives here: cells to device pixels. Where a cell is smaller than a pixel the
 * largest weight under it is painted, so that no peak is lost. Not here: where
 * the thumbnails stand (`mosaic-layout.js`).
 */
import { makeScale, parseHex } from "./colors.js";
import { makeValueScale } from "./scale.js";

/**
 * @typedef {import("../types.js").Decoded} Decoded
 * @typedef {import("./mosaic-layout.js").MosaicLayout} MosaicLayout
 * @typedef {import("./theme.js").Theme} Theme
 *
 * @typedef {object} Ink
 * @property {Uint32Array} ramp 256 colors of the sequential scale
 * @property {number} masked
 * @property {number} hatch
 */

const SHADES = 256;
/** CSS pixels from one line of the hatch to the next. */
const HATCH = 4;

/** @param {Theme} theme @param {string} masked @returns {Ink} */
export function makeInk(theme, masked) {
  const scale = makeScale(theme.stops);
  const ramp = Uint32Array.from({ length: SHADES }, (_, shade) => pack(scale(shade / (SHADES - 1))));
  return { ramp, masked: pack(theme.paper), hatch: pack(masked) };
}

/**
 * @param {HTMLCanvasElement} canvas as large as the part that is seen
 * @param {Decoded} mosaic
 * @param {MosaicLayout} layout
 * @param {{ink: Ink, scale: import("../types.js").Scale, density: number, shift: number, edge: string}} options
 *   density: device pixels a CSS pixel; shift: how far the strip is scrolled
 */
export function paintMosaic(canvas, mosaic, layout, { ink, scale, density, shift, edge }) {
  const context = canvas.getContext("2d");
  if (!context) return;
  context.clearRect(0, 0, canvas.width, canvas.height);
  const side = Math.round(layout.size * density);
  const image = context.createImageData(side, side);
  const pixels = new Uint32Array(image.data.buffer);
  const ranges = { rows: spans(mosaic.shape[2], side), columns: spans(mosaic.shape[3], side) };
  const shadesOf = makeShades(mosaic, scale);
  const line = Math.max(1, Math.round(density));
  const hatch = HATCH * line;
  context.strokeStyle = edge;
  context.lineWidth = line;
  for (const tile of layout.tiles) {
    const x = Math.round((tile.x - shift) * density);
    if (x + side < 0 || x > canvas.width) continue;
    const y = Math.round(tile.y * density);
    paintTile(pixels, mosaic, tile, { ranges, side, hatch, ink, shades: shadesOf(tile.layer, tile.head) });
    context.putImageData(image, x, y);
    context.strokeRect(x - line / 2, y - line / 2, side + line, side + line);
  }
}

/**
 * Which cells lie under each pixel, as [start, stop).
 * @param {number} cells @param {number} pixels
 * @returns {[number, number][]}
 */
export function spans(cells, pixels) {
  return Array.from({ length: pixels }, (_, pixel) => {
    const start = Math.floor((pixel * cells) / pixels);
    return [start, Math.max(start + 1, Math.floor(((pixel + 1) * cells) / pixels))];
  });
}

/**
 * @param {Uint32Array} pixels
 * @param {Decoded} mosaic
 * @param {{layer: number, head: number}} tile
 * @param {{ranges: {rows: [number, number][], columns: [number, number][]}, side: number, hatch: number, ink: Ink, shades: Uint8Array}} how
 */
function paintTile(pixels, mosaic, { layer, head }, { ranges, side, hatch, ink, shades }) {
  for (let y = 0; y < side; y += 1) {
    const [q0, q1] = /** @type {[number, number]} */ (ranges.rows[y]);
    for (let x = 0; x < side; x += 1) {
      const [k0, k1] = /** @type {[number, number]} */ (ranges.columns[x]);
      const byte = largest(mosaic, layer, head, q0, q1, k0, k1);
      const gap = (x + y) % hatch < hatch / HATCH ? ink.hatch : ink.masked;
      pixels[y * side + x] = byte < 0 ? gap : /** @type {number} */ (ink.ramp[shades[byte] ?? 0]);
    }
  }
}

/**
 * The largest byte of a block of cells; -1 where all are masked.
 * @param {Decoded} mosaic
 * @param {number} layer @param {number} head
 * @param {number} q0 @param {number} q1 @param {number} k0 @param {number} k1
 */
function largest(mosaic, layer, head, q0, q1, k0, k1) {
  const [, nHeads, nRows, nColumns] = mosaic.shape;
  let best = -1;
  for (let query = q0; query < q1; query += 1) {
    const row = ((layer * nHeads + head) * nRows + query) * nColumns;
    for (let key = k0; key < k1; key += 1) {
      const byte = mosaic.values[row + key] ?? 0;
      if (byte > best && mosaic.isAllowed(layer, query, key)) best = byte;
    }
  }
  return best;
}

/**
 * Turn the bytes of a head into shades of the scale, one table a head where
 * each head has its own range.
 * @param {Decoded} mosaic
 * @param {import("../types.js").Scale} scale
 * @returns {(layer: number, head: number) => Uint8Array}
 */
function makeShades(mosaic, scale) {
  const { quantity, attention } = mosaic.answer;
  const [, nHeads, nRows, nColumns] = mosaic.shape;
  const { scale: unit = 1, offset = 0 } = attention;
  /** @param {ArrayLike<number>} values */
  const table = (values) => {
    const { share } = makeValueScale(values, quantity, scale);
    return Uint8Array.from({ length: SHADES }, (_, byte) => Math.round(clamp(share(offset + unit * byte)) * (SHADES - 1)));
  };
  if (quantity === "weights" && scale !== "head") {
    const shared = table([]);
    return () => shared;
  }
  return (layer, head) => {
    let [low, high] = [Infinity, -Infinity];
    for (let query = 0; query < nRows; query += 1) {
      for (let key = 0; key < nColumns; key += 1) {
        if (!mosaic.isAllowed(layer, query, key)) continue;
        const byte = mosaic.values[((layer * nHeads + head) * nRows + query) * nColumns + key] ?? 0;
        if (byte < low) low = byte;
        if (byte > high) high = byte;
      }
    }
    return table(low <= high ? [offset + unit * low, offset + unit * high] : []);
  };
}

/** @param {number} share */
const clamp = (share) => Math.min(1, Math.max(0, share));

/** One pixel of an ImageData, as the machine's bytes lie. @param {string} hex */
function pack(hex) {
  const [red, green, blue] = parseHex(hex).map((part) => Math.round(part * 255));
  return new Uint32Array(Uint8Array.of(red ?? 0, green ?? 0, blue ?? 0, 255).buffer)[0] ?? 0;
}

/**
 * Give a canvas as many pixels as the screen has for it.
 * @param {HTMLCanvasElement} canvas @param {number} width @param {number} height @param {number} density
 */
export function fitCanvas(canvas, width, height, density) {
  const [across, down] = [Math.round(width * density), Math.round(height * density)];
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
}
