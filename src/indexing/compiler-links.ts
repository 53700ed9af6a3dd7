/**
 * Links of compiler grade over a published generation. They replace the lower tiers of their files in one publish;
 * until then, and when the compiler fails, answers come from the links that are there.
 */
import type { FileLinks } from "../core/edges.ts";
import type { BlobFacts, SymbolFact } from "../core/facts.ts";
import { inBatches } from "../core/in-batches.ts";
import type { RelPath } from "../core/rel-path.ts";
import { mergeLinks } from "../semantics/merge-links.ts";
import { importScip } from "../semantics/scip/import-scip.ts";
import type { TypeScriptService } from "../semantics/typescript/service.ts";
import { isCompilerSource } from "../semantics/typescript/view-files.ts";
import type { FileEntry, Generation, RecordStore, ViewFile, ViewReader } from "../storage/contract.ts";

const FILES_PER_READ = 200;

export interface CompilerReport {
  generation: Generation;
  /** Files whose links are of compiler grade now and were not before. */
  refined: number;
  /** Files the index of another tool speaks of that have changed since, or that are not in the view. */
  stale: string[];
  unknown: string[];
}

export interface RefineInput {
  store: RecordStore;
  root: string;
  now: () => number;
  signal: AbortSignal;
}

/** Asks the TypeScript compiler about every file whose links it has not made yet. The caller holds the writer lock. */
export async function refineWithTypeScript(
  input: RefineInput,
  service: TypeScriptService,
  onFile: (done: number, total: number) => void,
): Promise<CompilerReport> {
  return withReader(input, async (reader) => {
    const files = await reader.files();
    const sources = files.filter((file) => isCompilerSource(file.path));
    const symbols = new Map<string, readonly SymbolFact[]>();
    const wanted: string[] = [];
    const readOutlines = (batch: readonly ViewFile[]) => reader.outlines(batch.map((file) => file.blob));
    for await (const [file, outline] of inBatches(sources, FILES_PER_READ, readOutlines))
      symbols.set(file.path, outline.symbols);
    const readLinks = (batch: readonly ViewFile[]) => reader.linksOf(batch.map((file) => file.path));
    for await (const [file, links] of inBatches(sources, FILES_PER_READ, readLinks))
      if (links && !isCompilerMade(links)) wanted.push(file.path);
    const made = new Map<RelPath, FileLinks>();
    if (wanted.length > 0) {
      const request = {
        root: input.root,
        files,
        symbolsOf: (path: string) => symbols.get(path) ?? [],
        wanted,
        signal: input.signal,
      };
      try {
        for await (const analysed of service.analyse(request)) {
          // A file the compiler gave up on keeps the links it has.
          if ("links" in analysed) made.set(analysed.path as RelPath, analysed.links);
          onFile(made.size, wanted.length);
          input.signal.throwIfAborted();
        }
      } catch (error) {
        // What was made is right on its own and need not be made again: a project that is too large for one run is
        // done in several.
        await publishCompilerLinks(input, reader, made, { stale: [], unknown: [] });
        throw error;
      }
    }
    return publishCompilerLinks(input, reader, made, { stale: [], unknown: [] });
  });
}

/** Takes over the edges of a SCIP index for files whose content it still describes. */
export async function importScipIndex(
  input: RefineInput,
  bytes: Uint8Array,
  readText: (path: string) => Promise<string | null>,
): Promise<CompilerReport> {
  return withReader(input, async (reader) => {
    const files = new Map<string, { facts: BlobFacts; text: string }>();
    const readFacts = (batch: readonly ViewFile[]) => reader.facts(batch.map((file) => file.blob));
    for await (const [{ path }, facts] of inBatches(await reader.files(), FILES_PER_READ, readFacts)) {
      const text = await readText(path);
      if (text !== null) files.set(path, { facts, text });
    }
    const { links, stale, unknown } = importScip(bytes, { files });
    const reads = (path: string) => links.has(path);
    return publishCompilerLinks(input, reader, links as Map<RelPath, FileLinks>, { stale, unknown }, reads);
  });
}

/** Merged links name both extractors. */
function isCompilerMade(links: FileLinks): boolean {
  return links.extractor.includes("+");
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

async function publishCompilerLinks(
  input: RefineInput,
  reader: ViewReader,
  made: ReadonlyMap<RelPath, FileLinks>,
  told: { stale: string[]; unknown: string[] },
  reads?: (path: string) => boolean,
): Promise<CompilerReport> {
  const merged: { file: ViewFile; links: FileLinks }[] = [];
  const analysed = (await reader.files()).filter((file) => made.has(file.path));
  const readLinks = (batch: readonly ViewFile[]) => reader.linksOf(batch.map((file) => file.path));
  for await (const [file, linked] of inBatches(analysed, FILES_PER_READ, readLinks))
    if (linked) merged.push({ file, links: mergeLinks(linked, made.get(file.path)!, reads) });
  const ids = await input.store.putLinks(merged.map(({ links }) => links));
  const entries: FileEntry[] = merged.map(({ file: { path, blob, stamp, origin } }, at) => {
    return { path, blob, stamp, origin, links: ids[at]! };
  });
  const { info } = reader;
  if (entries.length === 0) return { generation: info.generation, refined: 0, ...told };
  const generation = await input.store.publish(info.id, {
    expected: info.generation,
    revision: info.revision,
    publishedAt: input.now(),
    upsert: entries,
    remove: [],
    upsertSkipped: [],
    removeSkipped: [],
  });
  return { generation, refined: entries.length, ...told };
}
