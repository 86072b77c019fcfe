// @ts-check
/**
 * Start a lesson: its module, state, session, views. Assembles and nothing
 * else; Explore starts in `main.js`. The index of lessons has no state.
 */
import { startLesson } from "./lesson-session.js";
import { mountViews, watchPlotly } from "./mount.js";

async function open() {
  const block = document.getElementById("lesson-boot");
  if (!block) return await mountViews(null);
  /** @type {import("./lesson-types.js").LessonBoot} */
  const boot = JSON.parse(block.textContent ?? "");
  const { lesson } = await import(`./lessons/${boot.lesson}.js`);
  const root = /** @type {HTMLElement} */ (document.querySelector("[data-lesson]"));
  watchPlotly();
  const session = startLesson(lesson, boot, root);
  await mountViews(session.store);
  session.begin();
}

void open();
