/**
 * Links of compiler grade over a published generation. They replace the lower tiers of their files in one publish;
 * until then, and when the compiler fails, answers come from the links that are there.
 */
import type { FileLinks, LinkMaker } from "../core/edges.ts";
import type { BlobFacts, SymbolFact } from "../core/facts.ts";
import { inBatches } from "../core/in-batches.ts";
import type { RelPath } from "../core/rel-path.ts";
import type { AnalysedFile, ProviderDefinition, SemanticsProvider } from "../semantics/contract.ts";
import { mergeLinks } from "../semantics/merge-links.ts";
import { outranks } from "../semantics/providers.ts";
import type {
  CompilerNote,
  FileEntry,
  Generation,
  RecordStore,
  ViewFile,
  ViewHistory,
  ViewReader,
} from "../storage/contract.ts";
import { noteOf } from "./compiler-note.ts";
import { wayBackThrough } from "./former.ts";
import { LinkMakers } from "./link-makers.ts";

const FILES_PER_READ = 200;
/** An edit whose users are looked at for longer than this is published before them. */
const WANTED_WAIT_MS = 1_000;
/** More are a first pass, which is gone on with by the files that have no links of compiler grade. */
const MAX_UNFINISHED = 500;

export interface CompilerReport {
  generation: Generation;
  /** Files whose links are of compiler grade now and were not before. */
  refined: number;
  /** Files the index of another tool speaks of that have changed since, or that are not in the view. */
  stale: string[];
  unknown: string[];
  /** What people should know of the provider's work, a line each. */
  notes: string[];
  /** Files that the compiler could not speak of, with its word for why. */
  skipped: { path: string; reason: string }[];
}

export interface RefineInput {
  store: RecordStore;
  root: string;
  now: () => number;
  /** Text of a file of the tree; null when it cannot be read. */
  readText: (path: string) => Promise<string | null>;
  signal: AbortSignal;
  /** Given by whoever asks again and again. */
  makers?: LinkMakers;
  /** For a run beside other writers; without it the caller holds the writer lock. */
  beside?: {
    /** Runs `publish` under the writer lock. */
    locked: <T>(publish: () => Promise<T>) => Promise<T>;
    /** What was made so far is published every so often. */
    sliceMs: number;
    onPublished: (before: Generation, after: Generation) => void;
  };
}

/** Somebody else published meanwhile: what was made from the former generation may be wrong now. */
export class ViewMoved extends Error {}

/** A provider that is open, among the others that are known. */
export interface OpenProvider {
  definition: ProviderDefinition;
  provider: SemanticsProvider;
  /** Strongest first. */
  known: readonly ProviderDefinition[];
}

/** Asks a provider about every file it can speak for whose links neither it nor a stronger one has made. */
export async function refineWith(
  input: RefineInput,
  open: OpenProvider,
  onFile: (done: number, total: number) => void = () => {},
): Promise<CompilerReport> {
  return withReader(input, async (reader) => {
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
    const unfinished = await unfinishedBy(reader, definition.id);
    const wanted = (await makers.of(reader, sources))
      .filter(({ file, maker }) => isOpenToAsk(maker) || unfinished.has(file.path))
      .map(({ file }) => file.path as string);
    // Where all files are asked about, none is left behind with links of old.
    const leavesOthers = wanted.length < sources.length && wanted.length <= MAX_UNFINISHED;
    const publisher = new Publisher(input, reader, open, wanted, leavesOthers);
    if (wanted.length === 0) return publisher.report();
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
    let done = 0;
    try {
      for await (const analysed of provider.analyse(request)) {
        publisher.add(analysed);
        if ("links" in analysed) done += 1;
        onFile(done, wanted.length);
        await publisher.publishIfDue();
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

async function unfinishedBy(reader: ViewReader, provider: string): Promise<ReadonlySet<string>> {
  const { compilers = [] } = await reader.history();
  return new Set(compilers.find((note) => note.provider === provider)?.unfinished);
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

/** Gathers what a provider makes and publishes it, at the latest when it is done. */
class Publisher {
  readonly #input: RefineInput;
  readonly #reader: ViewReader;
  readonly #open: OpenProvider;
  readonly #report: CompilerReport;
  #history: ViewHistory | undefined;
  #made = new Map<RelPath, FileLinks>();
  /** The history is to be published though no links are. */
  #hasNews = false;
  readonly #wanted: readonly string[];
  /** Files that use wanted ones are looked at behind them, and may not be when it is ended. */
  readonly #leavesOthers: boolean;
  /** Wanted files that it has not spoken of. */
  readonly #left: Set<string>;
  /** When it had spoken of all of them; null before, and once they are published. */
  #wantedSinceMs: number | null = null;
  #publishedAtMs = performance.now();

  constructor(
    input: RefineInput,
    reader: ViewReader,
    open: OpenProvider,
    wanted: readonly string[],
    leavesOthers: boolean,
  ) {
    this.#input = input;
    this.#leavesOthers = leavesOthers;
    this.#wanted = wanted;
    this.#left = new Set(wanted);
    this.#reader = reader;
    this.#open = open;
    this.#report = {
      generation: reader.info.generation,
      refined: 0,
      stale: [],
      unknown: [],
      skipped: [],
      notes: [],
    };
  }

  add(analysed: AnalysedFile): void {
    if (this.#left.delete(analysed.path) && this.#left.size === 0) this.#wantedSinceMs = performance.now();
    if ("links" in analysed) this.#made.set(analysed.path as RelPath, analysed.links);
    else if (analysed.skipped === "stale") this.#report.stale.push(analysed.path);
    else if (analysed.skipped === "unknown") this.#report.unknown.push(analysed.path);
    // A file that the provider gave up on keeps the links it has.
    else this.#report.skipped.push({ path: analysed.path, reason: analysed.skipped });
  }

  report(): CompilerReport {
    return { ...this.#report, notes: [...(this.#open.provider.notes?.() ?? [])] };
  }

  /** Publishes the rest, with what the provider has to say of packages, which outlives its process. */
  async finish(error: unknown): Promise<CompilerReport> {
    const { definition, provider } = this.#open;
    const isCutShort = error !== null && this.#leavesOthers;
    // Who ends a run that brought nothing yet waits for no lock.
    const isEnded = this.#input.signal.aborted;
    if (definition.open && !(isEnded && this.#made.size === 0))
      await this.#note({
        ...noteOf(definition.id, provider, this.#report.skipped, isEnded ? null : error),
        ...(isCutShort && { unfinished: this.#wanted }),
      });
    await this.publish();
    return this.report();
  }

  async publishIfDue(): Promise<void> {
    const { beside } = this.#input;
    if (!beside) return;
    const now = performance.now();
    const isDue = now - this.#publishedAtMs >= beside.sliceMs;
    const isWaiting = this.#wantedSinceMs !== null && now - this.#wantedSinceMs >= WANTED_WAIT_MS;
    if (!isDue && !isWaiting) return;
    this.#wantedSinceMs = null;
    await this.#noteUnfinished();
    await this.publish();
  }

  /** Whoever goes on after this process is gone asks about the wanted files, and about what uses them, again. */
  async #noteUnfinished(): Promise<void> {
    if (!this.#leavesOthers) return;
    const { definition, provider } = this.#open;
    await this.#note({ ...noteOf(definition.id, provider, [], null), unfinished: this.#wanted });
  }

  async #note(note: CompilerNote): Promise<void> {
    const history = await this.#historyNow();
    const others = (history.compilers ?? []).filter(({ provider }) => provider !== note.provider);
    const known = history.compilers?.find(({ provider }) => provider === note.provider);
    if (JSON.stringify(known) === JSON.stringify(note)) return;
    this.#history = { ...history, compilers: [...others, note] };
    this.#hasNews = true;
  }

  async publish(): Promise<void> {
    const { beside, store, root } = this.#input;
    const made = this.#made;
    this.#made = new Map();
    if (made.size === 0 && !this.#hasNews) return;
    if (!beside) return this.#put(made);
    const before = this.#report.generation;
    await beside.locked(async () => {
      if ((await store.openView(root)).generation !== before) throw new ViewMoved();
      await this.#put(made);
    });
    this.#publishedAtMs = performance.now();
    if (this.#report.generation !== before) beside.onPublished(before, this.#report.generation);
  }

  async #put(made: ReadonlyMap<RelPath, FileLinks>): Promise<void> {
    const { definition, provider, known } = this.#open;
    const merging = {
      id: definition.id,
      edgeKinds: provider.edgeKinds,
      leavesUsesToRules: provider.leavesUsesToRules ?? false,
      seesTargetsIn: (path: string) => provider.seesTargetsIn(path),
    };
    const merged: { file: ViewFile; links: FileLinks }[] = [];
    const analysed = (await this.#reader.files()).filter((file) => made.has(file.path));
    const readLinks = (batch: readonly ViewFile[]) => this.#reader.linksOf(batch.map((file) => file.path));
    for await (const [file, linked] of inBatches(analysed, FILES_PER_READ, readLinks)) {
      // A provider may have spoken of more than it was asked for.
      if (!linked || outranks(known, linked.refinedBy, definition.id)) continue;
      merged.push({ file, links: mergeLinks(linked, made.get(file.path)!, merging) });
    }
    if (merged.length === 0 && !this.#hasNews) return;
    const { store, now } = this.#input;
    const ids = merged.length === 0 ? [] : await store.putLinks(merged.map(({ links }) => links));
    const { info } = this.#reader;
    this.#report.generation = await store.publish(info.id, {
      expected: this.#report.generation,
      revision: info.revision,
      publishedAt: now(),
      upsert: merged.map(({ file: { path, blob, stamp, origin } }, at): FileEntry => {
        return { path, blob, stamp, origin, links: ids[at]! };
      }),
      remove: [],
      upsertSkipped: [],
      removeSkipped: [],
      ...(await this.#historyThrough(merged.map(({ file }) => file))),
    });
    this.#hasNews = false;
    this.#report.refined += merged.length;
  }

  /** Better links are no generation to go back to: the way back leads past them. */
  async #historyThrough(relinked: readonly ViewFile[]): Promise<{ history?: ViewHistory }> {
    const history = await this.#historyNow();
    if (history.former) this.#history = { ...history, former: wayBackThrough(history.former, relinked) };
    return history.former || this.#hasNews ? { history: this.#history! } : {};
  }

  async #historyNow(): Promise<ViewHistory> {
    this.#history ??= await this.#reader.history();
    return this.#history;
  }
}
