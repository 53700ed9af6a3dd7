/**
 * Paths of routes and calls, put together over files: a router's own, before it those of where it is put, up to an
 * application. A pure function of findings and imports.
 */
import { handleOf } from "../core/edges.ts";
import { dirname, type RelPath } from "../core/rel-path.ts";
import type { Contract, Findings, PathUse } from "../frameworks/contract.ts";
import { HOLE, joinPaths, routeKey, shownPath } from "../frameworks/route-key.ts";
import { type ImportedNames, namesOf } from "./imported-names.ts";
import { PathBases, type PathStart } from "./path-bases.ts";
import type { PathConstants } from "./path-constants.ts";

export interface FilePaths extends Pick<Findings, "bases" | "mounts" | "uses"> {
  path: RelPath;
  /** Put in front of every path of a framework in this part of the tree; by the framework's id. */
  globalPrefixes: readonly { framework: string; prefix: string }[];
  /** Qualified names of symbols of the file that its uses name as handlers. */
  handlers: ReadonlySet<string>;
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
  const bases = new PathBases(files, names, constants);
  const globals = files.flatMap(({ path, globalPrefixes }) =>
    globalPrefixes.map((one) => ({ ...one, folder: dirname(path) })),
  );
  const composed: ComposedPaths = { offers: [], needs: [], openHandlers: [] };
  for (const file of files) {
    for (const use of file.uses) {
      for (const base of bases.startsOf(file.path, use)) {
        const start = behindConstant(base, use, constants, file.path);
        const before = globalPrefixOf(use, file.path, globals);
        const { path, isSure } = constants.filled(file.path, use.path, use.holes);
        // A constant that is known nowhere: what it holds may not even be a path.
        if (use.path === HOLE && !isSure) continue;
        const contract = contractOf({ ...use, path }, { ...start, isSure: start.isSure && isSure, before });
        composed[use.side].push(contract);
        composed.openHandlers.push(...tieHandler(contract, file, use.handler, names));
      }
    }
  }
  return composed;
}

/** A constant that is not known may be any step. */
function behindConstant(
  { prefix, isSure }: PathStart,
  { constant }: PathUse,
  constants: PathConstants,
  path: RelPath,
): PathStart {
  if (constant === undefined) return { prefix, isSure };
  const text = constants.textOf(path, constant);
  return { prefix: joinPaths(prefix, text ?? HOLE), isSure: isSure && text !== undefined };
}

function contractOf(use: PathUse, { prefix, isSure, before }: PathStart & { before: string }): Contract {
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
  const imported = names.of(path, { name: written });
  const { startLine, endLine } = contract.place.span;
  const tied = imported.length > 0 ? [] : names.tiedTo(path, written, startLine, endLine);
  const found = [...imported, ...tied.filter(({ isSymbol }) => isSymbol)];
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
