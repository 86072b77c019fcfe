// @ts-check
/**
 * Say what a wait is for. Pure.
 */

/**
 * The status while an answer is awaited. A wait that goes on counts from its
 * first question, and where nothing else is to be seen, a problem stays until
 * that has changed.
 * @param {import("../types.js").Snapshot} snapshot
 * @param {number} now `performance.now()`
 * @param {boolean} isChoosing whether a head has to be chosen first
 * @returns {import("../types.js").Status}
 */
export function loadingStatus({ view, models, focus, status }, now, isChoosing) {
  const model = models.find((one) => one.id === view.model);
  const name = model?.title ?? view.model;
  return {
    phase: "loading",
    since: status.phase === "loading" ? status.since : now,
    problem: focus === null ? status.problem : null,
    message: model?.loaded === false ? `Waiting for ${name} to load` : `${name} is reading the text`,
    isChoosing,
  };
}
