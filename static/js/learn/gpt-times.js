// @ts-check
/**
 * Lay a small chart out: milliseconds by step. Pure.
 */

const HEIGHT = 230;
const [TOP, BOTTOM, LEFT, NAMES] = [12, 200, 44, 108];
const NEAREST = 14;

/**
 * @param {number[]} cached @param {number[]} again @param {number} encoderMs @param {number} width
 */
export function layOutTimes(cached, again, encoderMs, width) {
  const right = Math.max(LEFT + 60, width - NAMES);
  const highest = Math.max(...cached, ...again, encoderMs);
  const step = tickStep(highest);
  const top = Math.ceil(highest / step) * step;
  const last = Math.max(1, cached.length - 1, again.length - 1);
  const y = (/** @type {number} */ value) => BOTTOM - (value / top) * (BOTTOM - TOP);
  const x = (/** @type {number} */ place) => LEFT + (place / last) * (right - LEFT);
  const through = (/** @type {number[]} */ times) => times.map((time, place) => `${place === 0 ? "M" : "L"}${x(place).toFixed(1)} ${y(time).toFixed(1)}`).join("");
  const ends = [
    { text: "with cache", at: y(cached[cached.length - 1]) },
    { text: "without", at: y(again[again.length - 1]) },
    { text: "MiniLM, a pass", at: y(encoderMs) },
  ];
  return {
    height: HEIGHT,
    left: LEFT,
    right,
    bottom: BOTTOM,
    lastStep: last,
    ticks: Array.from({ length: Math.round(top / step) + 1 }, (_, place) => ({ value: place * step, at: y(place * step) })),
    lines: [
      { name: "cached", d: through(cached) },
      { name: "again", d: through(again) },
    ],
    level: y(encoderMs),
    names: keepApart(ends),
  };
}

/** A round step with at most five of them. @param {number} highest */
function tickStep(highest) {
  const raw = Math.max(highest, 1e-9) / 5;
  const power = 10 ** Math.floor(Math.log10(raw));
  const round = [1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10;
  return round * power;
}

/** Move names up until none touches another. @param {{text: string, at: number}[]} names */
function keepApart(names) {
  const sorted = names.toSorted((one, other) => other.at - one.at);
  let lowest = Infinity;
  return sorted.map(({ text, at }) => {
    lowest = Math.min(at, lowest - NEAREST);
    return { text, at: lowest };
  });
}
