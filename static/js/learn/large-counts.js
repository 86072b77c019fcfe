// @ts-check
/**
 * Write large whole numbers in words, as `app/lessons/large_counts.py` does.
 * Pure.
 */

const MILLION = 1e6;
const BILLION = 1e9;
const FIGURES = 3;

/** Write a whole number; three figures from a million on. @param {number} number */
export function sayCount(number) {
  if (number < MILLION) return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
  const step = 10 ** (String(number).length - FIGURES);
  const rounded = Math.floor((2 * number + step) / (2 * step)) * step;
  const [unit, name] = rounded >= BILLION ? [BILLION, "billion"] : [MILLION, "million"];
  const decimals = FIGURES - String(Math.floor(rounded / unit)).length;
  return `${(rounded / unit).toFixed(Math.max(0, decimals))} ${name}`;
}
