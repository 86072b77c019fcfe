// @ts-check
/**
 * Follow the catalogue while its models load.
 */
import { askModels, ProblemError } from "./api/client.js";

const POLL_MS = 2000;

/** @param {import("./types.js").Store} store */
export function watchModels(store) {
  let timer = 0;

  async function refresh() {
    timer = 0;
    try {
      store.set({ models: (await askModels()).models });
    } catch (error) {
      // The call for attention tells the person; this one only keeps a list.
      if (!(error instanceof ProblemError)) throw error;
    }
    plan();
  }

  function plan() {
    const isMoving = store.get().models.some((model) => model.state === "loading");
    if (isMoving && timer === 0) timer = window.setTimeout(refresh, POLL_MS);
  }

  store.subscribe((now, before) => {
    if (now.focus === before.focus || now.focus === null) return;
    const id = now.focus.view.model;
    // The answer proves that it is loaded, whatever the list says.
    if (now.models.some((model) => model.id === id && !model.loaded)) void refresh();
  });
  plan();
}
