// @ts-check
/**
 * Start what comes after the first picture: predictions, masks, going on with the
 * text. Assembles and nothing else.
 */
import { mountViews } from "../mount.js";
import { keepContinuing } from "./continuing.js";
import { keepMasks } from "./masks.js";
import { keepPredictions } from "./predictions.js";

/** @param {import("../types.js").Store} store */
export async function startRest(store) {
  keepMasks(store);
  keepContinuing(store);
  await loadStyles();
  await mountViews(store, document, "later");
  keepPredictions(store);
}

/** Its styles can wait as well; without them it works, and looks plain. */
function loadStyles() {
  return new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL("../../css/later.css", import.meta.url).href;
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
    document.head.append(link);
  });
}
