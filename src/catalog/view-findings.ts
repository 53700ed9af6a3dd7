/** What the files of a view mean to the frameworks they use: a pure function of their facts, kept by content. */
import { type Edge, handleOf } from "../core/edges.ts";
import type { ImportFact } from "../core/facts.ts";
import {
  type Findings,
  type FrameworkFile,
  type FrameworkOutline,
  type FrameworkRule,
  NO_FINDINGS,
  type Unit,
} from "../frameworks/contract.ts";
import type { BlobOutline, ViewFile, ViewReader } from "../storage/contract.ts";
import { composePaths, type FilePaths, type OpenHandler } from "./compose-paths.ts";
import { type FileImports, ImportedNames, namesOf } from "./imported-names.ts";
import { PathConstants } from "./path-constants.ts";

/** Findings of this many files are kept; most have none, which costs a key. */
const MAX_KEPT = 20_000;
const FILES_PER_READ = 256;

export type FindingsReader = Pick<ViewReader, "files" | "outlines" | "literals" | "facts" | "linksOf">;

export interface ViewFindings extends Pick<Findings, "units" | "offers" | "needs" | "bindings"> {
  /** False when some file has more literals than its facts hold. */
  isComplete: boolean;
}

/** What rules found in one file, with what composing paths over files asks of it. */
interface FileFindings extends Omit<Findings, "globalPrefixes">, FilePaths {
  imports: readonly ImportFact[];
  isComplete: boolean;
}

export class FindingsCache {
  readonly #rules: readonly FrameworkRule[];
  readonly #versions: string;
  /** Null: nothing was found. */
  readonly #kept = new Map<string, FileFindings | null>();

  constructor(rules: readonly FrameworkRule[]) {
    this.#rules = rules;
    this.#versions = rules.map(({ id, version }) => `${id}@${version}`).join(" ");
  }

  /** In the order of files, then of the document; composed routes behind what is whole in its file. */
  async of(reader: FindingsReader): Promise<ViewFindings> {
    const files = await reader.files();
    const found: FileFindings[] = [];
    for (let from = 0; from < files.length; from += FILES_PER_READ)
      found.push(...(await this.#ofFiles(reader, files.slice(from, from + FILES_PER_READ))));
    const names = await importedNames(reader, found, files);
    const composed = composePaths(found, names, await PathConstants.read(reader, found, names, files));
    await tieOpenHandlers(reader, composed.openHandlers, files);
    return {
      units: [
        ...found.flatMap(({ units }) => units),
        ...composed.offers.map(({ key, place }): Unit => ({ type: "route", name: key, place })),
      ],
      offers: [...found.flatMap(({ offers }) => offers), ...composed.offers],
      needs: [...found.flatMap(({ needs }) => needs), ...composed.needs],
      bindings: found.flatMap(({ bindings }) => bindings),
      isComplete: found.every(({ isComplete }) => isComplete),
    };
  }

  /** What each of some files means by itself; paths are not composed. */
  ofFiles(reader: FindingsReader, files: readonly ViewFile[]): Promise<readonly FileFindings[]> {
    return this.#ofFiles(reader, files);
  }

  async #ofFiles(reader: FindingsReader, files: readonly ViewFile[]): Promise<FileFindings[]> {
    const keys = files.map((file) => this.#keyOf(file));
    const unknown = files.filter((_, at) => !this.#kept.has(keys[at]!));
    const outlines = await reader.outlines(unknown.map(({ blob }) => blob));
    const asked = unknown.flatMap((file, at) => {
      const outline = outlineOf(file, outlines[at]!);
      const rules = this.#rules.filter((rule) => rule.appliesTo(outline));
      if (rules.length > 0) return [{ file, outline, rules }];
      this.#keep(this.#keyOf(file), null);
      return [];
    });
    const literals = await literalsOf(reader, asked);
    const made = new Map<string, FileFindings>();
    for (const [at, { file, outline, rules }] of asked.entries())
      made.set(this.#keyOf(file), findingsOf({ ...outline, ...literals[at]! }, rules));
    const all = keys.map((key) => made.get(key) ?? this.#kept.get(key) ?? null);
    for (const [key, found] of made) this.#keep(key, found);
    return all.filter((found) => found !== null);
  }

  /** The path is part of it: some frameworks give it a meaning, and places name it. */
  #keyOf({ hash, language, extractor, path }: ViewFile): string {
    return `${this.#versions}\n${hash} ${language} ${extractor}\n${path}`;
  }

  #keep(key: string, found: FileFindings | null): void {
    if (this.#kept.size >= MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(key, found);
  }
}

type AskedFile = { file: ViewFile; rules: readonly FrameworkRule[] };

/** Uses of names are read of those files alone whose rules look at them. */
async function literalsOf(
  reader: FindingsReader,
  asked: readonly AskedFile[],
): Promise<Omit<FrameworkFile, keyof FrameworkOutline>[]> {
  const readsUses = ({ rules }: AskedFile) => rules.some((rule) => rule.readsUses);
  const whole = asked.filter(readsUses);
  const plain = asked.filter((one) => !readsUses(one));
  const facts = await reader.facts(whole.map(({ file }) => file.blob));
  const literals = await reader.literals(plain.map(({ file }) => file.blob));
  return asked.map((one) => {
    const at = whole.indexOf(one);
    if (at < 0) return literals[plain.indexOf(one)]!;
    const { calls, annotations, hasAllLiterals, references, locals } = facts[at]!;
    return { calls, annotations, hasAllLiterals, uses: { references, locals } };
  });
}

function findingsOf(
  file: Parameters<FrameworkRule["find"]>[0],
  rules: readonly FrameworkRule[],
): FileFindings {
  const found = rules.map((rule) => ({ id: rule.id, ...NO_FINDINGS, ...rule.find(file) }));
  const uses = found.flatMap((one) => one.uses);
  const wanted = new Set(
    uses.flatMap(({ handler }) => (handler === undefined ? [] : namesOf(handler).join("."))),
  );
  return {
    path: file.path,
    imports: file.imports,
    units: found.flatMap(({ units }) => units),
    offers: found.flatMap(({ offers }) => offers),
    needs: found.flatMap(({ needs }) => needs),
    bases: found.flatMap(({ bases }) => bases),
    mounts: found.flatMap(({ mounts }) => mounts),
    uses,
    bindings: found.flatMap(({ bindings }) => bindings),
    globalPrefixes: found.flatMap(({ id, globalPrefixes }) =>
      globalPrefixes.map((prefix) => ({ framework: id, prefix })),
    ),
    handlers: new Set(
      file.symbols
        .filter(({ qualifiedName }) => wanted.has(qualifiedName))
        .map(({ qualifiedName }) => qualifiedName),
    ),
    isComplete: file.hasAllLiterals,
  };
}

/** Links are read of files only whose paths hang on names. */
async function importedNames(
  reader: FindingsReader,
  found: readonly FileFindings[],
  files: readonly ViewFile[],
): Promise<ImportedNames> {
  const asking = found.filter(({ uses, mounts }) => uses.length + mounts.length > 0);
  const links = await reader.linksOf(asking.map(({ path }) => path));
  const byPath = new Map<string, FileImports>();
  for (const [at, { path, imports }] of asking.entries()) {
    const edges: Edge[] = links[at]?.edges.filter(({ kind }) => kind === "imports") ?? [];
    byPath.set(path, { imports, edges });
  }
  return new ImportedNames(
    byPath,
    files.map(({ path }) => path),
  );
}

/** Handlers of modules that are imported as a whole: `views.home`. */
async function tieOpenHandlers(
  reader: FindingsReader,
  open: readonly OpenHandler[],
  files: readonly ViewFile[],
): Promise<void> {
  const wanted = new Set<string>(open.map(({ path }) => path));
  const asked = files.filter(({ path }) => wanted.has(path));
  const outlines = await reader.outlines(asked.map(({ blob }) => blob));
  const symbols = new Map<string, BlobOutline["symbols"]>();
  for (const [at, { path }] of asked.entries()) symbols.set(path, outlines[at]!.symbols);
  for (const { contract, path, name } of open) {
    const symbol = symbols.get(path)?.find(({ qualifiedName }) => qualifiedName === name);
    if (symbol) contract.implementation = handleOf(path, symbol);
  }
}

function outlineOf({ path, language }: ViewFile, whole: BlobOutline): FrameworkOutline {
  const { symbols, imports, exports, packageName } = whole;
  const outline: FrameworkOutline = { path, language, symbols, imports, exports };
  return packageName === undefined ? outline : { ...outline, packageName };
}
