// @ts-check
/**
 * Write numbers that no fixed count of decimals can show. Pure.
 */

/** Write a tiny number as a power of ten. @param {number} number not below 0 */
export function sayTiny(number) {
  if (number === 0) return "0";
  const [digits, exponent] = number.toExponential(0).split("e");
  const sign = exponent.startsWith("-") ? "⁻" : "";
  const power = [...exponent.replace(/^[+-]/, "")].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
  return `${digits} × 10${sign}${power}`;
}
