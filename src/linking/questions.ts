import {
  type ConfigDigest,
  type ConfigEntry,
  type ImportedName,
  MOST_NAMED,
  type ModuleQuestions,
  type SurfaceExport,
  type SurfaceImport,
} from "../languages/modules/contract.ts";
import { barrelOf } from "./barrels.ts";
import type { Barrel, SymbolEntity } from "./entities.ts";
import type { LinkEnvironment, RememberedAnswer } from "./environment.ts";
import type { FileScope } from "./file-scope.ts";
import { keyOfHashed, QUESTION, type QuestionKind, questionKey } from "./questions-keys.ts";

/**
 * The one door to the rest of the view. Each look-up, also one that finds nothing, leaves its key in `keys`;
 * a file is linked again when the answer to one of them may have changed. What is not asked here must not
 * influence a link.
 */
export class Questions implements ModuleQuestions<FileScope> {
  keys = new Set<number>();
  readonly #env: LinkEnvironment;
  /** The file being linked, with its locals; its own facts are an input, not a question. */
  readonly own: FileScope | null;
  readonly #heard = new Set<string>();
  readonly #ownMemory = new Map<string, RememberedAnswer>();
  /** Topics being computed, outermost first. */
  readonly #open: string[] = [];
  /** Outermost open topic that a computation came back to. */
  #cycleTo = Number.POSITIVE_INFINITY;

  constructor(env: LinkEnvironment, own: FileScope | null = null) {
    this.#env = env;
    this.own = own;
  }

  #ask(kind: QuestionKind, subject: string, name = ""): number {
    const key = questionKey(kind, subject, name);
    this.keys.add(key);
    return key;
  }

  #askFile(kind: QuestionKind, file: FileScope, name: string): void {
    this.keys.add(keyOfHashed(kind, file.pathHash, name));
  }

  file(path: string): FileScope | null {
    this.#ask(QUESTION.file, path);
    return this.#env.files.get(path) ?? null;
  }

  /** Files at this path, whatever their extension. */
  filesWithStem(stem: string): readonly FileScope[] {
    this.#ask(QUESTION.stem, stem);
    return this.#env.filesAt(QUESTION.stem, stem);
  }

  filesWithBasename(name: string): readonly FileScope[] {
    this.#ask(QUESTION.basename, name);
    return this.#env.filesAt(QUESTION.basename, name);
  }

  symbols(file: FileScope, qualifiedName: string): readonly SymbolEntity[] {
    if (file !== this.own) this.#askFile(QUESTION.symbol, file, qualifiedName);
    return file.symbolsNamed(qualifiedName);
  }

  parentOf(entity: SymbolEntity): SymbolEntity | null {
    const parent = entity.file.entities[entity.symbol.parent];
    if (!parent) return null;
    if (entity.file !== this.own) {
      this.#askFile(QUESTION.symbol, entity.file, parent.symbol.qualifiedName);
    }
    return parent;
  }

  exports(file: FileScope, name: string): readonly SurfaceExport[] {
    if (file !== this.own) this.#askFile(QUESTION.exports, file, name);
    return file.exportsNamed(name);
  }

  starExports(file: FileScope): readonly SurfaceExport[] {
    if (file !== this.own) this.#askFile(QUESTION.starExports, file, "*");
    return this.#env.hasStarExports(file) ? file.exportsNamed("*") : [];
  }

  /** Modules that export `name` themselves or re-export it by name, ascending by path; some may appear twice. */
  exporters(family: string, name: string): readonly FileScope[] {
    const key = this.#ask(QUESTION.exporters, family, name);
    return this.#env.filesThatShow(key, QUESTION.exporters, family, name);
  }

  /** The barrel's own questions are not handed to the asker, only its one key: `keysOfBarrels` keeps watch. */
  barrel(file: FileScope): Barrel {
    this.#askFile(QUESTION.barrel, file, "");
    return barrelOf(this.#env, file);
  }

  imports(file: FileScope, local: string): readonly ImportedName[] {
    if (file !== this.own) this.#askFile(QUESTION.imports, file, local);
    return file.importsNamed(local);
  }

  wildcardImports(file: FileScope): readonly SurfaceImport[] {
    if (file !== this.own) this.#askFile(QUESTION.wildcardImports, file, "");
    return file.imports.filter((fact) => fact.isWildcard);
  }

  /** Imports that bind no name: wildcards, and languages that only name a file. */
  namelessImports(file: FileScope): readonly SurfaceImport[] {
    if (file !== this.own) this.#askFile(QUESTION.wildcardImports, file, "");
    return file.imports.filter((fact) => fact.isWildcard || fact.bindings.length === 0);
  }

  globalImports(family: string): readonly SurfaceImport[] {
    const key = this.#ask(QUESTION.globalImports, family);
    return this.#env.globalImports(key, family);
  }

  /** Definitions by full name, package included. */
  globals(family: string, fullName: string): readonly SymbolEntity[] {
    const key = this.#ask(QUESTION.globalName, family, fullName);
    return this.#env.symbolsThatShow(key, QUESTION.globalName, family, fullName);
  }

  /**
   * Definitions by simple name, anywhere in the family: the first so many by path. The files behind them are not
   * read; a name that is asked for without knowing more is often a common one.
   */
  named(family: string, name: string, most = MOST_NAMED): readonly SymbolEntity[] {
    const key = this.#ask(QUESTION.simpleName, family, name);
    return this.#env.firstSymbolsThatShow(key, QUESTION.simpleName, family, name, most);
  }

  /** Out-of-class definitions `name` of types whose simple name is `typeName`. */
  receiverMembers(family: string, typeName: string, name: string): readonly SymbolEntity[] {
    const key = this.#ask(QUESTION.receiver, family, `${typeName}.${name}`);
    return this.#env.symbolsThatShow(key, QUESTION.receiver, family, `${typeName}.${name}`);
  }

  filesOfPackage(family: string, packageName: string): readonly FileScope[] {
    const key = this.#ask(QUESTION.packageFiles, family, packageName);
    return this.#env.filesThatShow(key, QUESTION.packageFiles, family, packageName);
  }

  config<D extends ConfigDigest>(path: string, kind: D["kind"]): D | null {
    this.#ask(QUESTION.config, path);
    const digest = this.#env.configs.get(path);
    return digest?.kind === kind ? (digest as D) : null;
  }

  packagesNamed(name: string): readonly ConfigEntry[] {
    this.#ask(QUESTION.packageName, name);
    return this.#env.packagesNamed(name);
  }

  configsOfKind<D extends ConfigDigest>(kind: D["kind"]): ConfigEntry<D>[] {
    this.#ask(QUESTION.configKind, kind);
    const out: ConfigEntry<D>[] = [];
    for (const [path, digest] of this.#env.configs) {
      if (digest.kind === kind) out.push({ path, digest: digest as D });
    }
    return out;
  }

  /**
   * Computes once per environment what many files ask, and hands each of them the keys that were asked on the
   * way. `compute` must depend on `topic` and on questions alone. When it comes back to its own topic, as modules
   * that re-export each other do, the inner call gets `whenCyclic`.
   * Not `isShared`: for this file only, because the answer shows more of it than its surface.
   */
  remember<T>(topic: string, compute: () => T, isShared = true, whenCyclic?: T): T {
    const memory = isShared ? this.#env.memory : this.#ownMemory;
    const isNested = this.#open.length > 0;
    let answer = memory.get(topic) ?? this.#ownMemory.get(topic);
    if (!answer) {
      const openAt = this.#open.indexOf(topic);
      if (openAt >= 0) return this.#cycle(topic, openAt, whenCyclic);
      answer = this.#compute(topic, compute, memory);
    }
    // Inside another computation `keys` is that computation's own set, which has not heard of the topic yet.
    if (isNested || !this.#heard.has(topic)) {
      if (!isNested) this.#heard.add(topic);
      for (const key of answer.keys) this.keys.add(key);
    }
    return answer.value as T;
  }

  #compute(topic: string, compute: () => unknown, memory: Map<string, RememberedAnswer>): RememberedAnswer {
    const outer = this.keys;
    const depth = this.#open.length;
    this.keys = new Set();
    this.#open.push(topic);
    try {
      const value = compute();
      const answer = { value, keys: [...this.keys] };
      // What was found inside a cycle depends on where the cycle was entered. Inner answers are forgotten; the
      // entry's own is kept for this file alone, because another file may enter elsewhere.
      if (this.#cycleTo > depth) memory.set(topic, answer);
      else if (this.#cycleTo === depth) {
        this.#cycleTo = Number.POSITIVE_INFINITY;
        this.#ownMemory.set(topic, answer);
      }
      return answer;
    } finally {
      this.#open.pop();
      this.keys = outer;
    }
  }

  #cycle<T>(topic: string, openAt: number, whenCyclic: T | undefined): T {
    if (whenCyclic === undefined) throw new Error(`a question asks itself: ${topic}`);
    this.#cycleTo = Math.min(this.#cycleTo, openAt);
    return whenCyclic;
  }
}
