/** What paths begin with: routers on routers over files, up to an application. */
import type { RelPath } from "../core/rel-path.ts";
import type { Findings, PathBase, PathUse, WrittenName } from "../frameworks/contract.ts";
import { joinPaths } from "../frameworks/route-key.ts";
import { isTestPath } from "../languages/test-paths.ts";
import { type ImportedNames, type NamedPlace, namesOf } from "./imported-names.ts";
import type { PathConstants } from "./path-constants.ts";

/** Routers in routers in routers; more is a mistake or a circle. */
const MAX_MOUNTS = 12;
/** One route at more places than this is a table that code fills. */
const MAX_PATHS = 16;

export interface PathStart {
  prefix: string;
  isSure: boolean;
}

interface Node extends PathStart {
  base: PathBase;
  path: RelPath;
  mounts: { on: Node; prefix: string; isSure: boolean; replacesPrefix: boolean }[];
}

interface Found {
  nodes: Node[];
  isSure: boolean;
}

type BaseFile = Pick<Findings, "bases" | "mounts"> & { path: RelPath };

export class PathBases {
  readonly #byFile = new Map<string, Map<string, Node>>();
  /** By the name of what is known in every file; several of one name are none. */
  readonly #wide = new Map<string, Node | null>();
  readonly #shared = new Map<string, Node>();
  /** Routers that functions are given, by the language and the last part of their names. */
  readonly #parameters = new Map<string, Node | null>();
  readonly #names: ImportedNames;
  readonly #constants: PathConstants;

  constructor(files: readonly BaseFile[], names: ImportedNames, constants: PathConstants) {
    this.#names = names;
    this.#constants = constants;
    for (const file of files) this.#addBases(file);
    for (const file of files) this.#addMounts(file);
  }

  /** What the path of a use begins with, once for each place it is put. */
  startsOf(path: RelPath, { on, isKeptAlone }: PathUse): PathStart[] {
    if (on === null) return [{ prefix: "", isSure: true }];
    const node = this.#find(path, on).nodes[0];
    if (node) return distinct(startsOf(node, [])).slice(0, MAX_PATHS);
    return isKeptAlone ? [{ prefix: "", isSure: false }] : [];
  }

  #addBases({ path, bases }: BaseFile): void {
    if (bases.length === 0) return;
    const nodes = bases.map((base): [string, Node] => [base.name, this.#nodeOf(path, base)]);
    this.#byFile.set(path, new Map(nodes));
    for (const [name, node] of nodes) {
      if (node.base.isWide) this.#wide.set(name, this.#wide.has(name) ? null : node);
      if (!PARAMETER.test(name)) continue;
      const key = parameterKey(path, name);
      this.#parameters.set(key, this.#parameters.has(key) ? null : node);
    }
  }

  #nodeOf(path: RelPath, base: PathBase): Node {
    const shared = base.isShared ? this.#shared.get(base.name) : undefined;
    if (shared) {
      // What one file makes, another only uses.
      if (base.isRootAlone && !shared.base.isRootAlone) shared.base = { ...shared.base, isRootAlone: true };
      return shared;
    }
    const { path: prefix, isSure } = this.#constants.filled(path, base.prefix, base.holes);
    const node: Node = { base, path, prefix, isSure, mounts: [] };
    if (base.isShared) this.#shared.set(base.name, node);
    return node;
  }

  #addMounts({ path, mounts }: BaseFile): void {
    for (const { on, prefix, holes, child, replacesPrefix = false } of mounts) {
      const above = this.#find(path, on).nodes[0];
      if (!above) continue;
      const filled = this.#constants.filled(path, prefix, holes);
      const found = this.#find(path, child);
      for (const node of found.nodes) {
        // Tests put routers where they like.
        if (node === above || (isTestPath(path) && !isTestPath(node.path))) continue;
        const isSure = filled.isSure && found.isSure;
        node.mounts.push({ on: above, prefix: filled.path, isSure, replacesPrefix });
      }
    }
  }

  #find(path: RelPath, written: WrittenName): Found {
    const name = namesOf(written.name).join(".");
    if (written.parameter !== undefined) return this.#findParameter(path, name, written);
    const own = written.module === undefined ? this.#byFile.get(path)?.get(name) : undefined;
    if (own) return sure(own);
    const wide = this.#wide.get(name) ?? this.#shared.get(name);
    if (wide) return sure(wide);
    const imported = this.#names.of(path, written).flatMap((place) => {
      const nodes = this.#byFile.get(place.path);
      const named = nodes?.get(place.name) ?? this.#inModuleBelow(place);
      if (named) return [named];
      // The only one that a file has is what it is imported for.
      return nodes?.size === 1 && !place.isSymbol ? [...nodes.values()] : [];
    });
    if (imported.length > 0 || written.line === undefined) return sure(...imported);
    const tied = this.#names.tiedTo(path, written.name, written.line, written.lastLine);
    // What stands there under another name counts where it is imported so, or where the expression has none.
    const meant = name === "" || path.endsWith(".rs") ? tied : tied.filter(({ isSymbol }) => isSymbol);
    const nodes = meant.flatMap((place) => this.#byFile.get(place.path)?.get(place.name) ?? []);
    return nodes.length === 1 ? sure(...nodes) : NOTHING;
  }

  /** `api::carts::show` where `api` is imported: a module of a module. */
  #inModuleBelow({ path, name }: NamedPlace): Node | undefined {
    const [, folder, stem, extension] = MODULE.exec(path) ?? [];
    const steps = name.split(".");
    if (extension === undefined || steps.length < 2) return undefined;
    const isIndex = /^(?:mod|main|lib|__init__)$/.test(stem!);
    const below = [`${folder}${isIndex ? "" : `${stem}/`}`, steps.slice(0, -1).join("/")].join("");
    for (const end of [extension, `/mod${extension}`, `/__init__${extension}`]) {
      const node = this.#byFile.get(`${below}${end}`)?.get(steps.at(-1)!);
      if (node) return node;
    }
    return undefined;
  }

  #findParameter(path: RelPath, name: string, { line = 0, parameter }: WrittenName): Found {
    const at = `(${parameter})`;
    const own = this.#byFile.get(path)?.get(`${name}${at}`);
    if (own) return sure(own);
    const tied = this.#names.tiedTo(path, name, line).filter(({ isSymbol }) => isSymbol);
    const nodes = tied.flatMap((place) => this.#byFile.get(place.path)?.get(`${place.name}${at}`) ?? []);
    if (nodes.length === 1) return sure(...nodes);
    // A method of what the linker does not know the type of, when only one in this language is called so.
    const alone = nodes.length === 0 ? this.#parameters.get(parameterKey(path, `${name}${at}`)) : null;
    return alone ? { nodes: [alone], isSure: false } : NOTHING;
  }
}

const NOTHING: Found = { nodes: [], isSure: false };
/** Where modules are files: Rust and Python. */
const MODULE = /^(.*\/|)([^/]+)(\.rs|\.py)$/;
const PARAMETER = /\(\d+\)$/;

function sure(...nodes: Node[]): Found {
  return { nodes, isSure: true };
}

function parameterKey(path: RelPath, name: string): string {
  return `${path.slice(path.lastIndexOf("."))} ${name.replace(/^.*\.(?=[^.]*$)/, "")}`;
}

function startsOf(node: Node, below: readonly Node[]): PathStart[] {
  const { base, mounts, prefix: own, isSure } = node;
  if (base.isRoot) return [{ prefix: own, isSure }];
  const isCircle = below.includes(node) || below.length >= MAX_MOUNTS;
  if (mounts.length === 0 || isCircle)
    return [{ prefix: own, isSure: isSure && base.isRootAlone === true && !isCircle }];
  return mounts.flatMap(({ on, prefix, replacesPrefix, isSure: isSurelyPut }) =>
    startsOf(on, [...below, node])
      .slice(0, MAX_PATHS)
      .map((start) => ({
        prefix: joinPaths(joinPaths(start.prefix, prefix), replacesPrefix ? "" : own),
        isSure: start.isSure && isSure && isSurelyPut,
      })),
  );
}

/** Two calls may hand the same router on. */
function distinct(starts: readonly PathStart[]): PathStart[] {
  const found = new Map<string, PathStart>();
  for (const start of starts) {
    const known = found.get(start.prefix);
    if (!known?.isSure) found.set(start.prefix, start);
  }
  return [...found.values()];
}
