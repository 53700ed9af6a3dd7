/**
 * From the next state of a view to its links. Only files whose own facts changed, or whose questions to the rest of
 * the view may have other answers now, are linked again; the rest keep their links.
 */
import { setImmediate } from "node:timers/promises";
import type { FileLinks } from "../core/edges.ts";
import type { BlobFacts, OutwardFacts } from "../core/facts.ts";
import type { RelPath } from "../core/rel-path.ts";
import { languageById } from "../languages/detect.ts";
import { changedKeys, mustRelink, type SurfaceChange } from "../linking/changed-keys.ts";
import { isLinkConfig } from "../linking/config/read-config.ts";
import { buildEnvironment, type LinkEnvironment } from "../linking/environment.ts";
import { hashText } from "../linking/hash32.ts";
import { LINKER_VERSION, linkFile } from "../linking/link-file.ts";
import { keysOfLock, keysOfUnknownConfigChange } from "../linking/project-keys.ts";
import { type FileSurface, surfaceOf } from "../linking/surface.ts";
import type { BlobId, LinksId, RecordStore } from "../storage/contract.ts";
import type { OnProgress } from "./progress.ts";

interface LinkableFile {
  path: RelPath;
  blob: BlobId;
  language: string;
}

export interface LinkStepInput {
  store: RecordStore;
  before: readonly (LinkableFile & { links: LinksId | null })[];
  after: readonly LinkableFile[];
  /** Lock files of package managers that are new, gone or written anew. */
  changedLocks: readonly RelPath[];
  /** Facts still at hand from parsing; the rest is read from the store. */
  fresh: ReadonlyMap<BlobId, BlobFacts>;
  readConfig: (path: RelPath) => string | null;
  onProgress: OnProgress;
  signal: AbortSignal;
}

export interface LinkStepResult {
  /** Of the files that were linked in this step. */
  links: Map<RelPath, LinksId>;
  relinked: number;
  /** Files that linking could not cope with; they have no links until they or the linker change. */
  failed: RelPath[];
}

function isCode(language: string): boolean {
  return languageById(language)?.role === "code";
}

/** A dependency of every file: links made by another linker lack it and are made again. */
const LINKER_KEY = hashText(LINKER_VERSION);

const BATCH = 500;
const BREATHE_EVERY_MS = 40;

export async function linkView(input: LinkStepInput): Promise<LinkStepResult> {
  const result: LinkStepResult = { links: new Map(), relinked: 0, failed: [] };
  const before = new Map(input.before.map((file) => [file.path, file]));
  const after = input.after.filter((file) => isCode(file.language));
  const changed = changedPaths(input, before);
  const unlinked = after.filter((file) => (before.get(file.path)?.links ?? null) === null);
  if (changed.size + unlinked.length + input.changedLocks.length === 0) return result;

  const surfaces = await readSurfaces(input, after);
  const environment = buildEnvironment([...surfaces.values()], readConfigs(input));
  const affected = await affectedFiles(input, before, after, changed, surfaces, environment);
  await linkFiles(input, environment, affected, result);
  return result;
}

/** Paths that are new, gone, or have other facts. */
function changedPaths(input: LinkStepInput, before: ReadonlyMap<RelPath, LinkableFile>): Set<RelPath> {
  const changed = new Set<RelPath>();
  const present = new Set<RelPath>();
  for (const file of input.after) {
    present.add(file.path);
    if (before.get(file.path)?.blob !== file.blob) changed.add(file.path);
  }
  for (const path of before.keys()) if (!present.has(path)) changed.add(path);
  return changed;
}

async function affectedFiles(
  input: LinkStepInput,
  before: ReadonlyMap<RelPath, LinkStepInput["before"][number]>,
  after: readonly LinkableFile[],
  changed: ReadonlySet<RelPath>,
  surfaces: ReadonlyMap<RelPath, FileSurface>,
  environment: LinkEnvironment,
): Promise<LinkableFile[]> {
  const projectKeys = input.changedLocks.flatMap(keysOfLock);
  for (const path of [...changed].filter(isLinkConfig)) {
    const keys = keysOfUnknownConfigChange(path);
    if (!keys) return [...after];
    projectKeys.push(...keys);
  }
  const isKept = (file: LinkableFile) => !changed.has(file.path) && before.get(file.path)!.links !== null;
  const kept = after.filter(isKept);
  if (kept.length === 0) return [...after];
  const surfacesChanged = await surfaceChanges(input, before, changed, surfaces);
  const keys = changedKeys(environment, surfacesChanged, [], projectKeys);
  const dependencies = await input.store.readLinkDependencies(
    kept.map((file) => before.get(file.path)!.links!),
  );
  return after.filter((file) => {
    if (!isKept(file)) return true;
    const asked = dependencies.get(before.get(file.path)!.links!);
    return !asked?.includes(LINKER_KEY) || mustRelink(asked, keys);
  });
}

async function surfaceChanges(
  input: LinkStepInput,
  before: ReadonlyMap<RelPath, LinkableFile>,
  changed: ReadonlySet<RelPath>,
  surfaces: ReadonlyMap<RelPath, FileSurface>,
): Promise<SurfaceChange[]> {
  const old = [...changed]
    .map((path) => before.get(path))
    .filter((file) => file !== undefined && isCode(file.language)) as LinkableFile[];
  const oldSurfaces = await readSurfaces(input, old);
  return [...changed].map((path) => ({
    before: oldSurfaces.get(path) ?? null,
    after: surfaces.get(path) ?? null,
  }));
}

async function readSurfaces(
  input: LinkStepInput,
  files: readonly LinkableFile[],
): Promise<Map<RelPath, FileSurface>> {
  const surfaces = new Map<RelPath, FileSurface>();
  const read = (blobs: readonly BlobId[]) => input.store.readOutwardFacts(blobs);
  for await (const { file, facts } of eachFacts<OutwardFacts>(input, files, read))
    surfaces.set(file.path, surfaceOf(file.path, facts));
  return surfaces;
}

async function linkFiles(
  input: LinkStepInput,
  environment: LinkEnvironment,
  files: readonly LinkableFile[],
  result: LinkStepResult,
): Promise<void> {
  let batch: { path: RelPath; links: FileLinks }[] = [];
  const flush = async () => {
    const ids = await input.store.putLinks(batch.map(({ links }) => links));
    batch.forEach(({ path }, at) => {
      result.links.set(path, ids[at]!);
    });
    batch = [];
  };
  const read = (blobs: readonly BlobId[]) => input.store.readFactsForLinking(blobs);
  for await (const { file, facts } of eachFacts<BlobFacts>(input, files, read)) {
    input.signal.throwIfAborted();
    const links = linkSafely(file.path, facts, environment, result.failed);
    links.dependencies.push(LINKER_KEY);
    links.dependencies.sort((a, b) => a - b);
    batch.push({ path: file.path, links });
    result.relinked += 1;
    input.onProgress({ phase: "link", done: result.relinked, total: files.length });
    if (batch.length >= BATCH) await flush();
  }
  if (batch.length > 0) await flush();
}

/** A file that linking cannot cope with has no links; the others keep theirs. */
function linkSafely(
  path: RelPath,
  facts: BlobFacts,
  environment: LinkEnvironment,
  failed: RelPath[],
): FileLinks {
  try {
    return linkFile({ path, facts }, environment);
  } catch {
    failed.push(path);
    return { extractor: `${LINKER_VERSION} failed`, edges: [], unresolved: [], dependencies: [] };
  }
}

function readConfigs(input: LinkStepInput): Map<string, string> {
  const configs = new Map<string, string>();
  for (const { path } of input.after) {
    if (!isLinkConfig(path)) continue;
    const text = input.readConfig(path);
    if (text !== null) configs.set(path, text);
  }
  return configs;
}

/** Facts of each file, in the given order apart from those that have to be read, which follow. */
async function* eachFacts<T extends OutwardFacts>(
  input: LinkStepInput,
  files: readonly LinkableFile[],
  read: (blobs: readonly BlobId[]) => AsyncIterable<{ blob: BlobId; facts: T | BlobFacts }>,
): AsyncGenerator<{ file: LinkableFile; facts: T | BlobFacts }> {
  const unread = new Map<BlobId, LinkableFile[]>();
  const breathe = breathing();
  for (const file of files) {
    const facts = input.fresh.get(file.blob);
    if (facts) {
      await breathe();
      yield { file, facts };
      continue;
    }
    const sharing = unread.get(file.blob);
    if (sharing) sharing.push(file);
    else unread.set(file.blob, [file]);
  }
  for await (const { blob, facts } of read([...unread.keys()])) {
    await breathe();
    for (const file of unread.get(blob) ?? []) yield { file, facts };
  }
}

/** Linking is all computing: questions, cancellations and the end of a client are heard in between. */
function breathing(): () => Promise<void> | undefined {
  let lastMs = performance.now();
  return () => {
    if (performance.now() - lastMs < BREATHE_EVERY_MS) return undefined;
    return setImmediate().then(() => {
      lastMs = performance.now();
    });
  };
}
