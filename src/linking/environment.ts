import { comparePaths } from "../core/rel-path.ts";
import type { ConfigDigest, ConfigEntry, SurfaceImport } from "../languages/modules/contract.ts";
import type { SymbolEntity } from "./entities.ts";
import { FileScope } from "./file-scope.ts";
import { KeyTable } from "./key-table.ts";
import { packageNameOf, readConfigDigest } from "./link-configs.ts";
import {
  eachContribution,
  eachPlace,
  isGlobalImport,
  keyOfHashed,
  QUESTION,
  type QuestionKind,
  questionKey,
} from "./questions-keys.ts";
import { StarGraph } from "./star-graph.ts";
import type { FileSurface } from "./surface.ts";

/** A file of the view. With `shown` (see `shownKeys`) it is read when an answer needs it, without it at once. */
export interface FileInView {
  path: string;
  language: string;
  shown: Uint32Array | null;
  readSurface: () => FileSurface;
}

/** A computed answer with the keys of everything that was asked on the way. */
export interface RememberedAnswer {
  value: unknown;
  keys: readonly number[];
}

/** Thrown when an answer needs so many files that reading them would keep the process from everything else. */
export class ManyUnread extends Error {
  readonly files: readonly FileScope[];

  constructor(files: readonly FileScope[]) {
    super(`${files.length} files are to be read before this can be answered`);
    this.files = files;
  }
}

const MANY_UNREAD = 200;

/** Questions whose answer is a list of files, apart from those about a path. */
const FILE_LISTS: ReadonlySet<QuestionKind> = new Set<QuestionKind>([
  QUESTION.packageFiles,
  QUESTION.exporters,
  QUESTION.globalImports,
]);

const NONE: readonly never[] = [];

/** (kind, subject) → name → list by path. Subjects are few or their names are: no key is ever put together. */
class Index<T> {
  readonly #tables: Map<string, Map<string, T[]>>[] = [];
  /** Files come as they are read, which is not by path unless all are read at once. */
  readonly #unordered = new Set<readonly T[]>();
  readonly #orderOf: (value: T) => number;

  constructor(orderOf: (value: T) => number) {
    this.#orderOf = orderOf;
  }

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
    const key = name === "" ? subject : name;
    const list = byName.get(key);
    if (!list) byName.set(key, [value]);
    else {
      if (this.#orderOf(list.at(-1)!) > this.#orderOf(value)) this.#unordered.add(list);
      list.push(value);
    }
  }

  get(kind: number, subject: string, name: string): readonly T[] {
    const byName = this.#tables[kind]?.get(name === "" ? "" : subject);
    const list = byName?.get(name === "" ? subject : name);
    if (!list) return NONE;
    // Stable: what one file contributes stays in the order of the document.
    if (this.#unordered.delete(list)) list.sort((a, b) => this.#orderOf(a) - this.#orderOf(b));
    return list;
  }
}

/**
 * All files of one view, found by what they show and read when an answer needs them: its answers are those of the
 * whole view all the same. Linking never asks it directly: `Questions` does and records what was asked.
 */
export class LinkEnvironment {
  readonly files = new Map<string, FileScope>();
  readonly configs = new Map<string, ConfigDigest>();
  /** Answers that many files share, such as what `./a` means in a folder. */
  readonly memory = new Map<string, RememberedAnswer>();
  readonly starGraph = new StarGraph(this);
  readonly #byOrder: FileScope[] = [];
  readonly #isIndexed: boolean[] = [];
  readonly #shown: KeyTable;
  readonly #symbols = new Index<SymbolEntity>(({ file }) => file.order);
  readonly #files = new Index<FileScope>(({ order }) => order);
  readonly #packagesByName = new Map<string, ConfigEntry[]>();
  readonly #globalImports = new Map<string, readonly SurfaceImport[]>();

  constructor(files: readonly FileInView[], configs: ReadonlyMap<string, string>) {
    // Order decides the order of candidates, so it must not depend on how the caller came by the files.
    const ordered = [...files].sort((a, b) => comparePaths(a.path, b.path));
    this.#shown = new KeyTable(ordered.map(({ shown }) => shown));
    for (const { path, language, shown, readSurface } of ordered) {
      const file = new FileScope(path, language, readSurface, this.#byOrder.length);
      this.files.set(path, file);
      this.#byOrder.push(file);
      this.#isIndexed.push(false);
      eachPlace(path, (kind, subject) => {
        if (kind !== QUESTION.file) this.#files.add(kind, subject, "", file);
      });
      if (!shown) this.#index(file);
    }
    for (const [path, text] of [...configs].sort(([a], [b]) => comparePaths(a, b)))
      this.#addConfig(path, text);
  }

  #index(file: FileScope): void {
    this.#isIndexed[file.order] = true;
    eachContribution(file.surface, { withContent: false }, (kind, subject, name, _content, symbol) => {
      // A file's own names are indexed by its scope, at first use.
      if (kind === QUESTION.symbol) return;
      if (symbol >= 0) this.#symbols.add(kind, subject, name, file.entities[symbol]!);
      else if (FILE_LISTS.has(kind)) this.#files.add(kind, subject, name, file);
    });
  }

  /** After this every file that has a part in the answer is in the indexes. */
  #indexFilesThatShow(key: number): void {
    const unread = this.#shown.ownersOf(key).filter((order) => !this.#isIndexed[order]);
    if (unread.length === 0) return;
    const files = unread.map((order) => this.#byOrder[order]!);
    const missing = files.filter((file) => !file.isRead);
    if (missing.length > MANY_UNREAD) throw new ManyUnread(missing);
    for (const file of files) this.#index(file);
  }

  #addConfig(path: string, text: string): void {
    const digest = readConfigDigest(path, text);
    if (!digest) return;
    this.configs.set(path, digest);
    const name = packageNameOf(path, digest);
    if (name !== undefined) append(this.#packagesByName, name, { path, digest });
  }

  /** `key` is that of the question. */
  symbolsThatShow(key: number, kind: QuestionKind, subject: string, name: string): readonly SymbolEntity[] {
    this.#indexFilesThatShow(key);
    return this.#symbols.get(kind, subject, name);
  }

  /** The first so many by path, without reading the files behind them. */
  firstSymbolsThatShow(
    key: number,
    kind: QuestionKind,
    subject: string,
    name: string,
    most: number,
  ): readonly SymbolEntity[] {
    const unread = this.#shown.ownersOf(key).filter((order) => !this.#isIndexed[order]);
    for (let at = 0; ; ) {
      // Up to here nothing is missing.
      const end = unread[at] ?? Number.POSITIVE_INFINITY;
      const symbols = this.#symbols.get(kind, subject, name);
      const known = countWhile(symbols, ({ file }) => file.order < end, most);
      if (known >= most || at >= unread.length) return symbols.slice(0, known);
      for (const next = at + most - known; at < Math.min(next, unread.length); at++)
        this.#index(this.#byOrder[unread[at]!]!);
    }
  }

  filesThatShow(key: number, kind: QuestionKind, subject: string, name: string): readonly FileScope[] {
    this.#indexFilesThatShow(key);
    return this.#files.get(kind, subject, name);
  }

  filesAt(kind: QuestionKind, place: string): readonly FileScope[] {
    return this.#files.get(kind, place, "");
  }

  /** Tells without reading the file, so that barrels are followed without reading what they pass on. */
  hasStarExports(file: FileScope): boolean {
    if (file.order < 0 || file.isRead) return file.exportsNamed("*").length > 0;
    const key = keyOfHashed(QUESTION.starExports, file.pathHash, "*");
    return this.#shown.ownersOf(key).includes(file.order);
  }

  packagesNamed(name: string): readonly ConfigEntry[] {
    return this.#packagesByName.get(name) ?? NONE;
  }

  globalImports(key: number, family: string): readonly SurfaceImport[] {
    let imports = this.#globalImports.get(family);
    if (!imports) {
      const files = new Set(this.filesThatShow(key, QUESTION.globalImports, family, ""));
      imports = [...files].flatMap((file) => file.imports.filter(isGlobalImport));
      this.#globalImports.set(family, imports);
    }
    return imports;
  }
}

function countWhile<T>(items: readonly T[], holds: (item: T) => boolean, most: number): number {
  let count = 0;
  while (count < items.length && count < most && holds(items[count]!)) count++;
  return count;
}

/** Of surfaces that are all at hand. `configs`: path → text of every file of the view that `isLinkConfig` names. */
export function buildEnvironment(
  surfaces: readonly FileSurface[],
  configs: ReadonlyMap<string, string> = new Map(),
): LinkEnvironment {
  const files = surfaces.map((surface) => {
    const { path, language } = surface;
    return { path, language, shown: null, readSurface: () => surface };
  });
  return new LinkEnvironment(files, configs);
}

/** Keys whose answer may differ once a configuration file's text changed; null means that it does not exist. */
export function keysOfConfigChange(path: string, before: string | null, after: string | null): number[] {
  const old = before === null ? null : readConfigDigest(path, before);
  const now = after === null ? null : readConfigDigest(path, after);
  if (JSON.stringify(old) === JSON.stringify(now)) return [];
  const kind = (now ?? old)!.kind;
  const keys = [questionKey(QUESTION.config, path), questionKey(QUESTION.configKind, kind)];
  for (const digest of [old, now]) {
    const name = digest ? packageNameOf(path, digest) : undefined;
    if (name !== undefined) keys.push(questionKey(QUESTION.packageName, name));
  }
  return [...new Set(keys)].sort((a, b) => a - b);
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
