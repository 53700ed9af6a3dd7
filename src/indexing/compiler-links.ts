/**
 * Links of compiler grade over a published generation. They replace the lower tiers of their files in one publish;
 * until then, and when the compiler fails, answers come from the links that are there.
 */
import type { FileLinks } from "../core/edges.ts";
import type { BlobFacts, SymbolFact } from "../core/facts.ts";
import { inBatches } from "../core/in-batches.ts";
import type { RelPath } from "../core/rel-path.ts";
import type { ProviderDefinition, SemanticsProvider } from "../semantics/contract.ts";
import { mergeLinks } from "../semantics/merge-links.ts";
import { outranks } from "../semantics/providers.ts";
import type { FileEntry, Generation, RecordStore, ViewFile, ViewReader } from "../storage/contract.ts";

const FILES_PER_READ = 200;

export interface CompilerReport {
  generation: Generation;
  /** Files whose links are of compiler grade now and were not before. */
  refined: number;
  /** Files the index of another tool speaks of that have changed since, or that are not in the view. */
  stale: string[];
  unknown: string[];
  /** What people should know of the provider's work, a line each. */
  notes: string[];
}

export interface RefineInput {
  store: RecordStore;
  root: string;
  now: () => number;
  /** Text of a file of the tree; null when it cannot be read. */
  readText: (path: string) => Promise<string | null>;
  signal: AbortSignal;
}

/** A provider that is open, among the others that are known. */
export interface OpenProvider {
  definition: ProviderDefinition;
  provider: SemanticsProvider;
  /** Strongest first. */
  known: readonly ProviderDefinition[];
}

/** What one run found. */
interface Findings {
  made: Map<RelPath, FileLinks>;
  stale: string[];
  unknown: string[];
}

/**
 * Asks a provider about every file it can speak for whose links neither it nor a stronger one has made. The caller holds
 * the writer lock.
 */
export async function refineWith(
  input: RefineInput,
  open: OpenProvider,
  onFile: (done: number, total: number) => void = () => {},
): Promise<CompilerReport> {
  return withReader(input, async (reader) => {
    const { definition, provider, known } = open;
    const files = await reader.files();
    const sources = files.filter((file) => provider.speaksFor(file.path));
    const isOpenToAsk = ({ refinedBy }: FileLinks) =>
      // What another tool found is taken over anew each time it is given.
      (refinedBy?.provider !== definition.id || definition.openImport !== undefined) &&
      !outranks(known, refinedBy, definition.id);
    const wanted: string[] = [];
    const readLinks = (batch: readonly ViewFile[]) => reader.linksOf(batch.map((file) => file.path));
    for await (const [file, links] of inBatches(sources, FILES_PER_READ, readLinks))
      if (links && isOpenToAsk(links)) wanted.push(file.path);
    const found: Findings = { made: new Map(), stale: [], unknown: [] };
    if (wanted.length === 0) return publishFindings(input, reader, open, found);
    const symbols = definition.open ? await readSymbols(reader, sources) : new Map<string, SymbolFact[]>();
    const request = {
      root: input.root,
      files,
      wanted,
      symbolsOf: (path: string) => symbols.get(path) ?? [],
      factsOf: (paths: readonly string[]) => readFacts(reader, files, paths),
      readText: input.readText,
      signal: input.signal,
    };
    try {
      for await (const analysed of provider.analyse(request)) {
        // A file that the provider gave up on keeps the links it has.
        if ("links" in analysed) found.made.set(analysed.path as RelPath, analysed.links);
        else if (analysed.skipped === "stale") found.stale.push(analysed.path);
        else if (analysed.skipped === "unknown") found.unknown.push(analysed.path);
        onFile(found.made.size, wanted.length);
        input.signal.throwIfAborted();
      }
    } catch (error) {
      // What was made is right on its own and need not be made again: a project that is too large for one run is done
      // in several.
      await publishFindings(input, reader, open, found);
      throw error;
    }
    return publishFindings(input, reader, open, found);
  });
}

async function readSymbols(
  reader: ViewReader,
  files: readonly ViewFile[],
): Promise<Map<string, readonly SymbolFact[]>> {
  const symbols = new Map<string, readonly SymbolFact[]>();
  const readOutlines = (batch: readonly ViewFile[]) => reader.outlines(batch.map((file) => file.blob));
  for await (const [file, outline] of inBatches(files, FILES_PER_READ, readOutlines))
    symbols.set(file.path, outline.symbols);
  return symbols;
}

async function* readFacts(
  reader: ViewReader,
  files: readonly ViewFile[],
  paths: readonly string[],
): AsyncGenerator<{ path: string; facts: BlobFacts }> {
  const byPath = new Map<string, ViewFile>(files.map((file) => [file.path, file]));
  const wanted = paths.flatMap((path) => byPath.get(path) ?? []);
  const readBatch = (batch: readonly ViewFile[]) => reader.facts(batch.map((file) => file.blob));
  for await (const [{ path }, facts] of inBatches(wanted, FILES_PER_READ, readBatch)) yield { path, facts };
}

async function withReader<T>(input: RefineInput, use: (reader: ViewReader) => Promise<T>): Promise<T> {
  const view = await input.store.openView(input.root);
  const reader = await input.store.read(view.id);
  try {
    return await use(reader);
  } finally {
    await reader.close();
  }
}

async function publishFindings(
  input: RefineInput,
  reader: ViewReader,
  { definition, provider, known }: OpenProvider,
  { made, stale, unknown }: Findings,
): Promise<CompilerReport> {
  const merging = {
    id: definition.id,
    edgeKinds: provider.edgeKinds,
    seesTargetsIn: (path: string) => provider.seesTargetsIn(path),
  };
  const merged: { file: ViewFile; links: FileLinks }[] = [];
  const analysed = (await reader.files()).filter((file) => made.has(file.path));
  const readLinks = (batch: readonly ViewFile[]) => reader.linksOf(batch.map((file) => file.path));
  for await (const [file, linked] of inBatches(analysed, FILES_PER_READ, readLinks)) {
    // A provider may have spoken of more than it was asked for.
    if (!linked || outranks(known, linked.refinedBy, definition.id)) continue;
    merged.push({ file, links: mergeLinks(linked, made.get(file.path)!, merging) });
  }
  const ids = await input.store.putLinks(merged.map(({ links }) => links));
  const entries: FileEntry[] = merged.map(({ file: { path, blob, stamp, origin } }, at) => {
    return { path, blob, stamp, origin, links: ids[at]! };
  });
  const { info } = reader;
  const notes = [...(provider.notes?.() ?? [])];
  if (entries.length === 0) return { generation: info.generation, refined: 0, stale, unknown, notes };
  const generation = await input.store.publish(info.id, {
    expected: info.generation,
    revision: info.revision,
    publishedAt: input.now(),
    upsert: entries,
    remove: [],
    upsertSkipped: [],
    removeSkipped: [],
  });
  return { generation, refined: entries.length, stale, unknown, notes };
}
