// @ts-check
/**
 * Let the words behind the masks follow the text.
 */
import { followMasks } from "../state/masking.js";
import { modelOf } from "../state/parts.js";

/** @param {import("../types.js").Store} store */
export function keepMasks(store) {
  store.subscribe(({ view, masked, models }, before) => {
    if (view === before.view) return;
    store.set({ masked: followMasks(masked, view, modelOf(view, models)?.mask_token ?? null) });
  });
}
