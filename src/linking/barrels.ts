/**
 * Barrels: modules that pass on others with `export *`. A name imported through a large barrel would depend on
 * a question per module behind it; instead it depends on one derived key, and after a change the barrels
 * themselves are asked again.
 */
import type { Barrel } from "./entities.ts";
import type { LinkEnvironment } from "./environment.ts";
import type { FileScope } from "./file-scope.ts";
import { QUESTION, questionKey } from "./questions-keys.ts";

export function barrelOf(env: LinkEnvironment, file: FileScope): Barrel {
  const graph = env.starGraph;
  return {
    isEmpty: graph.step(file).targets.every((target) => target === file),
    leavesView: graph.leavesView(file),
    passedOn: (wanted) => graph.reached(file, wanted),
  };
}

/**
 * Keys of the barrels that may pass on something else now. `changed` are the keys of the changes themselves and
 * `env` is the view after them. That is enough: if none of the questions that a barrel asks now has a changed
 * answer, it would have asked the same ones before and heard the same.
 */
export function keysOfBarrels(env: LinkEnvironment, changed: ReadonlySet<number>): number[] {
  const sources = new Map<FileScope, FileScope[]>();
  const touched = new Set<FileScope>();
  for (const file of env.files.values()) {
    if (!file.family.hasBarrels || !env.hasStarExports(file)) continue;
    const { targets, keys } = env.starGraph.step(file);
    for (const target of targets) {
      const known = sources.get(target);
      if (known) known.push(file);
      else sources.set(target, [file]);
    }
    if (hasAny(keys, changed)) touched.add(file);
  }
  // Whoever passes on a barrel that changed has changed; the set grows while it is walked.
  for (const file of touched) for (const source of sources.get(file) ?? []) touched.add(source);
  return [...touched].map((file) => questionKey(QUESTION.barrel, file.path));
}

function hasAny(keys: ReadonlySet<number>, changed: ReadonlySet<number>): boolean {
  for (const key of keys) if (changed.has(key)) return true;
  return false;
}
