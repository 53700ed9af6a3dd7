/** Import chains from a file, depth first in the order of the imports, with cycles and cuts marked. */
import type { Edge } from "../../core/edges.ts";
import { pathOfHandle } from "../../core/handles.ts";
import type { RelPath } from "../../core/rel-path.ts";
import type { ViewReader } from "../../storage/contract.ts";

export interface ImportNode {
  path: string;
  /** Already on the way here: following it would not end. */
  isCycle: boolean;
  /** Imports that the depth or the fan-out left out. */
  omitted: number;
  imports: ImportNode[];
}

export const MAX_IMPORT_DEPTH = 3;
const MAX_IMPORTS_SHOWN = 6;

export async function importChain(
  reader: ViewReader,
  path: string,
  depth = MAX_IMPORT_DEPTH,
): Promise<ImportNode> {
  const importsOf = await readImports(reader, path, depth);
  const seen = new Set<string>();
  const visit = (at: string, trail: readonly string[], left: number): ImportNode => {
    if (trail.includes(at)) return { path: at, isCycle: true, omitted: 0, imports: [] };
    const targets = importsOf.get(at)!;
    if (left === 0 || seen.has(at)) return { path: at, isCycle: false, omitted: targets.length, imports: [] };
    seen.add(at);
    const imports = targets
      .slice(0, MAX_IMPORTS_SHOWN)
      .map((target) => visit(target, [...trail, at], left - 1));
    return { path: at, isCycle: false, omitted: Math.max(0, targets.length - MAX_IMPORTS_SHOWN), imports };
  };
  return visit(path, [], depth);
}

/** Of every file that a chain may show, one read for each step away from the first. */
async function readImports(
  reader: ViewReader,
  path: string,
  depth: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const imports = new Map<string, readonly string[]>();
  let next = [path];
  for (let step = 0; step <= depth && next.length > 0; step++) {
    const links = await reader.linksOf(next as RelPath[]);
    for (const [at, from] of next.entries()) imports.set(from, importTargets(from, links[at]?.edges ?? []));
    const shown = next.flatMap((from) => imports.get(from)!.slice(0, MAX_IMPORTS_SHOWN));
    next = [...new Set(shown)].filter((target) => !imports.has(target));
  }
  return imports;
}

function importTargets(path: string, edges: readonly Edge[]): string[] {
  const targets = new Set<string>();
  for (const edge of edges) if (edge.kind === "imports") targets.add(pathOfHandle(edge.to));
  targets.delete(path);
  return [...targets];
}

/** One line per import, indented by depth. */
export function renderImportChain(node: ImportNode, maxLines: number): string[] {
  const lines: string[] = [];
  const visit = (at: ImportNode, depth: number) => {
    if (lines.length >= maxLines) return;
    const mark = at.isCycle ? " (cycle)" : at.omitted > 0 ? ` (+${at.omitted} more)` : "";
    lines.push(`${"  ".repeat(depth)}${depth > 0 ? "→ " : ""}${at.path}${mark}`);
    for (const child of at.imports) visit(child, depth + 1);
  };
  visit(node, 0);
  return lines;
}
