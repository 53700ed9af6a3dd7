/**
 * Paths of routes and calls, put together over files: a router's own, before it those of where it is put, up to an
 * application. A pure function of findings and imports.
 */
import { handleOf } from "../core/edges.ts";
import { dirname, type RelPath } from "../core/rel-path.ts";
import type { Contract, Findings, PathBase, PathUse, WrittenName } from "../frameworks/contract.ts";
import { HOLE, joinPaths, routeKey, shownPath } from "../frameworks/route-key.ts";
import { type ImportedNames, namesOf } from "./imported-names.ts";
import type { PathConstants } from "./path-constants.ts";

/** Routers in routers in routers; more is a mistake or a circle. */
const MAX_MOUNTS = 8;
/** One route at more places than this is a table that code fills. */
const MAX_PATHS = 16;

export interface FilePaths extends Pick<Findings, "bases" | "mounts" | "uses"> {
  path: RelPath;
  /** Put in front of every path of a framework in this part of the tree; by the framework's id. */
  globalPrefixes: readonly { framework: string; prefix: string }[];
  /** Qualified names of symbols of the file that its uses name as handlers. */
  handlers: ReadonlySet<string>;
}

interface Node {
  base: PathBase;
  mounts: { on: Node; prefix: string; replacesPrefix: boolean }[];
}

interface Start {
  prefix: string;
  isSure: boolean;
}

/** A handler that an import leads to a file of, but not to a symbol: whether the file has one is to be looked up. */
export interface OpenHandler {
  contract: Contract;
  path: RelPath;
  name: string;
}

export interface ComposedPaths {
  offers: Contract[];
  needs: Contract[];
  openHandlers: OpenHandler[];
}

/** In the order of files, then of the document. */
export function composePaths(
  files: readonly FilePaths[],
  names: ImportedNames,
  constants: PathConstants,
): ComposedPaths {
  const bases = new Bases(files, names);
  const globals = files.flatMap(({ path, globalPrefixes }) =>
    globalPrefixes.map((one) => ({ ...one, folder: dirname(path) })),
  );
  const composed: ComposedPaths = { offers: [], needs: [], openHandlers: [] };
  for (const file of files) {
    for (const use of file.uses) {
      for (const base of bases.startsOf(file.path, use)) {
        const start = behindConstant(base, use, constants, file.path);
        const before = globalPrefixOf(use, file.path, globals);
        const contract = contractOf(use, { ...start, before });
        composed[use.side].push(contract);
        composed.openHandlers.push(...tieHandler(contract, file, use.handler, names));
      }
    }
  }
  return composed;
}

/** A constant that is not known may be any step. */
function behindConstant(
  { prefix, isSure }: Start,
  { constant }: PathUse,
  constants: PathConstants,
  path: RelPath,
): Start {
  if (constant === undefined) return { prefix, isSure };
  const text = constants.textOf(path, constant);
  return { prefix: joinPaths(prefix, text ?? HOLE), isSure: isSure && text !== undefined };
}

function contractOf(use: PathUse, { prefix, isSure, before }: Start & { before: string }): Contract {
  const path = withTokens(joinPaths(before, joinPaths(prefix, use.path)), use.tokens);
  const details = {
    ...use.details,
    path: shownPath(path),
    ...(use.handler === undefined ? {} : { handler: use.handler }),
    ...(isSure ? {} : { mount: "unknown" }),
  };
  const key = routeKey(use.method, path);
  const contract: Contract = {
    kind: "route",
    key,
    place: use.place,
    tier: isSure ? use.tier : "heuristic",
    details,
  };
  return use.answeredBy === undefined ? contract : { ...contract, answeredBy: use.answeredBy };
}

function withTokens(path: string, tokens: PathUse["tokens"]): string {
  if (tokens === undefined) return path;
  return path.replace(/\[(\w+)\]/g, (whole, token: string) => tokens[token.toLowerCase()] ?? whole);
}

/** Says who answers when that is known; gives back what is still to be looked up. */
function tieHandler(
  contract: Contract,
  { path, handlers }: FilePaths,
  written: string | undefined,
  names: ImportedNames,
): OpenHandler[] {
  if (written === undefined) return [];
  const name = namesOf(written).join(".");
  if (handlers.has(name)) {
    contract.implementation = handleOf(path, { qualifiedName: name, overload: 0 });
    return [];
  }
  const found = names.of(path, { name: written });
  if (found.length === 1 && found[0]!.isSymbol) {
    contract.implementation = handleOf(found[0]!.path, { qualifiedName: found[0]!.name, overload: 0 });
    return [];
  }
  return found.map((place) => ({ contract, path: place.path, name: place.name }));
}

/** The one that is set nearest above or beside the file; none when two different ones are equally near. */
function globalPrefixOf(
  { side, details }: PathUse,
  path: RelPath,
  globals: readonly { framework: string; prefix: string; folder: string }[],
): string {
  if (side === "needs") return "";
  const own = globals.filter(({ framework }) => framework === details.framework);
  const near = own.map(({ folder }) => sharedFolders(folder, path));
  const best = Math.max(...near);
  const prefixes = new Set(own.filter((_, at) => near[at] === best).map(({ prefix }) => prefix));
  return prefixes.size === 1 ? [...prefixes][0]! : "";
}

function sharedFolders(folder: string, path: string): number {
  const a = folder.split("/");
  const b = dirname(path as RelPath).split("/");
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared += 1;
  return shared;
}

class Bases {
  readonly #byFile = new Map<string, Map<string, Node>>();
  /** By the name of what is known in every file; several of one name are none. */
  readonly #wide = new Map<string, Node | null>();
  readonly #names: ImportedNames;

  constructor(files: readonly FilePaths[], names: ImportedNames) {
    this.#names = names;
    for (const { path, bases } of files) {
      if (bases.length === 0) continue;
      const nodes = bases.map((base): [string, Node] => [base.name, { base, mounts: [] }]);
      this.#byFile.set(path, new Map(nodes));
      for (const [name, node] of nodes)
        if (node.base.isWide) this.#wide.set(name, this.#wide.has(name) ? null : node);
    }
    for (const { path, mounts } of files) {
      for (const { on, prefix, child, replacesPrefix = false } of mounts) {
        const above = this.#find(path, on)[0];
        if (!above) continue;
        for (const node of this.#find(path, child))
          if (node !== above) node.mounts.push({ on: above, prefix, replacesPrefix });
      }
    }
  }

  /** What the path of a use begins with, once for each place it is put. */
  startsOf(path: RelPath, { on, isKeptAlone }: PathUse): Start[] {
    if (on === null) return [{ prefix: "", isSure: true }];
    const node = this.#find(path, on)[0];
    if (node) return startsOf(node, []).slice(0, MAX_PATHS);
    return isKeptAlone ? [{ prefix: "", isSure: false }] : [];
  }

  #find(path: RelPath, written: WrittenName): Node[] {
    const name = namesOf(written.name).join(".");
    const own = written.module === undefined ? this.#byFile.get(path)?.get(name) : undefined;
    if (own) return [own];
    const wide = this.#wide.get(name);
    if (wide) return [wide];
    return this.#names.of(path, written).flatMap((place) => {
      const nodes = this.#byFile.get(place.path);
      const named = nodes?.get(place.name);
      if (named) return [named];
      // The only one that a file has is what it is imported for.
      return nodes?.size === 1 && !place.isSymbol ? [...nodes.values()] : [];
    });
  }
}

function startsOf(node: Node, below: readonly Node[]): Start[] {
  const { base, mounts } = node;
  if (base.isRoot) return [{ prefix: base.prefix, isSure: true }];
  const isCircle = below.includes(node) || below.length >= MAX_MOUNTS;
  if (mounts.length === 0 || isCircle)
    return [{ prefix: base.prefix, isSure: base.isRootAlone === true && !isCircle }];
  return mounts.flatMap(({ on, prefix, replacesPrefix }) =>
    startsOf(on, [...below, node])
      .slice(0, MAX_PATHS)
      .map((start) => ({
        prefix: joinPaths(joinPaths(start.prefix, prefix), replacesPrefix ? "" : base.prefix),
        isSure: start.isSure,
      })),
  );
}
