/**
 * Barrels: modules that pass on others with `export *`. A name imported through a large barrel would depend on
 * a question per module behind it; instead it depends on one derived key, and after a change the barrels
 * themselves are asked again.
 */
import { type Barrel, rulesOf } from "./entities.ts";
import type { LinkEnvironment } from "./environment.ts";
import type { FileScope } from "./file-scope.ts";
import { Questions } from "./questions.ts";
import { QUESTION, questionKey } from "./questions-keys.ts";

export function barrelOf(
  env: LinkEnvironment,
  file: FileScope,
): { barrel: Barrel; keys: ReadonlySet<number> } {
  const known = env.barrels.get(file.path);
  if (known) return known;
  const q = new Questions(env);
  const barrel = walk(q, file);
  const made = { barrel, keys: q.keys };
  env.barrels.set(file.path, made);
  return made;
}

function walk(q: Questions, start: FileScope): Barrel {
  const files: FileScope[] = [];
  const seen = new Set<string>([start.path]);
  let leavesView = false;
  const queue = [start];
  for (let at = 0; at < queue.length; at++) {
    for (const { source } of q.starExports(queue[at]!)) {
      const target = source === undefined ? undefined : passedOn(q, queue[at]!, source);
      if (!target) leavesView = true;
      else if (!seen.has(target.path)) {
        seen.add(target.path);
        files.push(target);
        queue.push(target);
      }
    }
  }
  return { files, leavesView };
}

function passedOn(q: Questions, file: FileScope, source: string): FileScope | undefined {
  const statement = { source, kind: "import", isWildcard: true, bindings: [] } as const;
  return rulesOf(file.family).importedFiles(q, file, statement)[0];
}

/**
 * Keys of the barrels that may pass on something else now. `changed` are the keys of the changes themselves and
 * `env` is the view after them. That is enough: if none of the questions that a barrel asks now has a changed
 * answer, it would have asked the same ones before and heard the same.
 */
export function keysOfBarrels(env: LinkEnvironment, changed: ReadonlySet<number>): number[] {
  const keys: number[] = [];
  for (const file of env.files.values()) {
    if (!file.family.hasBarrels || !env.hasStarExports(file)) continue;
    for (const key of barrelOf(env, file).keys) {
      if (!changed.has(key)) continue;
      keys.push(questionKey(QUESTION.barrel, file.path));
      break;
    }
  }
  return keys;
}
