/** Who uses what a file defines, by symbol and by how it is known; which tests do; how often the file changes. */
import { type Handle, handleOf, type Tier } from "../../core/edges.ts";
import { pathOfHandle } from "../../core/handles.ts";
import { comparePaths } from "../../core/rel-path.ts";
import { isTestPath } from "../../languages/test-paths.ts";
import { symbolsOfFiles } from "../../navigation/find-symbol.ts";
import { graphOf } from "../../storage/graph/from-records.ts";
import type { ViewSession } from "../session.ts";

export interface SymbolUses {
  handle: Handle;
  name: string;
  kind: string;
  /** How deep it stands below the top of the file. */
  depth: number;
  line: number;
  endLine: number;
  signature: string;
  /** Sites outside of itself that use it, by how that is known. */
  users: Record<Tier, number>;
}

export interface FileUses {
  symbols: SymbolUses[];
  /** Test files that use something of it, those with the most sites first. */
  tests: { path: string; sites: number }[];
  /** Of the past commits that are read, how many touched it; null without history. */
  changes: { commits: number; of: number } | null;
}

const MAX_TESTS = 50;

export async function usesOfFile(view: ViewSession, path: string): Promise<FileUses> {
  const all = (await symbolsOfFiles(view.reader, [path])).get(path) ?? [];
  const shown = all.filter(({ symbol }) => symbol.scope !== "local");
  const handles = shown.map((hit) => handleOf(path, hit.symbol));
  const asked = { handles: [...handles, handleOf(path)], direction: "into" as const, depth: 1 };
  const steps = await graphOf(view.reader).neighbours({ ...asked, fanOut: Number.POSITIVE_INFINITY });
  const into = new Map(steps.map(({ of, edges }) => [of, edges]));
  const tests = new Map<string, number>();
  const symbols = shown.map(({ symbol }, at): SymbolUses => {
    const users: Record<Tier, number> = { compiler: 0, resolved: 0, heuristic: 0 };
    for (const { edge } of into.get(handles[at]!) ?? []) {
      const site = pathOfHandle(edge.from);
      if (isTestPath(site) && site !== path) tests.set(site, (tests.get(site) ?? 0) + edge.lines.length);
      if (edge.from !== handles[at] && edge.kind !== "imports") users[edge.tier] += edge.lines.length || 1;
    }
    const { qualifiedName, name, kind, namePosition, span, signature } = symbol;
    const depth = qualifiedName.split(".").length - 1;
    const { line } = namePosition;
    return { handle: handles[at]!, name, kind, depth, line, endLine: span.endLine, signature, users };
  });
  return {
    symbols,
    tests: [...tests]
      .map(([test, sites]) => ({ path: test, sites }))
      .sort((a, b) => b.sites - a.sites || comparePaths(a.path, b.path))
      .slice(0, MAX_TESTS),
    changes: await changesOf(view, path),
  };
}

async function changesOf({ commits }: ViewSession, path: string): Promise<FileUses["changes"]> {
  const past = await commits?.read();
  if (!past) return null;
  return { commits: past.filter(({ paths }) => paths.includes(path)).length, of: past.length };
}
