/** A copy of the build with one guard taken out, for negative controls: the bed that guards it must then fail. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DIST } from "./world.mjs";

/**
 * `guards`: what each one promises, how it reads in the build, and what takes its place. Throws when one is not found:
 * a mutant that equals the original would prove nothing.
 */
export function createMutant(guards) {
  const folder = mkdtempSync(join(tmpdir(), "clew-mutant-"));
  const dist = join(folder, "dist");
  cpSync(DIST, dist, { recursive: true });
  cpSync(join(DIST, "../package.json"), join(folder, "package.json"));
  symlinkSync(join(DIST, "../node_modules"), join(folder, "node_modules"));
  for (const [promise, guard, replacement] of guards) {
    if (!replaceInBuild(dist, guard, replacement)) throw new Error(`not found in the build: ${promise}`);
  }
  return { dist, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function replaceInBuild(dist, guard, replacement) {
  let isFound = false;
  for (const name of readdirSync(dist).filter((each) => each.endsWith(".js"))) {
    const text = readFileSync(join(dist, name), "utf8");
    const changed = text.replace(new RegExp(guard, "g"), replacement);
    if (changed === text) continue;
    isFound = true;
    writeFileSync(join(dist, name), changed);
  }
  return isFound;
}
