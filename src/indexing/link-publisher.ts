/** Puts the links that a provider makes in the place of weaker ones, also over a generation that came meanwhile. */
import type { FileLinks } from "../core/edges.ts";
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
import type { LinkMakers } from "./link-makers.ts";

const FILES_PER_READ = 200;
/** An edit whose users are looked at for longer than this is published before them. */
const WANTED_WAIT_MS = 300;

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
    /** The generation that is read. */
    onBegun: (generation: Generation) => void;
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

interface Asked {
  wanted: readonly string[];
  behind: readonly string[];
  /** Files that use these are looked at after them, and may not be when the run is ended. */
  leavesOthers: boolean;
}

/** Gathers what a provider makes and publishes it, at the latest when it is done. */
export class LinkPublisher {
  readonly #input: RefineInput;
  readonly #reader: ViewReader;
  readonly #open: OpenProvider;
  readonly #report: CompilerReport;
  /** As it was last published. */
  #history: ViewHistory | undefined;
  #made = new Map<RelPath, FileLinks>();
  /** To be published though no links are. */
  #note: CompilerNote | null = null;
  readonly #asked: Asked;
  /** Wanted files that it has not spoken of. */
  readonly #left: Set<string>;
  /** When it had spoken of all of them; null before, and once they are published. */
  #wantedSinceMs: number | null = null;
  #publishedAtMs = performance.now();

  constructor(input: RefineInput, reader: ViewReader, open: OpenProvider, asked: Asked) {
    this.#input = input;
    this.#asked = asked;
    this.#left = new Set(asked.wanted);
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
    // Who ends a run that brought nothing yet waits for no lock.
    const isEnded = this.#input.signal.aborted;
    if (definition.open && !(isEnded && this.#made.size === 0)) {
      const note = noteOf(definition.id, provider, this.#report.skipped, isEnded ? null : error);
      this.#note = error === null ? note : { ...note, ...this.#unfinished() };
    }
    await this.publish();
    return this.report();
  }

  /** How long until an edited file is to be published before those that use it. */
  dueInMs(): number | null {
    if (!this.#input.beside || this.#wantedSinceMs === null) return null;
    return Math.max(0, this.#wantedSinceMs + WANTED_WAIT_MS - performance.now());
  }

  async publishIfDue(): Promise<void> {
    const { beside } = this.#input;
    if (!beside) return;
    const isDue = performance.now() - this.#publishedAtMs >= beside.sliceMs;
    if (!isDue && this.dueInMs() !== 0) return;
    this.#wantedSinceMs = null;
    const { definition, provider } = this.#open;
    if (this.#asked.leavesOthers)
      this.#note = { ...noteOf(definition.id, provider, [], null), ...this.#unfinished() };
    await this.publish();
  }

  /** Whoever goes on after this process is gone asks about these files, and about what uses them, again. */
  #unfinished(): { unfinished?: string[] } {
    const { wanted, behind, leavesOthers } = this.#asked;
    return leavesOthers ? { unfinished: [...wanted, ...behind] } : {};
  }

  async publish(): Promise<void> {
    const { beside, store, root } = this.#input;
    const made = this.#made;
    this.#made = new Map();
    if (made.size === 0 && !this.#note) return;
    if (!beside) return this.#put(this.#reader, made);
    const before = this.#report.generation;
    try {
      await beside.locked(async () => {
        if ((await store.openView(root)).generation === before) await this.#put(this.#reader, made);
        else await this.#putOverOther(made);
      });
    } catch (error) {
      // Files that use edited ones have links of compiler grade: nothing else tells that these are of old.
      if (!(error instanceof ViewMoved)) this.#open.provider.owe?.(root, [...made.keys()]);
      throw error;
    }
    this.#publishedAtMs = performance.now();
    if (this.#report.generation !== before) beside.onPublished(before, this.#report.generation);
  }

  /**
   * Somebody published meanwhile. What was made of files that are as they were still holds, or is looked at again with
   * the next run, which is told what changed; the others are to be asked about anew.
   */
  async #putOverOther(made: ReadonlyMap<RelPath, FileLinks>): Promise<void> {
    const { store, root, beside } = this.#input;
    const entries = new Map((await this.#reader.files()).map((file) => [file.path, file]));
    const reader = await store.read((await store.openView(root)).id);
    try {
      const isSame = ({ path, blob, links }: ViewFile) => {
        const known = entries.get(path);
        return known !== undefined && known.blob === blob && known.links === links;
      };
      const same = (await reader.files()).filter((file) => made.has(file.path) && isSame(file));
      const before = reader.info.generation;
      this.#report.generation = before;
      await this.#put(reader, new Map(same.map(({ path }) => [path, made.get(path)!])));
      if (this.#report.generation !== before) beside!.onPublished(before, this.#report.generation);
      const kept = new Set<RelPath>(same.map(({ path }) => path));
      this.#open.provider.owe?.(
        root,
        [...made.keys()].filter((path) => !kept.has(path)),
      );
    } finally {
      await reader.close();
    }
    throw new ViewMoved();
  }

  async #put(reader: ViewReader, made: ReadonlyMap<RelPath, FileLinks>): Promise<void> {
    const { definition, provider, known } = this.#open;
    const merging = {
      id: definition.id,
      edgeKinds: provider.edgeKinds,
      leavesUsesToRules: provider.leavesUsesToRules ?? false,
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
    const history = await this.#historyThrough(
      reader,
      merged.map(({ file }) => file),
    );
    if (merged.length === 0 && !history) return;
    const { store, now } = this.#input;
    const ids = merged.length === 0 ? [] : await store.putLinks(merged.map(({ links }) => links));
    const { info } = reader;
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
      ...(history && { history }),
    });
    this.#report.refined += merged.length;
  }

  /**
   * The history as it is then; null when it stays as it is. Better links are no generation to go back to: the way back
   * leads past them.
   */
  async #historyThrough(reader: ViewReader, relinked: readonly ViewFile[]): Promise<ViewHistory | null> {
    const note = this.#note;
    this.#note = null;
    const isOther = reader !== this.#reader;
    const known = (isOther ? undefined : this.#history) ?? (await reader.history());
    const compilers = known.compilers ?? [];
    const isNews =
      note !== null &&
      JSON.stringify(compilers.find(({ provider }) => provider === note.provider)) !== JSON.stringify(note);
    if (!isNews && !known.former) return null;
    const others = compilers.filter(({ provider }) => provider !== note?.provider);
    this.#history = {
      ...known,
      ...(isNews && { compilers: [...others, note] }),
      ...(known.former && { former: wayBackThrough(known.former, relinked) }),
    };
    return isNews || relinked.length > 0 ? this.#history : null;
  }
}
