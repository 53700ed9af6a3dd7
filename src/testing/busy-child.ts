/** A child that works for ever once it is told to, for tests of what becomes of it. `long`: as one whose steps may last. */
import { serveParent } from "../supervision/serve-parent.ts";

const busy = (): void => {
  for (;;);
};
serveParent({ protocol: 1, onMessage: busy, hasLongSteps: process.argv.includes("long") });
