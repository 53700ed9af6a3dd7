/**
 * Links of compiler grade over a published generation. They replace the lower tiers of their files in one publish;
 * until then, and when the compiler fails, answers come from the links that are there.
 */
import type { FileLinks } from "../core/edges.ts";
import type { BlobFacts, SymbolFact } from "../core/facts.ts";
import type { RelPath } from "../core/rel-path.ts";
import { mergeLinks } from "../semantics/merge-links.ts";
import { importScip } from "../semantics/scip/import-scip.ts";
import type { TypeScriptService } from "../semantics/typescript/service.ts";
import { isCompilerSource } from "../semantics/typescript/view-files.ts";
import type { FileEntry, Generation, RecordStore, ViewFile, ViewReader } from "../storage/contract.ts";

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
    for (const file of sources) {
      symbols.set(file.path, await reader.symbols(file.blob));
      const links = await reader.linksOf(file.path);
      if (links && !isCompilerMade(links)) wanted.push(file.path);
    }
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
    for (const file of await reader.files()) {
      const text = await readText(file.path);
      if (text !== null) files.set(file.path, { facts: await reader.facts(file.blob), text });
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
  for (const file of await reader.files()) {
    const compiler = made.get(file.path);
    const linked = compiler && (await reader.linksOf(file.path));
    if (linked) merged.push({ file, links: mergeLinks(linked, compiler, reads) });
  }
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
