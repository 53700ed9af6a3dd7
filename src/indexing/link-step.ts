/**
 * From the next state of a view to its links. Only files whose own facts changed, or whose questions to the rest of
 * the view may have other answers now, are linked again; the rest keep their links.
 */
import { setImmediate } from "node:timers/promises";
import type { FileLinks } from "../core/edges.ts";
import { AppError } from "../core/errors.ts";
import type { RelPath } from "../core/rel-path.ts";
import { languageById } from "../languages/detect.ts";
import { changedKeys, mustRelink, type SurfaceChange } from "../linking/changed-keys.ts";
import { type FileInView, LinkEnvironment, ManyUnread } from "../linking/environment.ts";
import type { FileScope } from "../linking/file-scope.ts";
import { hashText } from "../linking/hash32.ts";
import { isLinkConfig } from "../linking/link-configs.ts";
import { LINKER_VERSION, type LinkedFacts, linkFile } from "../linking/link-file.ts";
import { keysOfLock, keysOfUnknownConfigChange } from "../linking/project-keys.ts";
import { shownKeys } from "../linking/questions-keys.ts";
import { type FileSurface, surfaceOf } from "../linking/surface.ts";
import type { BlobId, LinkKeys, LinksId, RecordStore } from "../storage/contract.ts";
import type { FreshFacts } from "./fresh-facts.ts";
import type { LocatedFile } from "./parse-step.ts";
import type { OnProgress } from "./progress.ts";

/** What linking looks at of a file. */
type LinkableFile = Pick<LocatedFile, "path" | "blob" | "language">;

export interface LinkStepInput {
  store: Pick<RecordStore, "readLinkKeys" | "readOutwardFacts" | "readFactsForLinking" | "putLinks">;
  before: readonly (LinkableFile & { links: LinksId | null })[];
  after: readonly LinkableFile[];
  /** Lock files of package managers that are new, gone or written anew. */
  changedLocks: readonly RelPath[];
  /** Facts still at hand from parsing; the rest is read from the store. */
  fresh: Pick<FreshFacts, "has" | "outward" | "forLinking">;
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
const MAX_EXPLAINED = 50;

export async function linkView(input: LinkStepInput): Promise<LinkStepResult> {
  const result: LinkStepResult = { links: new Map(), relinked: 0, failed: [] };
  const plan = await planLinks(input);
  const files = plan.files.map(({ file }) => file);
  if (plan.environment) await linkFiles(input, plan.environment, files, result);
  return result;
}

/** What makes a file be linked again. */
export type LinkReason =
  | "new file"
  | "its own facts changed"
  | "never linked by this linker"
  | "a project file changed"
  | "what it asked of another file may have another answer";

export interface LinkPlan {
  files: { file: LinkableFile; reason: LinkReason; because: RelPath[] }[];
  /** Null when there is nothing to link. */
  environment: LinkEnvironment | null;
}

/** Decides which files are linked; writes nothing. `explains`: also which changed file each of the others asked. */
export async function planLinks(
  input: Omit<LinkStepInput, "store"> & { store: Omit<LinkStepInput["store"], "putLinks"> },
  { explains = false } = {},
): Promise<LinkPlan> {
  const before = new Map(input.before.map((file) => [file.path, file]));
  const after = input.after.filter((file) => isCode(file.language));
  const changed = changedPaths(input, before);
  const unlinked = after.filter((file) => (before.get(file.path)?.links ?? null) === null);
  const isSame = changed.size + unlinked.length + input.changedLocks.length === 0;
  if (isSame && (await isOfThisLinker(input, before, after))) return { files: [], environment: null };

  const kept = await readKeptLinks(input, before, after, changed);
  const read = await surfaceReader(input, [...after, ...oldCode(before, changed)]);
  const environment = await readEnvironment(input, after, kept, read);
  const view = { input, before, after, changed, kept, read, environment };
  return { files: affectedFiles(view, explains), environment };
}

type PlanInput = Parameters<typeof planLinks>[0];

/** Whenever some files are linked all that another linker made are, so that any one tells of all. */
async function isOfThisLinker(
  input: PlanInput,
  before: ReadonlyMap<RelPath, PlanInput["before"][number]>,
  after: readonly LinkableFile[],
): Promise<boolean> {
  const kept = await readKeptLinks(input, before, after.slice(0, 1), new Set());
  return after.length === 0 || kept.size > 0;
}

/** Keys of the links that this linker made of files that did not change; by path. */
async function readKeptLinks(
  input: PlanInput,
  before: ReadonlyMap<RelPath, LinkStepInput["before"][number]>,
  after: readonly LinkableFile[],
  changed: ReadonlySet<RelPath>,
): Promise<Map<RelPath, LinkKeys>> {
  const linked = after.flatMap(({ path }) => {
    const links = changed.has(path) ? null : before.get(path)!.links;
    return links === null ? [] : [{ path, links }];
  });
  const keys = await input.store.readLinkKeys(linked.map(({ links }) => links));
  const kept = new Map<RelPath, LinkKeys>();
  for (const { path, links } of linked) {
    const known = keys.get(links);
    if (known?.dependencies.includes(LINKER_KEY)) kept.set(path, known);
  }
  return kept;
}

type ReadSurface = (file: LinkableFile) => FileSurface;

async function surfaceReader(input: PlanInput, files: readonly LinkableFile[]): Promise<ReadSurface> {
  const stored = files.map(({ blob }) => blob).filter((blob) => !input.fresh.has(blob));
  const read = await input.store.readOutwardFacts([...new Set(stored)]);
  return ({ path, blob }) => surfaceOf(path, input.fresh.outward(blob) ?? read(blob));
}

/** Files with links to keep are read when they are asked for, the others now. */
async function readEnvironment(
  input: PlanInput,
  after: readonly LinkableFile[],
  kept: ReadonlyMap<RelPath, LinkKeys>,
  read: ReadSurface,
): Promise<LinkEnvironment> {
  const breathe = breathing();
  const files: FileInView[] = [];
  for (const file of after) {
    const { path, language } = file;
    const shown = kept.get(path)?.shown;
    if (shown) {
      files.push({ path, language, shown, readSurface: () => read(file) });
      continue;
    }
    const surface = read(file);
    files.push({ path, language, shown: null, readSurface: () => surface });
    await breathe();
  }
  return new LinkEnvironment(files, readConfigs(input));
}

/** Paths that are new, gone, or have other facts. */
function changedPaths(input: PlanInput, before: ReadonlyMap<RelPath, LinkableFile>): Set<RelPath> {
  const changed = new Set<RelPath>();
  const present = new Set<RelPath>();
  for (const file of input.after) {
    present.add(file.path);
    if (before.get(file.path)?.blob !== file.blob) changed.add(file.path);
  }
  for (const path of before.keys()) if (!present.has(path)) changed.add(path);
  return changed;
}

interface AffectedInput {
  input: PlanInput;
  before: ReadonlyMap<RelPath, LinkableFile>;
  after: readonly LinkableFile[];
  changed: ReadonlySet<RelPath>;
  kept: ReadonlyMap<RelPath, LinkKeys>;
  read: ReadSurface;
  environment: LinkEnvironment;
}

function affectedFiles(view: AffectedInput, explains: boolean): LinkPlan["files"] {
  const { input, before, after, changed, kept, read, environment } = view;
  const projectKeys = input.changedLocks.flatMap(keysOfLock);
  for (const path of [...changed].filter(isLinkConfig)) {
    const keys = keysOfUnknownConfigChange(path);
    if (!keys) return after.map((file) => ({ file, reason: "a project file changed", because: [path] }));
    projectKeys.push(...keys);
  }
  const ownReason = ({ path }: LinkableFile): LinkReason => {
    if (!before.has(path)) return "new file";
    return changed.has(path) ? "its own facts changed" : "never linked by this linker";
  };
  if (kept.size === 0) return after.map((file) => ({ file, reason: ownReason(file), because: [] }));
  const old = new Map(oldCode(before, changed).map((file) => [file.path, file]));
  const surfaces = [...changed].map((path): SurfaceChange => {
    const oldFile = old.get(path);
    return { before: oldFile ? read(oldFile) : null, after: environment.files.get(path)?.surface ?? null };
  });
  const keys = changedKeys(environment, surfaces, [], projectKeys);
  const causes = explains ? causesOf(environment, [...changed], surfaces, projectKeys) : [];
  return after.flatMap((file): LinkPlan["files"] => {
    const links = kept.get(file.path);
    if (!links) return [{ file, reason: ownReason(file), because: [] }];
    if (!mustRelink(links.dependencies, keys)) return [];
    const because = causes.flatMap((cause) =>
      mustRelink(links.dependencies, cause.keys) ? cause.paths : [],
    );
    const isByProject = explains && because.length === 0 && projectKeys.length > 0;
    const reason = isByProject
      ? "a project file changed"
      : "what it asked of another file may have another answer";
    return [{ file, reason, because }];
  });
}

/** Keys by the changed file that shows them; told for few changes only, as each is compared with every file. */
function causesOf(
  environment: LinkEnvironment,
  paths: readonly RelPath[],
  surfaces: readonly SurfaceChange[],
  projectKeys: readonly number[],
): { paths: RelPath[]; keys: ReadonlySet<number> }[] {
  if (paths.length > MAX_EXPLAINED) return [];
  const causes = paths.map((path, at) => ({
    paths: [path],
    keys: changedKeys(environment, [surfaces[at]!]) as ReadonlySet<number>,
  }));
  const locks = new Set(projectKeys);
  return causes.filter(({ keys }) => keys.size > 0 || locks.size > 0);
}

/** The files that changed, as they were. */
function oldCode(before: ReadonlyMap<RelPath, LinkableFile>, changed: ReadonlySet<RelPath>): LinkableFile[] {
  return [...changed].flatMap((path) => {
    const file = before.get(path);
    return file && isCode(file.language) ? [file] : [];
  });
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
  for await (const { file, facts } of eachFacts(input, files)) {
    input.signal.throwIfAborted();
    const links = await linkSafely(file.path, facts, environment, result.failed);
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
async function linkSafely(
  path: RelPath,
  facts: LinkedFacts,
  environment: LinkEnvironment,
  failed: RelPath[],
): Promise<FileLinks> {
  for (;;) {
    try {
      return linkFile({ path, facts }, environment);
    } catch (error) {
      if (error instanceof ManyUnread) await readAll(error.files);
      // Files are read in the midst of linking: a store that is damaged or closed is no fault of this file.
      else if (error instanceof AppError) throw error;
      else {
        failed.push(path);
        return {
          extractor: `${LINKER_VERSION} failed`,
          edges: [],
          unresolved: [],
          unknown: [],
          dependencies: [],
          shown: shownKeys(surfaceOf(path, facts)),
        };
      }
    }
  }
}

async function readAll(files: readonly FileScope[]): Promise<void> {
  const breathe = breathing();
  for (const file of files) {
    file.surface;
    await breathe();
  }
}

function readConfigs(input: PlanInput): Map<string, string> {
  const configs = new Map<string, string>();
  for (const { path } of input.after) {
    if (!isLinkConfig(path)) continue;
    const text = input.readConfig(path);
    if (text !== null) configs.set(path, text);
  }
  return configs;
}

/** Facts of each file, in the given order apart from those that have to be read, which follow. */
async function* eachFacts(
  input: LinkStepInput,
  files: readonly LinkableFile[],
): AsyncGenerator<{ file: LinkableFile; facts: LinkedFacts }> {
  const unread = new Map<BlobId, LinkableFile[]>();
  const breathe = breathing();
  for (const file of files) {
    const facts = input.fresh.forLinking(file.blob);
    if (facts) {
      await breathe();
      yield { file, facts };
      continue;
    }
    const sharing = unread.get(file.blob);
    if (sharing) sharing.push(file);
    else unread.set(file.blob, [file]);
  }
  for await (const { blob, facts } of input.store.readFactsForLinking([...unread.keys()])) {
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
