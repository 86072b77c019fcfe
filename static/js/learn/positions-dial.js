// @ts-check
/**
 * Say where the hands of a dial point: straight up at 0, then clockwise, so
 * that sine is how far right and cosine how far up. Pure.
 */

const TURN = 2 * Math.PI;

/**
 * A point on a circle. @param {number} middle @param {number} radius @param {number} angle
 * @returns {[number, number]}
 */
export function tip(middle, radius, angle) {
  return [middle + radius * Math.sin(angle), middle - radius * Math.cos(angle)];
}

/** What remains of an angle without its full turns. @param {number} angle */
export function withoutTurns(angle) {
  return ((angle % TURN) + TURN) % TURN;
}

/**
 * The way from one hand to another, clockwise, as `d` of a path.
 * @param {number} middle @param {number} radius @param {number} from @param {number} turn
 */
export function sector(middle, radius, from, turn) {
  const [x1, y1] = tip(middle, radius, from);
  const [x2, y2] = tip(middle, radius, from + turn);
  const isLarge = turn > Math.PI ? 1 : 0;
  return `M${middle} ${middle}L${x1.toFixed(2)} ${y1.toFixed(2)}A${radius} ${radius} 0 ${isLarge} 1 ${x2.toFixed(2)} ${y2.toFixed(2)}Z`;
}
