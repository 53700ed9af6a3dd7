/**
 * The update flow: scan → plan → parse → link → embed → publish. The caller holds the writer lock of the store.
 */
import { plural } from "../core/counts.ts";
import { AppError, type Problem } from "../core/errors.ts";
import { passPoint } from "../core/failpoint.ts";
import { displayPath, type RelPath } from "../core/rel-path.ts";
import { isProjectLock } from "../linking/project-keys.ts";
import type {
  FileEntry,
  Generation,
  RecordStore,
  SkippedFile,
  ViewFile,
  ViewId,
} from "../storage/contract.ts";
import { FAILURE_REASONS, UNPARSED_REASONS } from "../workspace/skip-reasons.ts";
import { fillTermVectors, type TermVectors } from "./embed-step.ts";
import { INDEXING_ERRORS } from "./errors.ts";
import { type LinkStepInput, linkView } from "./link-step.ts";
import { type IndexedView, nextHistory } from "./next-history.ts";
import {
  type FileParser,
  type IsPartEnough,
  type LocatedFile,
  type ParseStepResult,
  parseChanged,
} from "./parse-step.ts";
import {
  findRenames,
  type IndexedState,
  planUpdate,
  type Rename,
  type TreeState,
  type UpdatePlan,
} from "./plan.ts";
import type { OnProgress } from "./progress.ts";

export interface ScannedTree extends TreeState {
  revision: string | null;
  problems: readonly Problem[];
}

export interface UpdateInput {
  store: RecordStore;
  /** Real path of the working tree. */
  root: string;
  extractor: string;
  scan: (indexed: IndexedState) => Promise<ScannedTree>;
  parser: FileParser;
  /** Text of a configuration file that linking reads, or null. */
  readConfig: (path: RelPath) => string | null;
  /** The built-in embedding; null when it is off. */
  termVectors: TermVectors | null;
  /**
   * Asked while files are parsed. Once it is true the update publishes what it has, and the next one goes on: for the
   * first index of a view only, where a file that is not there yet is no file that is gone.
   */
  isPartEnough?: IsPartEnough | undefined;
  /** Files that git says were renamed between two commits. */
  gitRenames: (before: string, after: string) => Promise<readonly Rename[]>;
  /** How long handles of old are known. */
  movesKeptMs: number;
  onProgress: OnProgress;
  signal: AbortSignal;
  now: () => number;
}

/** More are not listed one by one. */
const MAX_EDITED = 1_000;

export interface UpdateReport {
  generation: Generation;
  revision: string | null;
  files: number;
  /** Files whose content had to be parsed. */
  parsed: number;
  /** New or changed paths whose content had facts already. */
  reused: number;
  removed: number;
  /** All that changed, where that is only the content of a few files; null otherwise. */
  edited: RelPath[] | null;
  /** Files of the tree that are left for the next update. */
  left: number;
  renames: Rename[];
  /** Files whose links were computed again. */
  relinked: number;
  /** reason → count, over the whole view. */
  skipped: Record<string, number>;
  /** Files that should have been indexed and could not be. */
  failed: number;
  /** Of these, the ones whose parser had too little memory or ended. */
  unparsed: number;
  problems: Problem[];
  elapsedMs: number;
}

export async function updateView(input: UpdateInput): Promise<UpdateReport> {
  const startedAtMs = performance.now();
  const view = await input.store.openView(input.root);
  const indexed = await readIndexed(input.store, view.id);
  input.onProgress({ phase: "scan", done: 0, total: null });
  const tree = await input.scan(indexed);
  input.onProgress({ phase: "scan", done: tree.files.length, total: tree.files.length });
  stopIfAborted(input.signal);

  const plan = planUpdate(indexed, tree, input.extractor);
  passPoint("after-plan");
  const parsed = await parseStep(input, plan);
  stopIfAborted(input.signal);

  const state = nextState(indexed, plan, parsed);
  const linked = await linkView(linkInput(input, indexed, state, changedLocks(plan, tree)));
  stopIfAborted(input.signal);

  await embedStep(input, state);
  stopIfAborted(input.signal);

  const entries = changedEntries(indexed, state, linked.links);
  const removeSkipped = obsoleteSkips(indexed, plan, parsed, state);
  const upsertSkipped = [...plan.upsertSkipped, ...parsed.skipped];
  const hasOtherNews = state.removed.length + upsertSkipped.length + removeSkipped.length > 0;
  const hasNews = entries.length > 0 || hasOtherNews || indexed.history.isHeld;
  const isVisible =
    view.generation === 0 ||
    tree.revision !== view.revision ||
    state.removed.length + removeSkipped.length > 0 ||
    entries.some(isVisibleEntry(indexed)) ||
    upsertSkipped.some(isVisibleSkip(indexed));
  let generation = view.generation;
  if (hasNews || isVisible) {
    input.onProgress({ phase: "publish", done: 0, total: entries.length });
    const change = { upsert: entries, remove: state.removed, upsertSkipped, removeSkipped };
    const history = await nextHistory(input, {
      view,
      indexed,
      state,
      revision: tree.revision,
      change,
      isVisible,
    });
    passPoint("before-publish");
    generation = await input.store.publish(view.id, {
      ...change,
      expected: view.generation,
      revision: tree.revision,
      publishedAt: input.now(),
      keepsGeneration: !isVisible,
      history,
    });
    passPoint("after-publish");
    input.onProgress({ phase: "publish", done: entries.length, total: entries.length });
  }
  const skipped = countSkips(indexed, upsertSkipped, removeSkipped);
  return {
    generation,
    revision: tree.revision,
    files: state.files.size,
    parsed: parsed.parsed,
    reused: parsed.located.length - parsed.parsed,
    removed: state.removed.length,
    edited: hasOtherNews || tree.revision !== view.revision ? null : editedFiles(indexed, plan),
    left: parsed.left,
    renames: state.renames,
    relinked: linked.relinked,
    skipped,
    failed: countOf(skipped, FAILURE_REASONS),
    unparsed: countOf(skipped, UNPARSED_REASONS),
    problems: [...tree.problems, ...unparsedProblems(skipped), ...linkProblems(linked.failed)],
    elapsedMs: Math.round(performance.now() - startedAtMs),
  };
}

async function readIndexed(store: RecordStore, view: ViewId): Promise<IndexedView> {
  const reader = await store.read(view);
  try {
    const [files, skipped] = [await reader.files(), await reader.skipped()];
    return { files, skipped, history: await reader.history() };
  } finally {
    await reader.close();
  }
}

async function parseStep(input: UpdateInput, plan: UpdatePlan): Promise<ParseStepResult> {
  const total = plan.changed.length;
  if (total > 0) input.onProgress({ phase: "parse", done: 0, total });
  const vectors = input.termVectors?.model ?? null;
  const onFile = (done: number) => {
    stopIfAborted(input.signal);
    input.onProgress({ phase: "parse", done, total });
  };
  const { store, parser, extractor, isPartEnough } = input;
  return parseChanged(store, parser, plan.changed, extractor, vectors, onFile, isPartEnough);
}

/** After this every content of the next generation has vectors by the built-in model. */
async function embedStep(input: UpdateInput, state: NextState): Promise<void> {
  if (!input.termVectors) return;
  const blobs = [...new Set([...state.files.values()].map((file) => file.blob))];
  await fillTermVectors(input.store, input.termVectors, blobs, (done, total) => {
    stopIfAborted(input.signal);
    input.onProgress({ phase: "embed", done, total });
  });
}

export interface NextState {
  files: Map<RelPath, LocatedFile>;
  removed: RelPath[];
  renames: Rename[];
  parsed: ParseStepResult;
}

function nextState(indexed: IndexedState, plan: UpdatePlan, parsed: ParseStepResult): NextState {
  const files = new Map<RelPath, LocatedFile>();
  for (const file of plan.unchanged) files.set(file.path, file);
  for (const { before, now } of plan.restamped) {
    files.set(now.path, { ...before, stamp: now.stamp, origin: now.origin });
  }
  for (const file of parsed.located) files.set(file.path, file);
  const removedFiles = indexed.files.filter((file) => !files.has(file.path));
  const before = new Set(indexed.files.map((file) => file.path));
  const added = parsed.located.filter((file) => !before.has(file.path));
  return {
    files,
    removed: removedFiles.map((file) => file.path),
    renames: findRenames(removedFiles, added),
    parsed,
  };
}

/** Null when a path is new, or when they are many. */
function editedFiles({ files }: IndexedState, { changed }: UpdatePlan): RelPath[] | null {
  if (changed.length > MAX_EDITED) return null;
  const paths = new Set(changed.map((file) => file.path));
  const known = files.reduce((count, { path }) => count + Number(paths.has(path)), 0);
  return known === paths.size ? [...paths] : null;
}

/** Lock files have no content in the index: one that was written a moment ago may have been written again since. */
function changedLocks(plan: UpdatePlan, tree: TreeState): RelPath[] {
  const unsettled = tree.skipped.filter(({ reason, stamp }) => reason === "lock" && stamp === null);
  const changed = [...plan.upsertSkipped, ...unsettled].map((file) => file.path);
  return [...changed, ...plan.removeSkipped].filter(isProjectLock);
}

function linkInput(
  input: UpdateInput,
  indexed: IndexedState,
  state: NextState,
  locks: readonly RelPath[],
): LinkStepInput {
  return {
    store: input.store,
    before: indexed.files,
    after: [...state.files.values()],
    changedLocks: locks,
    fresh: state.parsed.fresh,
    readConfig: input.readConfig,
    onProgress: input.onProgress,
    signal: input.signal,
  };
}

/** Entries that differ from what is published. */
function changedEntries(
  indexed: IndexedState,
  state: NextState,
  links: ReadonlyMap<RelPath, FileEntry["links"]>,
): FileEntry[] {
  const before = new Map<RelPath, ViewFile>(indexed.files.map((file) => [file.path, file]));
  const entries: FileEntry[] = [];
  for (const file of state.files.values()) {
    const old = before.get(file.path);
    // Other facts that were not linked: the file is no code any more.
    const linksId = links.get(file.path) ?? (old?.blob === file.blob ? old.links : null);
    // Untouched files are passed on by reference; anything else was rebuilt because it differs.
    if ((old as LocatedFile | undefined) === file && old?.links === linksId) continue;
    const { path, blob, stamp, origin } = file;
    entries.push({ path, blob, stamp, origin, links: linksId });
  }
  return entries;
}

/** Whether an answer could tell the entry from what is published; a stamp alone cannot be seen. */
function isVisibleEntry(indexed: IndexedState): (entry: FileEntry) => boolean {
  const before = new Map<RelPath, ViewFile>(indexed.files.map((file) => [file.path, file]));
  return (entry) => {
    const old = before.get(entry.path);
    return !old || old.blob !== entry.blob || old.links !== entry.links || old.origin !== entry.origin;
  };
}

function isVisibleSkip(indexed: IndexedState): (skip: SkippedFile) => boolean {
  const before = new Map<RelPath, SkippedFile>(indexed.skipped.map((file) => [file.path, file]));
  return (skip) => {
    const old = before.get(skip.path);
    return !old || old.reason !== skip.reason || old.detail !== skip.detail;
  };
}

/** Skips of files that are gone or are indexed now. */
function obsoleteSkips(
  indexed: IndexedState,
  plan: UpdatePlan,
  parsed: ParseStepResult,
  state: NextState,
): RelPath[] {
  const skippedAgain = new Set<RelPath>(parsed.skipped.map((file) => file.path));
  const gone = new Set<RelPath>([...plan.removeSkipped, ...parsed.missing]);
  return indexed.skipped
    .map((file) => file.path)
    .filter((path) => !skippedAgain.has(path) && (gone.has(path) || state.files.has(path)));
}

function countSkips(
  indexed: IndexedState,
  upsert: readonly SkippedFile[],
  remove: readonly RelPath[],
): Record<string, number> {
  const reasons = new Map<RelPath, string>(indexed.skipped.map((file) => [file.path, file.reason]));
  for (const path of remove) reasons.delete(path);
  for (const file of upsert) reasons.set(file.path, file.reason);
  const counts: Record<string, number> = {};
  for (const reason of [...reasons.values()].sort()) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

function countOf(skipped: Readonly<Record<string, number>>, reasons: ReadonlySet<string>): number {
  const counts = Object.entries(skipped).map(([reason, count]) => (reasons.has(reason) ? count : 0));
  return counts.reduce((sum, count) => sum + count, 0);
}

function unparsedProblems(skipped: Readonly<Record<string, number>>): Problem[] {
  const count = countOf(skipped, UNPARSED_REASONS);
  if (count === 0) return [];
  const why = skipped["out-of-memory"] ? "for want of memory" : "because their parser ended";
  const message = `${plural(count, "file")} could not be parsed ${why}: ${INDEXING_ERRORS.FILES_NOT_PARSED}`;
  return [{ code: "FILES_NOT_PARSED", message }];
}

function linkProblems(failed: readonly RelPath[]): Problem[] {
  return failed.map((path) => ({
    code: "LINK_FAILED",
    message: `${displayPath(path)} has no links: ${INDEXING_ERRORS.LINK_FAILED}`,
  }));
}

function stopIfAborted(signal: AbortSignal): void {
  if (!signal.aborted) return;
  throw new AppError("UPDATE_CANCELLED", "the update was cancelled before it was published", {
    hint: INDEXING_ERRORS.UPDATE_CANCELLED,
    retryable: true,
  });
}
