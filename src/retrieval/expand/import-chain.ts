/**
 * Import chains from a file, depth first in the order of the imports, with cycles and cuts marked. They cross packages
 * and repositories, and end where the language changes or at what nobody has indexed: such ends are marked, too.
 */
import type { Edge } from "../../core/edges.ts";
import { pathOfHandle } from "../../core/handles.ts";
import { qualify } from "../../core/qualified-places.ts";
import type { RelPath } from "../../core/rel-path.ts";
import type { ViewReader } from "../../storage/contract.ts";
import type { ScopePath } from "../scope/qualified-path.ts";
import { type ChainEnds, type EndingFile, findEnds, type ServiceCalls } from "./chain-ends.ts";

export interface ImportNode extends ChainEnds {
  /** With its repository before it where that is not the one of the first file. */
  path: string;
  /** Already on the way here: following it would not end. */
  isCycle: boolean;
  /** Its imports stand elsewhere in the chain. */
  isRepeated: boolean;
  /** Imports that the depth or the fan-out left out. */
  omitted: number;
  imports: ImportNode[];
}

/** A file of another member, and the lines that import it. */
export interface ForeignImport extends Required<ScopePath> {
  lines: readonly number[];
}

/** Files of other members that each of these files of a member imports. */
export type ImportsElsewhere = (paths: readonly string[]) => Promise<readonly (readonly ForeignImport[])[]>;

/** What a chain asks of the member that a file lies in. */
export interface ImportingMember {
  reader: ViewReader;
  importsElsewhere?: ImportsElsewhere | undefined;
  serviceCalls?: ServiceCalls | undefined;
}

/** What a file imports, and the lines of imports that led somewhere. */
interface FileImports {
  targets: readonly ScopePath[];
  lines: ReadonlySet<number>;
}

export const MAX_IMPORT_DEPTH = 3;
const MAX_IMPORTS_SHOWN = 6;
/** Files whose ends are looked up; answers show fewer lines than that. */
const MAX_ENDS = 60;
const NO_ENDS: ChainEnds = { outside: [], borders: [] };

export async function importChain(
  memberOf: (file: ScopePath) => ImportingMember,
  start: ScopePath,
  depth = MAX_IMPORT_DEPTH,
): Promise<ImportNode> {
  const importsOf = await readImports(memberOf, start, depth);
  const placeOf = ({ repository, path }: ScopePath) =>
    repository !== undefined && repository !== start.repository ? qualify(repository, path) : path;
  const expanded = new Map<string, { node: ImportNode; file: ScopePath }>();
  const visit = (at: ScopePath, trail: readonly string[], left: number): ImportNode => {
    const key = keyOf(at);
    const isCycle = trail.includes(key);
    const isRepeated = !isCycle && expanded.has(key);
    const node = { path: placeOf(at), isCycle, isRepeated, omitted: 0, imports: [], ...NO_ENDS };
    if (isCycle || isRepeated) return node;
    const targets = importsOf.get(key)?.targets ?? [];
    if (left === 0) return { ...node, omitted: targets.length };
    const shown: ImportNode = { ...node, omitted: Math.max(0, targets.length - MAX_IMPORTS_SHOWN) };
    expanded.set(key, { node: shown, file: at });
    shown.imports = targets
      .slice(0, MAX_IMPORTS_SHOWN)
      .map((target) => visit(target, [...trail, key], left - 1));
    return shown;
  };
  const chain = visit(start, [], depth);
  const ending = [...expanded.values()].slice(0, MAX_ENDS);
  for (const [repository, own] of byRepository(ending, ({ file }) => file)) {
    const files = own.map(
      ({ file }): EndingFile => ({ path: file.path, ledSomewhere: importsOf.get(keyOf(file))!.lines }),
    );
    const ends = await findEnds(memberOf({ repository, path: files[0]!.path }), files, (at) =>
      placeOf({ repository, ...at }),
    );
    for (const [at, { node }] of own.entries()) Object.assign(node, ends[at]);
  }
  return chain;
}

/** Of every file that a chain may show, one read of each member for each step away from the first. */
async function readImports(
  memberOf: (file: ScopePath) => ImportingMember,
  start: ScopePath,
  depth: number,
): Promise<ReadonlyMap<string, FileImports>> {
  const imports = new Map<string, FileImports>();
  let next: readonly ScopePath[] = [start];
  for (let step = 0; step <= depth && next.length > 0; step++) {
    for (const [, own] of byRepository(next, (file) => file)) {
      const found = await importsIn(memberOf(own[0]!), own);
      for (const [at, file] of own.entries()) imports.set(keyOf(file), found[at]!);
    }
    const shown = next.flatMap((from) => imports.get(keyOf(from))!.targets.slice(0, MAX_IMPORTS_SHOWN));
    const fresh = new Map(shown.map((file) => [keyOf(file), file]));
    next = [...fresh.values()].filter((file) => !imports.has(keyOf(file)));
  }
  return imports;
}

/** Of files of one member: those of its own, then those of others. */
async function importsIn(
  { reader, importsElsewhere }: ImportingMember,
  files: readonly ScopePath[],
): Promise<FileImports[]> {
  const paths = files.map(({ path }) => path);
  const links = await reader.linksOf(paths as RelPath[]);
  const elsewhere = (await importsElsewhere?.(paths)) ?? [];
  return files.map(({ repository, path }, at) => {
    const own = (links[at]?.edges ?? []).filter(({ kind }) => kind === "imports");
    const foreign = elsewhere[at] ?? [];
    return {
      targets: [
        ...importTargets(path, own).map((target) => ({ repository, path: target })),
        ...foreign.map((one) => ({ repository: one.repository, path: one.path })),
      ],
      lines: new Set([...own, ...foreign].flatMap(({ lines }) => lines)),
    };
  });
}

function importTargets(path: string, imports: readonly Edge[]): string[] {
  const targets = new Set(imports.map(({ to }) => pathOfHandle(to)));
  targets.delete(path as RelPath);
  return [...targets];
}

function byRepository<T>(items: readonly T[], fileOf: (item: T) => ScopePath): Map<string | undefined, T[]> {
  const groups = new Map<string | undefined, T[]>();
  for (const item of items) {
    const { repository } = fileOf(item);
    const group = groups.get(repository);
    if (group) group.push(item);
    else groups.set(repository, [item]);
  }
  return groups;
}

function keyOf({ repository = "", path }: ScopePath): string {
  return `${repository}\0${path}`;
}
