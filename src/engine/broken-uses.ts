/** Uses of names that a change took away: in the changed file, in those that import it, and wherever linking found no target. */
import { type Handle, handleOf } from "../core/edges.ts";
import { parseHandle, pathOfHandle } from "../core/handles.ts";
import { comparePaths } from "../core/rel-path.ts";
import { findFile } from "../navigation/find-symbol.ts";
import type { ViewReader } from "../storage/contract.ts";
import type { ChangedFile } from "./changes.ts";

export interface BrokenUse {
  from: Handle;
  line: number;
  name: string;
}

const MAX_IMPORTERS = 300;

/** Ascending by file, line and name. */
export async function findBrokenUses(
  reader: ViewReader,
  files: readonly ChangedFile[],
): Promise<BrokenUse[]> {
  const broken = new Map<string, BrokenUse>();
  const add = (use: BrokenUse) => broken.set(`${pathOfHandle(use.from)}\0${use.line}\0${use.name}`, use);
  for (const file of files) {
    if (file.removed.length === 0) continue;
    const names = new Set(file.removed.map((symbol) => symbol.name));
    for (const name of names) {
      for (const { from, line } of await reader.unresolvedNamed(name)) add({ from, line, name });
    }
    const importers = await reader.edgesInto(handleOf(file.path), ["imports", "tests"]);
    const paths = [...new Set(importers.map(({ edge }) => pathOfHandle(edge.from)))];
    for (const path of [file.path, ...paths.slice(0, MAX_IMPORTERS)]) {
      for (const use of await usesWithoutTarget(reader, path, names)) add(use);
    }
  }
  return [...broken.values()].sort(
    (a, b) =>
      comparePaths(pathOfHandle(a.from), pathOfHandle(b.from)) ||
      a.line - b.line ||
      comparePaths(a.name, b.name),
  );
}

/** References of these names in one file that no edge explains. */
async function usesWithoutTarget(
  reader: ViewReader,
  path: string,
  names: ReadonlySet<string>,
): Promise<BrokenUse[]> {
  const file = await findFile(reader, path);
  if (!file) return [];
  const { references, symbols } = await reader.facts(file.blob);
  const explained = new Set<string>();
  for (const edge of (await reader.linksOf(file.path))?.edges ?? []) {
    const name = parseHandle(edge.to)?.qualifiedName?.split(".").at(-1);
    if (name !== undefined && names.has(name))
      for (const line of edge.lines) explained.add(`${line} ${name}`);
  }
  return references
    .filter(({ name, position }) => names.has(name) && !explained.has(`${position.line} ${name}`))
    .map(({ name, position, from }) => ({
      from: from < 0 ? handleOf(path) : handleOf(path, symbols[from]),
      line: position.line,
      name,
    }));
}
