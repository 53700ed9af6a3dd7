/** A copy of the build whose programs live under a clock that the bed sets. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createMutant } from "./mutant.mjs";

const PROGRAMS = ["cli.js", "index.js", "parse-worker.js", "ts-service.js", "specification-process.js"];
const MODULE = fileURLToPath(new URL("./shifted-clock.cjs", import.meta.url));

/** `guards` as for a mutant. `set(ms)` moves the clock of every process of the build, at once and for good. */
export function createShiftedBuild(clockFile, guards = []) {
  const clock = { offsetMs: 0 };
  const set = (offsetMs) => {
    clock.offsetMs = offsetMs;
    // Whole at every look: a reader between truncation and write would see no offset.
    writeFileSync(`${clockFile}.new`, String(offsetMs));
    renameSync(`${clockFile}.new`, clockFile);
  };
  set(0);
  const build = createMutant(guards);
  const line = `require(${JSON.stringify(MODULE)}).shiftClock(${JSON.stringify(clockFile)});\n`;
  for (const name of PROGRAMS) {
    const text = readFileSync(join(build.dist, name), "utf8");
    const at = text.startsWith("#!") ? text.indexOf("\n") + 1 : 0;
    writeFileSync(join(build.dist, name), text.slice(0, at) + line + text.slice(at));
  }
  return { ...build, set, now: () => Date.now() + clock.offsetMs };
}
