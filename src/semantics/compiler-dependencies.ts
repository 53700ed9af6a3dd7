import type { UnresolvedUse } from "../core/edges.ts";
import { projectKeysAbove } from "../linking/project-keys.ts";
import { QUESTION, questionKey } from "../linking/questions-keys.ts";

/** How many definitions have the name of an unresolved use is asked of the whole view; the project, of its folders. */
export function compilerDependencies(
  path: string,
  family: string,
  unresolved: readonly UnresolvedUse[],
): number[] {
  const keys = unresolved.map(({ name }) => questionKey(QUESTION.simpleName, family, name));
  return [...new Set([...keys, ...projectKeysAbove(path)])].sort((a, b) => a - b);
}
