// @ts-check
/**
 * Put the family's rows in order, and count those that are shown.
 *
 * @typedef {{place: number, design: string, sorts: Record<string, number>}} FamilyRow
 */

/**
 * The rows in the order that a heading asks for.
 * @template {FamilyRow} R
 * @param {R[]} rows @param {string} column @param {boolean} isDescending
 * @returns {R[]}
 */
export function inOrder(rows, column, isDescending) {
  const sorted = [...rows].sort((a, b) => a.sorts[column] - b.sorts[column]);
  return isDescending ? sorted.reverse() : sorted;
}

/** Whether a row is shown. @param {FamilyRow} row @param {string} design */
export function isShown(row, design) {
  return design === "all" || row.design === design;
}

/**
 * What a press of a heading makes of the order: the other way round where it
 * is the column of now.
 * @param {{sort: string, is_descending: boolean}} state @param {string} column
 */
export function pressed(state, column) {
  return { sort: column, is_descending: state.sort === column && !state.is_descending };
}
