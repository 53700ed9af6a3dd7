/** Import chains from a file, depth first in the order of the imports, with cycles and cuts marked. */
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
  const seen = new Set<string>();
  const visit = async (at: string, trail: readonly string[], left: number): Promise<ImportNode> => {
    if (trail.includes(at)) return { path: at, isCycle: true, omitted: 0, imports: [] };
    const targets = await importsOf(reader, at);
    if (left === 0 || seen.has(at)) return { path: at, isCycle: false, omitted: targets.length, imports: [] };
    seen.add(at);
    const imports: ImportNode[] = [];
    for (const target of targets.slice(0, MAX_IMPORTS_SHOWN))
      imports.push(await visit(target, [...trail, at], left - 1));
    return { path: at, isCycle: false, omitted: Math.max(0, targets.length - MAX_IMPORTS_SHOWN), imports };
  };
  return visit(path, [], depth);
}

async function importsOf(reader: ViewReader, path: string): Promise<string[]> {
  const [links] = await reader.linksOf([path as RelPath]);
  const targets = new Set<string>();
  for (const edge of links?.edges ?? []) if (edge.kind === "imports") targets.add(pathOfHandle(edge.to));
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
