/** What the files of a view mean to the frameworks they use: a pure function of their facts, kept by content. */
import { handleOf } from "../core/edges.ts";
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
import { LruCache } from "../storage/lru-cache.ts";
import { askedIn, askedOfContainers } from "./asked-of-containers.ts";
import { completeModels } from "./complete-models.ts";
import { composePaths, type FilePaths, type OpenHandler } from "./compose-paths.ts";
import { type FileImports, ImportedNames, namesOf } from "./imported-names.ts";
import { outlineOf } from "./outline-of.ts";
import { PathConstants } from "./path-constants.ts";
import { rulesBySigns } from "./rules-by-signs.ts";
import { tieByName } from "./tie-by-name.ts";

/** Findings of files with this many names are kept; most have none, which costs a key. */
const MAX_KEPT_NAMES = 20_000;
/** Of each name so many contents: repositories share names, and a file that is edited all day must not fill the memory. */
const MAX_CONTENTS = 8;
const FILES_PER_READ = 256;

export type FindingsReader = Pick<
  ViewReader,
  "files" | "outlines" | "literals" | "facts" | "linksOf" | "symbolsNamed" | "postings"
>;

export interface ViewFindings extends Pick<Findings, "units" | "offers" | "needs"> {
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
  /** By path, then by content, oldest first. Null: nothing was found. */
  readonly #kept = new LruCache<string, Map<string, FileFindings | null>>(MAX_KEPT_NAMES);

  constructor(rules: readonly FrameworkRule[]) {
    this.#rules = rules;
  }

  /** In the order of files, then of the document; composed routes behind what is whole in its file. */
  async of(reader: FindingsReader): Promise<ViewFindings> {
    const files = await reader.files();
    const found = await this.#ofFiles(reader, files);
    const names = await importedNames(reader, found, files);
    const composed = composePaths(found, names, await PathConstants.read(reader, found, names, files));
    await tieOpenHandlers(reader, composed.openHandlers, files);
    const offers = await tieByName(reader, [...found.flatMap((one) => one.offers), ...composed.offers]);
    const units = await completeModels(
      reader,
      found.flatMap((one) => one.units),
    );
    return {
      units: [
        ...units,
        ...composed.offers.map(({ key, place }): Unit => ({ type: "route", name: key, place })),
      ],
      offers,
      needs: [
        ...found.flatMap(({ needs }) => needs),
        ...(await askedOfContainers(reader, files, this.#rules, offers)),
        ...composed.needs,
      ],
      isComplete: found.every(({ isComplete }) => isComplete),
    };
  }

  /** Whether any of some files offers something to others or needs it, as far as each tells by itself. */
  async haveContracts(reader: FindingsReader, files: readonly ViewFile[]): Promise<boolean> {
    const found = await this.#ofFiles(reader, files);
    if (found.some(({ uses, offers, needs }) => uses.length + offers.length + needs.length > 0)) return true;
    const outlines = await reader.outlines(files.map(({ blob }) => blob));
    return files.some((file, at) => askedIn(outlineOf(file, outlines[at]!), this.#rules).length > 0);
  }

  async #ofFiles(reader: FindingsReader, files: readonly ViewFile[]): Promise<FileFindings[]> {
    const known = files.map((file) => this.#kept.get(file.path)?.get(contentKey(file)));
    const unknown = files.filter((_, at) => known[at] === undefined);
    const rules = await rulesBySigns(reader, unknown, this.#rules);
    const asked = unknown.flatMap((file, at) => (rules[at]!.length > 0 ? [{ file, rules: rules[at]! }] : []));
    const made = new Map<ViewFile, FileFindings>();
    for (let from = 0; from < asked.length; from += FILES_PER_READ)
      for (const { file, findings } of await readFindings(reader, asked.slice(from, from + FILES_PER_READ)))
        made.set(file, findings);
    for (const file of unknown) this.#keep(file, made.get(file) ?? null);
    return files.flatMap((file, at) => known[at] ?? made.get(file) ?? []);
  }

  #keep(file: ViewFile, found: FileFindings | null): void {
    const contents = this.#kept.get(file.path) ?? new Map();
    if (contents.size >= MAX_CONTENTS) contents.delete(contents.keys().next().value!);
    contents.set(contentKey(file), found);
    this.#kept.set(file.path, contents);
  }
}

function contentKey({ hash, language, extractor }: ViewFile): string {
  return `${hash} ${language} ${extractor}`;
}

interface AskedFile {
  file: ViewFile;
  rules: readonly FrameworkRule[];
}

/** Of those files whose outlines some rule has something for. */
async function readFindings(
  reader: FindingsReader,
  asked: readonly AskedFile[],
): Promise<{ file: ViewFile; findings: FileFindings }[]> {
  const outlines = await reader.outlines(asked.map(({ file }) => file.blob));
  const applied = asked.flatMap(({ file, rules }, at) => {
    const outline = outlineOf(file, outlines[at]!);
    const applying = rules.filter((rule) => rule.appliesTo?.(outline) ?? true);
    return applying.length > 0 ? [{ file, outline, rules: applying }] : [];
  });
  const facts = await factsRead(reader, applied);
  return applied.map(({ file, outline, rules }, at) => ({
    file,
    findings: findingsOf({ ...outline, ...facts[at]! }, rules),
  }));
}

type ReadFacts = Omit<FrameworkFile, keyof FrameworkOutline>;

const NO_LITERALS: ReadFacts = { calls: [], annotations: [], hasAllLiterals: true };

/** Calls, and then uses of names, are read of those files alone whose rules look at them. */
async function factsRead(reader: FindingsReader, asked: readonly AskedFile[]): Promise<ReadFacts[]> {
  const whole = asked.filter(({ rules }) => rules.some(({ reads }) => reads === "uses"));
  const plain = asked.filter(
    (one) => !whole.includes(one) && one.rules.some(({ reads }) => reads !== "symbols"),
  );
  const facts = await reader.facts(whole.map(({ file }) => file.blob));
  const literals = await reader.literals(plain.map(({ file }) => file.blob));
  const read = new Map<AskedFile, ReadFacts>(plain.map((one, at) => [one, literals[at]!]));
  for (const [at, one] of whole.entries()) {
    const { calls, annotations, hasAllLiterals, references, locals } = facts[at]!;
    read.set(one, { calls, annotations, hasAllLiterals, uses: { references, locals } });
  }
  return asked.map((one) => read.get(one) ?? NO_LITERALS);
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
    globalPrefixes: found.flatMap(({ id, globalPrefixes }) =>
      globalPrefixes.map((prefix) => ({ framework: id, prefix })),
    ),
    handlers:
      wanted.size === 0
        ? wanted
        : new Set(file.symbols.map(({ qualifiedName }) => qualifiedName).filter((name) => wanted.has(name))),
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
  for (const [at, file] of asking.entries()) {
    const all = links[at]?.edges ?? [];
    const lines = linesAsked(file);
    const edges = all.filter(({ kind }) => kind === "imports");
    const uses = all.filter(
      (edge) =>
        (edge.kind === "calls" || edge.kind === "references") && edge.lines.some((line) => lines.has(line)),
    );
    byPath.set(file.path, { imports: file.imports, edges, uses });
  }
  return new ImportedNames(
    byPath,
    files.map(({ path }) => path),
  );
}

/** Where routers are handed on, and where routes name what answers them. */
function linesAsked({ uses, mounts }: FileFindings): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const { child } of mounts)
    for (let line = child.line ?? 1; line <= (child.lastLine ?? child.line ?? 0); line++) lines.add(line);
  for (const { handler, place } of uses)
    if (handler !== undefined)
      for (let line = place.span.startLine; line <= place.span.endLine; line++) lines.add(line);
  return lines;
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
