import { comparePaths } from "../core/rel-path.ts";
import { type ConfigDigest, readConfigDigest } from "./config/read-config.ts";
import type { SymbolEntity } from "./entities.ts";
import { FileScope } from "./file-scope.ts";
import {
  eachContribution,
  isGlobalImport,
  QUESTION,
  type QuestionKind,
  questionKey,
} from "./questions-keys.ts";
import type { FileSurface, SurfaceImport } from "./surface.ts";

export interface ConfigEntry {
  path: string;
  digest: ConfigDigest;
}

/** A computed answer with the keys of everything that was asked on the way. */
export interface RememberedAnswer {
  value: unknown;
  keys: readonly number[];
}

/** What a barrel passes on with `export *`, in the order of a breadth-first walk, itself not included. */
export interface Barrel {
  files: readonly FileScope[];
  /** True when it also passes on a module outside the view. */
  leavesView: boolean;
}

/** Questions whose answer is a list of files. */
const FILE_LISTS: ReadonlySet<QuestionKind> = new Set<QuestionKind>([
  QUESTION.stem,
  QUESTION.basename,
  QUESTION.packageFiles,
  QUESTION.exporters,
]);

const NONE: readonly never[] = [];

/** (kind, subject) → name → list. Subjects are few or their names are: no key is ever put together. */
class Index<T> {
  readonly #tables: Map<string, Map<string, T[]>>[] = [];

  add(kind: number, subject: string, name: string, value: T): void {
    let bySubject = this.#tables[kind];
    if (!bySubject) {
      bySubject = new Map();
      this.#tables[kind] = bySubject;
    }
    // A question without a name (a stem, a base name) is indexed by its subject.
    const table = name === "" ? "" : subject;
    let byName = bySubject.get(table);
    if (!byName) {
      byName = new Map();
      bySubject.set(table, byName);
    }
    append(byName, name === "" ? subject : name, value);
  }

  get(kind: number, subject: string, name: string): readonly T[] {
    const byName = this.#tables[kind]?.get(name === "" ? "" : subject);
    return byName?.get(name === "" ? subject : name) ?? NONE;
  }
}

/**
 * All surfaces of one view, indexed. Immutable once built. Linking never reads it directly: `Questions` does and
 * records what was asked.
 */
export class LinkEnvironment {
  readonly files = new Map<string, FileScope>();
  readonly configs = new Map<string, ConfigDigest>();
  /** Answers that many files share, such as what `./a` means in a folder. */
  readonly memory = new Map<string, RememberedAnswer>();
  /** By path of the barrel. */
  readonly barrels = new Map<string, { barrel: Barrel; keys: ReadonlySet<number> }>();
  readonly #symbols = new Index<SymbolEntity>();
  readonly #files = new Index<FileScope>();
  readonly #packagesByName = new Map<string, ConfigEntry[]>();
  readonly #globalImports = new Map<string, SurfaceImport[]>();

  constructor(surfaces: readonly FileSurface[], configs: ReadonlyMap<string, string>) {
    // Order decides the order of candidates, so it must not depend on how the caller came by the surfaces.
    const ordered = [...surfaces].sort((a, b) => comparePaths(a.path, b.path));
    for (const surface of ordered) this.#addSurface(surface);
    for (const [path, text] of [...configs].sort(([a], [b]) => comparePaths(a, b)))
      this.#addConfig(path, text);
  }

  #addSurface(surface: FileSurface): void {
    const file = new FileScope(surface);
    this.files.set(surface.path, file);
    eachContribution(surface, { withContent: false }, (kind, subject, name, _content, symbol) => {
      // A file's own names are indexed by its scope, at first use.
      if (kind === QUESTION.file || kind === QUESTION.symbol) return;
      if (symbol >= 0) this.#symbols.add(kind, subject, name, file.entities[symbol]!);
      else if (FILE_LISTS.has(kind)) this.#files.add(kind, subject, name, file);
    });
    for (const fact of surface.imports) {
      if (isGlobalImport(fact)) append(this.#globalImports, file.family, fact);
    }
  }

  #addConfig(path: string, text: string): void {
    const digest = readConfigDigest(path, text);
    if (!digest) return;
    this.configs.set(path, digest);
    if (digest.kind === "package" && digest.name !== undefined) {
      append(this.#packagesByName, digest.name, { path, digest });
    }
  }

  symbolsByKey(kind: number, subject: string, name: string): readonly SymbolEntity[] {
    return this.#symbols.get(kind, subject, name);
  }

  filesByKey(kind: number, subject: string, name = ""): readonly FileScope[] {
    return this.#files.get(kind, subject, name);
  }

  packagesNamed(name: string): readonly ConfigEntry[] {
    return this.#packagesByName.get(name) ?? NONE;
  }

  globalImports(family: string): readonly SurfaceImport[] {
    return this.#globalImports.get(family) ?? NONE;
  }
}

/** `configs`: path → text of every file of the view that `isLinkConfig` names. */
export function buildEnvironment(
  surfaces: readonly FileSurface[],
  configs: ReadonlyMap<string, string> = new Map(),
): LinkEnvironment {
  return new LinkEnvironment(surfaces, configs);
}

/** Keys whose answer may differ once a configuration file's text changed; null means that it does not exist. */
export function keysOfConfigChange(path: string, before: string | null, after: string | null): number[] {
  const old = before === null ? null : readConfigDigest(path, before);
  const now = after === null ? null : readConfigDigest(path, after);
  if (JSON.stringify(old) === JSON.stringify(now)) return [];
  const kind = (now ?? old)!.kind;
  const keys = [questionKey(QUESTION.config, path), questionKey(QUESTION.configKind, kind)];
  for (const digest of [old, now]) {
    if (digest?.kind === "package" && digest.name !== undefined) {
      keys.push(questionKey(QUESTION.packageName, digest.name));
    }
  }
  return [...new Set(keys)].sort((a, b) => a - b);
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
