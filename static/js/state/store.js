// @ts-check
/**
 * Hold the one state that all views draw from.
 *
 * Lives here: reading, patching, telling. Not here: what a patch may be
 * (`selection.js`) and how the state gets its data (`../session.js`).
 */

/**
 * Make a store.
 *
 * A listener hears (now, before) after each change. A patch made inside a
 * listener is told after the current round, so that every listener ends on the
 * newest snapshot; one that throws doesn't silence the others.
 *
 * @template {object} State
 * @param {State} initial
 * @returns {{get: () => State, set: (patch: Partial<State>) => void,
 *   subscribe: (listener: (now: State, before: State) => void) => () => void}}
 */
export function createStore(initial) {
  /** @type {State} */
  let snapshot = Object.freeze({ ...initial });
  /** @type {Set<(now: State, before: State) => void>} */
  const listeners = new Set();
  let isTelling = false;

  /** @param {State} before */
  function tell(before) {
    isTelling = true;
    let told = before;
    while (told !== snapshot) {
      const last = told;
      const now = snapshot;
      told = now;
      for (const listener of [...listeners]) {
        try {
          listener(now, last);
        } catch (error) {
          reportError(error);
        }
      }
    }
    isTelling = false;
  }

  return {
    get: () => snapshot,
    set(patch) {
      const before = snapshot;
      if (!changes(before, patch)) return;
      snapshot = Object.freeze({ ...before, ...patch });
      if (!isTelling) tell(before);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * @param {Record<string, any>} before
 * @param {Record<string, any>} patch
 */
function changes(before, patch) {
  return Object.keys(patch).some((key) => !Object.is(before[key], patch[key]));
}
