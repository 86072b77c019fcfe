// @ts-check
/**
 * Keep what is counted and what is worked out by hand on what is chosen: they
 * need no answer from the server.
 */
import { workCounts } from "../../../learn/adapting-counts.js";
import { workByHand } from "../../../learn/adapting-hand.js";

/** @typedef {import("../../../lesson-types.js").LessonState} LessonState */

/** @type {Record<string, {make: (state: any) => any, needs: (name: string) => boolean}>} */
const NUMBERS = {
  counted: { make: workCounts, needs: (name) => name.startsWith("on_") || ["top_layers", "bottleneck", "rank"].includes(name) },
  hand: { make: workByHand, needs: (name) => ["weight", "up", "down", "scale", "given"].includes(name) },
};

/** @param {HTMLElement} _element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(_element, store) {
  return store.subscribe(({ state }, before) => {
    const changed = Object.keys(state).filter((name) => state[name] !== before.state[name]);
    for (const [name, { make, needs }] of Object.entries(NUMBERS)) {
      if (changed.some(needs)) store.set({ numbers: { ...store.get().numbers, [name]: make(state) } });
    }
  });
}
