/** The whole plan of an update, with reasons, and nothing done: what `updateView` would do to this tree now. */
import type { Edge } from "../../core/edges.ts";
import { inBatches } from "../../core/in-batches.ts";
import { comparePaths, type RelPath } from "../../core/rel-path.ts";
import type { BlobId, RecordStore, ViewFile, ViewReader } from "../../storage/contract.ts";
import type { ScannedFile } from "../../workspace/scan.ts";
import { FreshFacts } from "../fresh-facts.ts";
import { LinkMakers } from "../link-makers.ts";
import { type LinkReason, planLinks } from "../link-step.ts";
import type { FileParser, LocatedFile } from "../parse-step.ts";
import { findRenames, planUpdate, type Rename, type TreeState } from "../plan.ts";
import { type ChangedFile, type FactsOfFile, type PlannedEdges, planEdges } from "./edge-plan.ts";
import { estimateMs } from "./estimate.ts";

/** More are not parsed for a plan alone: what they show to others stays unsaid. */
const MAX_PARSED = 500;
const FILES_PER_READ = 100;

export type FileReason = "new file" | "content changed" | "other language" | "older extractor";

export interface PlannedFile {
  path: RelPath;
  reason: FileReason;
  /** Its content has facts already: it need not be parsed. */
  isKnown: boolean;
}

export interface PlannedLinks {
  path: RelPath;
  reason: LinkReason;
  /** The changed files whose answers it asked for. */
  because: RelPath[];
  /** Whose links it has now, which the rules' take the place of until it is asked again; null for those of rules. */
  compiler: string | null;
  /** What becomes of the edges that it has. */
  edges: PlannedEdges[];
}

/** A file that is gone, or whose content cannot be read as code any more. */
export interface UnlinkedFile {
  path: RelPath;
  edges: PlannedEdges[];
}

export interface ViewPlan {
  /** 0: nothing is indexed yet. */
  generation: number;
  unchanged: number;
  /** Only their stamps are written anew. */
  restamped: number;
  changed: PlannedFile[];
  removed: RelPath[];
  renamed: Rename[];
  skipped: number;
  /** Null where so many files changed that only the update itself can tell. */
  links: PlannedLinks[] | null;
  /** Files that lose the edges they have. */
  unlinked: UnlinkedFile[];
  /** Files that a compiler is asked about again, by provider. */
  compilers: Record<string, number>;
  /** By what indexing such files cost elsewhere; a guess. */
  estimatedMs: number;
  /** The same for an index that is built anew. */
  rebuildMs: number;
}

export interface PlanInput {
  /** Null: nothing is indexed yet. */
  indexed: { reader: ViewReader; store: RecordStore } | null;
  extractor: string;
  scan: (indexed: {
    files: readonly ViewFile[];
    skipped: readonly TreeState["skipped"][number][];
  }) => Promise<TreeState>;
  parser: FileParser;
  readConfig: (path: RelPath) => string | null;
  signal: AbortSignal;
}

export async function planView(input: PlanInput): Promise<ViewPlan> {
  const reader = input.indexed?.reader;
  const indexed = {
    files: reader ? await reader.files() : [],
    skipped: reader ? await reader.skipped() : [],
  };
  const tree = await input.scan(indexed);
  const plan = planUpdate(indexed, tree, input.extractor);
  const before = new Map(indexed.files.map((file) => [file.path, file]));
  const changed = await Promise.all(
    plan.changed.map(async (file) => ({
      path: file.path,
      reason: reasonOf(file, before.get(file.path), input.extractor),
      isKnown: await isKnown(input, file),
    })),
  );
  const renamed = findRenames(
    indexed.files.filter(({ path }) => plan.removed.includes(path)),
    plan.changed.flatMap(({ path, hash }) => (hash && !before.has(path) ? [{ path, hash }] : [])),
  );
  const { links, unlinked } = await plannedLinks(input, indexed.files, { ...plan, renamed });
  return {
    generation: reader?.info.generation ?? 0,
    unchanged: plan.unchanged.length,
    restamped: plan.restamped.length,
    changed,
    removed: plan.removed,
    renamed,
    skipped: tree.skipped.length,
    links,
    unlinked,
    compilers: countCompilers(links ?? []),
    estimatedMs: estimateMs({
      parsedBytes: sumOf(plan.changed.filter((_, at) => !changed[at]!.isKnown)),
      linked: links?.length ?? tree.files.length,
      files: tree.files.length,
    }),
    rebuildMs: estimateMs({
      parsedBytes: sumOf(tree.files),
      linked: tree.files.length,
      files: tree.files.length,
    }),
  };
}

function reasonOf(file: ScannedFile, old: ViewFile | undefined, extractor: string): FileReason {
  if (!old) return "new file";
  if (file.hash !== null && file.hash === old.hash && old.extractor !== extractor) return "older extractor";
  return file.hash !== null && file.hash === old.hash ? "other language" : "content changed";
}

async function isKnown({ indexed, extractor }: PlanInput, { hash, language }: ScannedFile): Promise<boolean> {
  if (!indexed || hash === null || language === null) return false;
  return (await indexed.store.findFacts([{ hash, language, extractor }])).size > 0;
}

type Plan = ReturnType<typeof planUpdate> & { renamed: readonly Rename[] };

async function plannedLinks(
  input: PlanInput,
  before: readonly ViewFile[],
  plan: Plan,
): Promise<Pick<ViewPlan, "links" | "unlinked">> {
  if (!input.indexed || plan.changed.length > MAX_PARSED) return { links: null, unlinked: [] };
  const { reader, store } = input.indexed;
  const fresh = new FreshFacts(Number.POSITIVE_INFINITY);
  const after: LocatedFile[] = [...plan.unchanged];
  for (const { before: old, now } of plan.restamped) after.push({ ...old, stamp: now.stamp });
  const parsed = await parsedInMemory(input, plan.changed, fresh);
  after.push(...parsed);
  const planned = await planLinks(
    {
      store,
      before,
      after,
      changedLocks: [],
      fresh,
      readConfig: input.readConfig,
      onProgress: () => {},
      signal: input.signal,
    },
    { explains: true },
  );
  const changed = await changedFiles(reader, before, plan, parsed, fresh);
  const gone = [...changed].flatMap(([path, { before: old, after: now }]) => (old && !now ? [path] : []));
  const touched = new Set<RelPath>([...planned.files.map(({ file }) => file.path), ...gone]);
  const makers = await new LinkMakers().of(
    reader,
    before.filter(({ path }) => touched.has(path)),
  );
  const makerOf = new Map(makers.map(({ file, maker }) => [file.path, maker?.provider ?? null]));
  const known = await readEdges(reader, [...touched]);
  const edgesOf = (path: RelPath, isByProject = false) =>
    planEdges({ path, edges: known.get(path) ?? [], isByProject }, changed);
  return {
    links: planned.files.map(({ file: { path }, reason, because }) => ({
      path,
      reason,
      because,
      compiler: makerOf.get(path) ?? null,
      edges: edgesOf(path, reason === "a project file changed"),
    })),
    unlinked: gone
      .sort(comparePaths)
      .map((path) => ({ path, edges: edgesOf(path) }))
      .filter(({ edges }) => edges.length > 0),
  };
}

async function readEdges(reader: ViewReader, paths: readonly RelPath[]): Promise<Map<RelPath, Edge[]>> {
  const edges = new Map<RelPath, Edge[]>();
  const readLinks = (batch: readonly RelPath[]) => reader.linksOf(batch);
  for await (const [path, links] of inBatches(paths, FILES_PER_READ, readLinks))
    if (links) edges.set(path, links.edges);
  return edges;
}

/** What was and what is known of each file that is new, gone or written anew; by path. */
async function changedFiles(
  reader: ViewReader,
  before: readonly ViewFile[],
  plan: Plan,
  parsed: readonly LocatedFile[],
  fresh: FreshFacts,
): Promise<Map<RelPath, ChangedFile>> {
  const old = new Map(before.map((file) => [file.path, file]));
  const now = new Map(parsed.map(({ path, blob }) => [path, fresh.forLinking(blob)]));
  const movedTo = new Map(plan.renamed.map(({ from, to }) => [from, to]));
  const paths = [...plan.changed.map((file) => file.path), ...plan.removed];
  const was = new Map<RelPath, FactsOfFile>();
  const readFacts = (batch: readonly ViewFile[]) => reader.facts(batch.map((file) => file.blob));
  const indexed = paths.flatMap((path) => old.get(path) ?? []);
  for await (const [{ path }, { symbols, imports }] of inBatches(indexed, FILES_PER_READ, readFacts))
    was.set(path, { symbols, imports });
  return new Map(
    paths.map((path) => {
      const moved = movedTo.get(path);
      const both = { before: was.get(path) ?? null, after: now.get(path) ?? null };
      return [path, { ...both, ...(moved && { movedTo: moved }) }];
    }),
  );
}

/** Facts that are in no store have ids that no store gives. */
async function parsedInMemory(
  { parser }: PlanInput,
  changed: readonly ScannedFile[],
  fresh: FreshFacts,
): Promise<LocatedFile[]> {
  const byPath = new Map(changed.map((file) => [file.path, file]));
  const located: LocatedFile[] = [];
  for await (const outcome of parser.parse(changed)) {
    if (outcome.kind !== "facts") continue;
    const blob = -(located.length + 1) as BlobId;
    const { path, hash, language, stamp } = outcome;
    fresh.add(blob, language, outcome.encoded);
    located.push({ path, hash, language, stamp, blob, origin: byPath.get(path)!.origin });
  }
  return located;
}

function countCompilers(links: readonly PlannedLinks[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { compiler } of links) if (compiler) counts[compiler] = (counts[compiler] ?? 0) + 1;
  return counts;
}

function sumOf(files: readonly ScannedFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
