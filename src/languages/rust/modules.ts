import { foldersUp, joinPath } from "../../core/join-path.ts";
import { basename, dirname } from "../../core/rel-path.ts";
import {
  type Entity,
  type Meaning,
  MOST_NAMED,
  type ModuleQuestions,
  type ModuleRules,
  type ScopedFile,
} from "../modules/contract.ts";
import { EXTERNAL, found, UNKNOWN } from "../modules/meaning.ts";
import type { CargoConfig } from "./read-cargo.ts";

function fileAt(q: ModuleQuestions, path: string): ScopedFile | null {
  return q.filesWithStem(path).find(({ path: hit }) => hit.endsWith(".rs")) ?? null;
}

function inFolder(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** Files whose child modules lie beside them; those of `a.rs` lie in `a/`. */
const ROOT_NAMES: ReadonlySet<string> = new Set(["lib.rs", "main.rs", "mod.rs", "build.rs"]);

function childFolder(path: string): string {
  const folder = dirname(path);
  const isRoot = ROOT_NAMES.has(basename(path)) || /(?:^|\/)(?:bin|tests|examples|benches)$/.test(folder);
  return isRoot ? folder : path.slice(0, -".rs".length);
}

function childModule(q: ModuleQuestions, path: string, name: string): ScopedFile | null {
  const folder = childFolder(path);
  return fileAt(q, inFolder(folder, name)) ?? fileAt(q, inFolder(folder, `${name}/mod`));
}

function parentModule(q: ModuleQuestions, path: string): ScopedFile | null {
  const folder = basename(path) === "mod.rs" ? dirname(dirname(path)) : dirname(path);
  for (const name of ["mod", "lib", "main"]) {
    const file = fileAt(q, inFolder(folder, name));
    if (file && file.path !== path) return file;
  }
  return folder === "" ? null : fileAt(q, folder);
}

/** The crate's root file: `src/lib.rs` or `src/main.rs` below the nearest Cargo.toml. */
function crateRoot(q: ModuleQuestions, path: string): ScopedFile | null {
  return q.remember(`crate\0${dirname(path)}\0${basename(path)}`, () => {
    for (const folder of foldersUp(dirname(path))) {
      const config = q.config<CargoConfig>(inFolder(folder, "Cargo.toml"), "cargo");
      if (!config) continue;
      const inOwnTarget = /(?:^|\/)(?:tests|examples|benches|bin)\/[^/]+\.rs$/.exec(path);
      if (inOwnTarget) return q.file(path);
      return libraryOf(q, folder, config.libPath) ?? fileAt(q, inFolder(folder, "src/main"));
    }
    return fileAt(q, "src/lib") ?? fileAt(q, "src/main");
  });
}

function libraryOf(q: ModuleQuestions, folder: string, libPath: string | undefined): ScopedFile | null {
  const own = libPath === undefined ? null : joinPath(folder, libPath);
  return (own === null ? null : q.file(own)) ?? fileAt(q, inFolder(folder, "src/lib"));
}

/** A crate of the workspace by the name that code uses for it. */
function workspaceCrate(q: ModuleQuestions, name: string): ScopedFile | null {
  return q.remember(`cratename\0${name}`, () => {
    for (const { path, digest } of q.configsOfKind<CargoConfig>("cargo")) {
      if (digest.name?.replaceAll("-", "_") === name) return libraryOf(q, dirname(path), digest.libPath);
    }
    return null;
  });
}

const MAX_PARTS = 12;

/** What a path means in a file. The first part is a keyword, a name in scope or a crate. */
function resolvePath(q: ModuleQuestions, file: ScopedFile, path: string): Meaning {
  const parts = path.split("::").filter((part) => part !== "");
  if (parts.length > MAX_PARTS) return UNKNOWN;
  let meaning = firstPart(q, file, parts[0] ?? "");
  for (const part of parts.slice(1)) meaning = stepInto(q, meaning, part);
  return meaning;
}

function stepInto(q: ModuleQuestions, meaning: Meaning, name: string): Meaning {
  if (meaning.state !== "found") return meaning;
  for (const entity of meaning.entities) {
    if (entity.kind === "module") {
      if (name === "super") return moduleMeaning(parentModule(q, entity.file.path));
      if (name === "self") return meaning;
      return rustMember(q, entity.file, name);
    }
    if (entity.kind === "symbol") {
      const inner = q.symbols(entity.file, `${entity.symbol.qualifiedName}.${name}`);
      if (inner.length > 0) return found(inner);
    }
  }
  return UNKNOWN;
}

function moduleMeaning(file: ScopedFile | null): Meaning {
  return file ? found([{ kind: "module", file }]) : UNKNOWN;
}

function firstPart(q: ModuleQuestions, file: ScopedFile, name: string): Meaning {
  if (name === "crate" || name === "$crate") return moduleMeaning(crateRoot(q, file.path));
  if (name === "self") return found([{ kind: "module", file }]);
  if (name === "super") return moduleMeaning(parentModule(q, file.path));
  const crate = workspaceCrate(q, name);
  const child = childModule(q, file.path, name);
  if (child) return found([{ kind: "module", file: child }]);
  const own = q.symbols(file, name).filter(({ symbol }) => symbol.parent < 0);
  if (own.length > 0) return found(own);
  return crate ? found([{ kind: "module", file: crate }]) : EXTERNAL;
}

/**
 * A name of a module file: defined there, a child module, or brought in by `use`. Breadth first over (file, name)
 * pairs, each visited once.
 */
function rustMember(q: ModuleQuestions, module: ScopedFile, name: string): Meaning {
  return q.remember(
    `rs\0${module.path}\0${name}`,
    () => {
      const seen = new Set<string>();
      const queue: { file: ScopedFile; name: string }[] = [{ file: module, name }];
      for (let at = 0; at < queue.length; at++) {
        const { file, name: wanted } = queue[at]!;
        const key = `${file.path}\0${wanted}`;
        if (seen.has(key)) continue;
        seen.add(key);
        const own = q.symbols(file, wanted).filter(({ symbol }) => symbol.parent < 0);
        if (own.length > 0) return found(own);
        const child = childModule(q, file.path, wanted);
        if (child) return found([{ kind: "module", file: child }]);
        const direct = usedName(q, file, wanted, queue);
        if (direct) return found([direct]);
      }
      return UNKNOWN;
    },
    module !== q.own,
    UNKNOWN,
  );
}

/** Follows `use` and `pub use` of a file: queues module members, returns what is found at once. */
function usedName(
  q: ModuleQuestions,
  file: ScopedFile,
  wanted: string,
  queue: { file: ScopedFile; name: string }[],
): Entity | null {
  for (const { source, imported } of q.imports(file, wanted)) {
    const target = resolvePath(q, file, source.source);
    if (target.state !== "found") continue;
    for (const entity of target.entities) {
      if (imported === "*") return entity;
      if (entity.kind === "module") queue.push({ file: entity.file, name: imported });
      else if (entity.kind === "symbol") {
        const inner = q.symbols(entity.file, `${entity.symbol.qualifiedName}.${imported}`);
        if (inner[0]) return inner[0];
      }
    }
  }
  for (const fact of q.wildcardImports(file)) {
    const target = resolvePath(q, file, fact.source);
    if (target.state !== "found") continue;
    for (const entity of target.entities) {
      if (entity.kind === "module") queue.push({ file: entity.file, name: wanted });
      else if (entity.kind === "symbol") {
        const inner = q.symbols(entity.file, `${entity.symbol.qualifiedName}.${wanted}`);
        if (inner[0]) return inner[0];
      }
    }
  }
  return null;
}

export const RUST_RULES: ModuleRules = {
  imported(q, file, { source, imported }) {
    const target = resolvePath(q, file, source.source);
    if (target.state !== "found" || imported === "*") return target;
    return stepInto(q, target, imported);
  },
  ambient(q, file, name, owner) {
    if (name === "crate" || name === "self" || name === "super" || name === "$crate")
      return firstPart(q, file, name);
    for (const fact of q.wildcardImports(file)) {
      const target = resolvePath(q, file, fact.source);
      const meaning = stepInto(q, target, name);
      if (meaning.state === "found") return meaning;
    }
    const child = childModule(q, file.path, name) ?? workspaceCrate(q, name);
    if (child) return found([{ kind: "module", file: child }]);
    // Macros travel by name through the whole crate.
    const named = q.named("rust", name);
    const macros = named.filter(({ symbol }) => symbol.kind === "macro");
    if (macros.length === 1 && named.length < MOST_NAMED && owner !== undefined)
      return { state: "found", entities: macros, isHeuristic: true };
    return EXTERNAL;
  },
  moduleMember: rustMember,
  importedFiles(q, file, source) {
    const target = resolvePath(q, file, source.source);
    if (target.state !== "found") return [];
    return target.entities.flatMap((entity) => (entity.kind === "namespace" ? [] : [entity.file]));
  },
};
