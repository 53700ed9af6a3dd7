/** Uses of names that a change took away: in the changed file, in those that import it, and wherever linking found no target. */
import { type Edge, type Handle, handleOf } from "../core/edges.ts";
import type { BlobFacts } from "../core/facts.ts";
import { parseHandle, pathOfHandle } from "../core/handles.ts";
import { inBatches } from "../core/in-batches.ts";
import { comparePaths, type RelPath } from "../core/rel-path.ts";
import { findFile } from "../navigation/find-symbol.ts";
import type { ViewFile, ViewReader } from "../storage/contract.ts";
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
    for (const { from, line, name } of (await reader.unresolvedNamed([...names])).flat())
      add({ from, line, name });
    const [importers] = await reader.edges("into", [handleOf(file.path)], ["imports", "tests"]);
    const paths = [...new Set(importers!.map(({ edge }) => pathOfHandle(edge.from)))];
    const looked = [file.path, ...paths.slice(0, MAX_IMPORTERS)];
    for (const use of await usesWithoutTarget(reader, looked, names)) add(use);
  }
  return [...broken.values()].sort(
    (a, b) =>
      comparePaths(pathOfHandle(a.from), pathOfHandle(b.from)) ||
      a.line - b.line ||
      comparePaths(a.name, b.name),
  );
}

const FILES_PER_READ = 50;

/** References of these names that no edge explains, file by file. */
async function usesWithoutTarget(
  reader: ViewReader,
  paths: readonly string[],
  names: ReadonlySet<string>,
): Promise<BrokenUse[]> {
  const found = await Promise.all(paths.map((path) => findFile(reader, path)));
  const files = found.filter((file) => file !== null);
  const links = await reader.linksOf(files.map((file) => file.path));
  const uses: BrokenUse[] = [];
  let at = 0;
  const readFacts = (batch: readonly ViewFile[]) => reader.facts(batch.map((file) => file.blob));
  for await (const [file, facts] of inBatches(files, FILES_PER_READ, readFacts))
    uses.push(...unexplainedUses(file.path, facts, links[at++]?.edges ?? [], names));
  return uses;
}

function unexplainedUses(
  path: RelPath,
  { references, symbols }: BlobFacts,
  edges: readonly Edge[],
  names: ReadonlySet<string>,
): BrokenUse[] {
  const explained = new Set<string>();
  for (const edge of edges) {
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
