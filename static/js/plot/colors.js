// @ts-check
/**
 * Turn a share of the scale into a color, and say what can be read on it.
 *
 * Lives here: the sequential scale (perceptual interpolation between the stops
 * of the theme) and WCAG contrast. Not here: which value is which share of the
 * scale (scale.js), or where the stops come from (theme.js).
 */

/** Where the six stops of the theme stand on the scale from 0 to 1. */
export const STOP_POSITIONS = [0, 0.08, 0.25, 0.5, 0.75, 1];

/** @typedef {[number, number, number]} Triple */

/**
 * Read "#rgb" or "#rrggbb" as three numbers from 0 to 1.
 * @param {string} hex
 * @returns {Triple}
 */
export function parseHex(hex) {
  const digits = hex.trim().replace(/^#/, "");
  const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  if (!/^[0-9a-f]{6}$/i.test(long)) throw new TypeError(`not a hex color: ${hex}`);
  const number = Number.parseInt(long, 16);
  return [(number >> 16) / 255, ((number >> 8) & 255) / 255, (number & 255) / 255];
}

/**
 * Write three numbers from 0 to 1 as "#rrggbb".
 * @param {Triple} rgb
 */
export function toHex(rgb) {
  const bytes = rgb.map((part) => Math.round(Math.min(1, Math.max(0, part)) * 255));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** @param {number} part */
const toLinear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

/** @param {number} part */
const fromLinear = (part) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

/**
 * Convert sRGB to OKLab, whose distances follow the eye.
 * Source: Björn Ottosson, "A perceptual color space for image processing", 2020.
 * @param {Triple} rgb
 * @returns {Triple} lightness 0 to 1, then the green-red and blue-yellow axes
 */
export function toOklab(rgb) {
  const [r, g, b] = /** @type {Triple} */ (rgb.map(toLinear));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/**
 * Convert OKLab back to sRGB.
 * @param {Triple} lab
 * @returns {Triple}
 */
export function fromOklab([lightness, a, b]) {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/**
 * Make the scale: a share from 0 to 1 in, a color out.
 * @param {readonly string[]} stops six hex colors, at STOP_POSITIONS
 * @returns {(share: number) => string}
 */
export function makeScale(stops) {
  const labs = stops.map((stop) => toOklab(parseHex(stop)));
  return (share) => {
    const at = Math.min(1, Math.max(0, share));
    let upper = STOP_POSITIONS.findIndex((position) => position >= at);
    if (upper < 1) upper = 1;
    const [low, high] = [STOP_POSITIONS[upper - 1], STOP_POSITIONS[upper]];
    const between = (at - low) / (high - low);
    const mixed = labs[upper].map((part, axis) => labs[upper - 1][axis] * (1 - between) + part * between);
    return toHex(fromOklab(/** @type {Triple} */ (mixed)));
  };
}

/**
 * Make the scale of differences: 0.5 is no difference, 0 and 1 the largest.
 * @param {readonly string[]} more six hex colors, at STOP_POSITIONS
 * @param {readonly string[]} less the same for what is below
 * @returns {(share: number) => string}
 */
export function makeDiverging(more, less) {
  const [above, below] = [makeScale(more), makeScale(less)];
  return (share) => (share < 0.5 ? below(1 - 2 * share) : above(2 * share - 1));
}

/**
 * Sample the scale finely enough that linear RGB between samples can't be told
 * from it: Plotly interpolates in RGB.
 * @param {readonly string[]} stops
 * @returns {[number, string][]}
 */
export function plotlyColorscale(stops, samples = 50) {
  const scale = makeScale(stops);
  return Array.from({ length: samples + 1 }, (_, index) => [index / samples, scale(index / samples)]);
}

/**
 * Give the relative luminance of a color, 0 to 1.
 * Source: WCAG 2.2, "relative luminance".
 * @param {string} hex
 */
export function luminance(hex) {
  const [r, g, b] = parseHex(hex).map(toLinear);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/**
 * Give the contrast of two colors, 1 to 21.
 * Source: WCAG 2.2, "contrast ratio".
 * @param {string} one
 * @param {string} other
 */
export function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Choose black or white for text on a cell, whichever reads better.
 * Pure black and white, because the theme's inks fall under 4.5 to 1 on the
 * middle of the scale; one of these two never does.
 * @param {string} background
 */
export function textColorOn(background) {
  return contrast(background, "#000000") >= contrast(background, "#ffffff") ? "#000000" : "#ffffff";
}
