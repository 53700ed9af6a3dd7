/**
 * Links of compiler grade over a published generation. They replace the lower tiers of their files in one publish;
 * until then, and when the compiler fails, answers come from the links that are there.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { LinkMaker } from "../core/edges.ts";
import type { BlobFacts, SymbolFact } from "../core/facts.ts";
import { inBatches } from "../core/in-batches.ts";
import { comparePaths } from "../core/rel-path.ts";
import type { AnalysedFile, ProviderDefinition } from "../semantics/contract.ts";
import { outranks } from "../semantics/providers.ts";
import type { ViewFile, ViewReader } from "../storage/contract.ts";
import { LinkMakers } from "./link-makers.ts";
import {
  type CompilerReport,
  LinkPublisher,
  type OpenProvider,
  type RefineInput,
  ViewMoved,
} from "./link-publisher.ts";

export { type CompilerReport, type OpenProvider, type RefineInput, ViewMoved } from "./link-publisher.ts";

const FILES_PER_READ = 200;
/** More are a first pass, which is gone on with by the files that have no links of compiler grade. */
const MAX_UNFINISHED = 500;

/** Asks a provider about every file it can speak for whose links neither it nor a stronger one has made. */
export async function refineWith(
  input: RefineInput,
  open: OpenProvider,
  onFile: (done: number, total: number) => void = () => {},
): Promise<CompilerReport> {
  return withReader(input, async (reader) => {
    input.beside?.onBegun(reader.info.generation);
    const { definition, provider, known } = open;
    const files = await reader.files();
    const sources = files.filter((file) => provider.speaksFor(file.path));
    const isOpenToAsk = (maker: LinkMaker | null) =>
      // What another tool found is taken over anew each time it is given.
      (maker?.provider !== definition.id ||
        isOlder(maker, definition) ||
        definition.openImport !== undefined) &&
      !outranks(known, maker ?? undefined, definition.id);
    const makers = input.makers ?? new LinkMakers();
    const made = await makers.of(reader, sources);
    const wanted = made
      .filter(({ maker }) => isOpenToAsk(maker))
      .map(({ file }) => file)
      .sort(byNewest)
      .map(({ path }) => path as string);
    const behind = await unfinishedBy(reader, definition.id, made, new Set(wanted));
    const all = wanted.length + behind.length;
    // Where all files are asked about, none is left behind with links of old.
    const leavesOthers = wanted.length < sources.length && all <= MAX_UNFINISHED;
    const publisher = new LinkPublisher(input, reader, open, { wanted, behind, leavesOthers });
    if (all === 0) return publisher.report();
    const symbols = definition.open ? await readSymbols(reader, sources) : new Map<string, SymbolFact[]>();
    const request = {
      root: input.root,
      files,
      wanted,
      behind,
      symbolsOf: (path: string) => symbols.get(path) ?? [],
      factsOf: (paths: readonly string[]) => readFacts(reader, files, paths),
      readText: input.readText,
    };
    let done = 0;
    try {
      const analyse = (signal: AbortSignal) => provider.analyse({ ...request, signal });
      for await (const analysed of withPauses(analyse, publisher, input.signal)) {
        publisher.add(analysed);
        if ("links" in analysed) done += 1;
        onFile(done, wanted.length);
        input.signal.throwIfAborted();
      }
    } catch (error) {
      if (error instanceof ViewMoved) throw error;
      // What was made is right on its own and need not be made again: a project that is too large for one run is done
      // in several.
      await publisher.finish(error);
      throw error;
    }
    return publisher.finish(null);
  });
}

/** What an older clew let the same compiler make is made again: the other links of the index are of today's rules, too. */
function isOlder({ version }: LinkMaker, { revision }: ProviderDefinition): boolean {
  return revision !== undefined && !version.endsWith(`/${revision}`);
}

/** Whoever waits for an edited file waits for the newest one. */
function byNewest(a: ViewFile, b: ViewFile): number {
  const [one, other] = [a.stamp?.mtimeNs ?? 0n, b.stamp?.mtimeNs ?? 0n];
  return one === other ? comparePaths(a.path, b.path) : one < other ? 1 : -1;
}

/** What a run that was cut short had looked at, though not at all that uses it. */
async function unfinishedBy(
  reader: ViewReader,
  provider: string,
  files: readonly { file: ViewFile }[],
  wanted: ReadonlySet<string>,
): Promise<string[]> {
  const { compilers = [] } = await reader.history();
  const unfinished = new Set(compilers.find((note) => note.provider === provider)?.unfinished);
  return files.map(({ file }) => file.path).filter((path) => unfinished.has(path) && !wanted.has(path));
}

/** What a provider says, with a look at what is to be published also while it thinks. */
async function* withPauses(
  analyse: (signal: AbortSignal) => AsyncIterable<AnalysedFile>,
  publisher: LinkPublisher,
  signal: AbortSignal,
): AsyncGenerator<AnalysedFile> {
  const ending = new AbortController();
  const results = analyse(AbortSignal.any([signal, ending.signal]))[Symbol.asyncIterator]();
  let next = results.next();
  try {
    for (;;) {
      const pauseMs = publisher.dueInMs();
      const pause = new AbortController();
      if (pauseMs !== null) {
        const paused = sleep(pauseMs, null, { signal: pause.signal }).catch(() => null);
        await Promise.race([next, paused]).finally(() => pause.abort());
      }
      await publisher.publishIfDue();
      const result = await next;
      if (result.done) return;
      yield result.value;
      next = results.next();
    }
  } finally {
    ending.abort();
    await next.catch(() => {});
    await results.return?.();
  }
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
