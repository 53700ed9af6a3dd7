/**
 * Import chains from a file, depth first in the order of the imports, with cycles and cuts marked. They cross packages
 * and repositories, and end where the language changes: links of imports are those of one family of languages.
 */
import type { Edge } from "../../core/edges.ts";
import { pathOfHandle } from "../../core/handles.ts";
import { qualify } from "../../core/qualified-places.ts";
import type { RelPath } from "../../core/rel-path.ts";
import type { ViewReader } from "../../storage/contract.ts";
import type { ScopePath } from "../scope/qualified-path.ts";

export interface ImportNode {
  /** With its repository before it where that is not the one of the first file. */
  path: string;
  /** Already on the way here: following it would not end. */
  isCycle: boolean;
  /** Imports that the depth or the fan-out left out. */
  omitted: number;
  imports: ImportNode[];
}

/** Files of other members that each of these files of a member imports. */
export type ImportsElsewhere = (
  paths: readonly string[],
) => Promise<readonly (readonly Required<ScopePath>[])[]>;

/** What a chain asks of the member that a file lies in. */
export interface ImportingMember {
  reader: ViewReader;
  importsElsewhere?: ImportsElsewhere | undefined;
}

export const MAX_IMPORT_DEPTH = 3;
const MAX_IMPORTS_SHOWN = 6;

export async function importChain(
  memberOf: (file: ScopePath) => ImportingMember,
  start: ScopePath,
  depth = MAX_IMPORT_DEPTH,
): Promise<ImportNode> {
  const importsOf = await readImports(memberOf, start, depth);
  const seen = new Set<string>();
  const visit = (at: ScopePath, trail: readonly string[], left: number): ImportNode => {
    const key = keyOf(at);
    const isOther = at.repository !== undefined && at.repository !== start.repository;
    const node = {
      path: isOther ? qualify(at.repository!, at.path) : at.path,
      isCycle: trail.includes(key),
    };
    if (node.isCycle) return { ...node, omitted: 0, imports: [] };
    const targets = importsOf.get(key) ?? [];
    if (left === 0 || seen.has(key)) return { ...node, omitted: targets.length, imports: [] };
    seen.add(key);
    const imports = targets
      .slice(0, MAX_IMPORTS_SHOWN)
      .map((target) => visit(target, [...trail, key], left - 1));
    return { ...node, omitted: Math.max(0, targets.length - MAX_IMPORTS_SHOWN), imports };
  };
  return visit(start, [], depth);
}

/** Of every file that a chain may show, one read of each member for each step away from the first. */
async function readImports(
  memberOf: (file: ScopePath) => ImportingMember,
  start: ScopePath,
  depth: number,
): Promise<ReadonlyMap<string, readonly ScopePath[]>> {
  const imports = new Map<string, readonly ScopePath[]>();
  let next: readonly ScopePath[] = [start];
  for (let step = 0; step <= depth && next.length > 0; step++) {
    for (const repository of new Set(next.map((file) => file.repository))) {
      const own = next.filter((file) => file.repository === repository);
      const found = await importsIn(memberOf(own[0]!), own);
      for (const [at, file] of own.entries()) imports.set(keyOf(file), found[at]!);
    }
    const shown = next.flatMap((from) => imports.get(keyOf(from))!.slice(0, MAX_IMPORTS_SHOWN));
    const fresh = new Map(shown.map((file) => [keyOf(file), file]));
    next = [...fresh.values()].filter((file) => !imports.has(keyOf(file)));
  }
  return imports;
}

/** Of files of one member: those of its own, then those of others. */
async function importsIn(
  { reader, importsElsewhere }: ImportingMember,
  files: readonly ScopePath[],
): Promise<ScopePath[][]> {
  const paths = files.map(({ path }) => path);
  const links = await reader.linksOf(paths as RelPath[]);
  const elsewhere = (await importsElsewhere?.(paths)) ?? [];
  return files.map(({ repository, path }, at) => [
    ...importTargets(path, links[at]?.edges ?? []).map((target) => ({ repository, path: target })),
    ...(elsewhere[at] ?? []),
  ]);
}

function importTargets(path: string, edges: readonly Edge[]): string[] {
  const targets = new Set<string>();
  for (const edge of edges) if (edge.kind === "imports") targets.add(pathOfHandle(edge.to));
  targets.delete(path);
  return [...targets];
}

function keyOf({ repository = "", path }: ScopePath): string {
  return `${repository}\0${path}`;
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
