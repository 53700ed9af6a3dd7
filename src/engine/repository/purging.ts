/**
 * Takes what was learned of some files out of an index so that no byte of it is left in the index's files: facts, links,
 * vectors and summaries, of every view and of every generation that is kept. What lies in the working trees is not
 * touched; a file that is still to be indexed comes back with the next update, by the rules of today.
 */
import { hashContent } from "../../core/content-hash.ts";
import { comparePaths } from "../../core/rel-path.ts";
import { decodeSource } from "../../parsing/decode-source.ts";
import { NO_HISTORY, type RecordStore, type ViewFile, type ViewInfo } from "../../storage/contract.ts";
import type { StorePlace } from "../../storage/factory.ts";
import { openRoot, type RootJail } from "../../workspace/path-jail.ts";
import { findSecrets } from "../../workspace/secrets.ts";

export interface PurgeSelection {
  /** Files, and folders with all that lies in them, relative to the root. */
  paths?: readonly string[];
  /** Ids of contents, as git names them. */
  blobs?: readonly string[];
  /** Files in which a credential is found today; they are indexed again with it blanked. */
  secrets?: boolean;
}

export interface PurgeReport {
  /** What was taken out, ascending; of several working trees each path once. */
  paths: string[];
  /** Contents that are gone, those of earlier generations among them. */
  contents: number;
  /** Copies of given-up indexes that were deleted, because they hold the same. */
  copies: number;
}

/** Contract: the caller holds the writer lock of the store. */
export async function purgeStore(
  store: RecordStore,
  place: StorePlace,
  maxFileBytes: number,
  selection: PurgeSelection,
): Promise<PurgeReport> {
  const views = await store.listViews();
  const filesOf = new Map<ViewInfo, readonly ViewFile[]>();
  for (const view of views) filesOf.set(view, await readFiles(store, view));
  // The same content under another name, or in another working tree, is the same facts.
  const doomed = new Set<string>();
  for (const [view, files] of filesOf) {
    const isChosen = choose(view, maxFileBytes, selection);
    for (const file of files) if (isChosen(file)) doomed.add(file.hash);
  }
  const removed = new Set<string>();
  for (const [view, files] of filesOf) {
    const remove = files.filter((file) => doomed.has(file.hash)).map((file) => file.path);
    for (const path of remove) removed.add(path);
    if (remove.length > 0) await publishWithout(store, view, files, doomed);
    // What is kept of the past may name it.
    else await forgetPast(store, view);
  }
  const { stored } = await store.countBlobs();
  await store.collectGarbage();
  const contents = stored - (await store.countBlobs()).stored;
  await store.eraseDeleted();
  return {
    paths: [...removed].sort(comparePaths),
    contents,
    copies: await place.deleteCopies(),
  };
}

async function readFiles(store: RecordStore, view: ViewInfo): Promise<readonly ViewFile[]> {
  const reader = await store.read(view.id);
  try {
    return await reader.files();
  } finally {
    await reader.close();
  }
}

function choose(
  view: ViewInfo,
  maxFileBytes: number,
  { paths = [], blobs = [], secrets = false }: PurgeSelection,
): (file: ViewFile) => boolean {
  const jail = secrets ? openTree(view.root) : null;
  return (file) =>
    paths.some((path) => path === "" || file.path === path || file.path.startsWith(`${path}/`)) ||
    blobs.includes(file.hash) ||
    (secrets && !isWithoutSecrets(jail, file, maxFileBytes));
}

/** False as well when the content cannot be looked at any more: reading it again costs little. */
function isWithoutSecrets(jail: RootJail | null, file: ViewFile, maxFileBytes: number): boolean {
  const read = jail?.read(file.path, { maxBytes: maxFileBytes });
  if (!read?.ok || hashContent(read.bytes, file.hash.length === 64 ? "sha256" : "sha1") !== file.hash)
    return false;
  return findSecrets(decodeSource(read.bytes).text).length === 0;
}

function openTree(root: string): RootJail | null {
  try {
    return openRoot(root);
  } catch {
    return null;
  }
}

/** Links of the others may name what is gone, so all are made again with the next update. */
async function publishWithout(
  store: RecordStore,
  view: ViewInfo,
  files: readonly ViewFile[],
  doomed: ReadonlySet<string>,
): Promise<void> {
  const isDoomed = (file: ViewFile) => doomed.has(file.hash);
  await store.publish(view.id, {
    expected: view.generation,
    revision: view.revision,
    publishedAt: Date.now(),
    upsert: files
      .filter((file) => !isDoomed(file))
      .map(({ path, blob, stamp, origin }) => ({ path, blob, stamp, origin, links: null })),
    remove: files.filter(isDoomed).map((file) => file.path),
    upsertSkipped: [],
    removeSkipped: [],
    history: NO_HISTORY,
  });
}

async function forgetPast(
  store: RecordStore,
  { id, generation, revision, publishedAt }: ViewInfo,
): Promise<void> {
  await store.publish(id, {
    expected: generation,
    revision,
    publishedAt,
    upsert: [],
    remove: [],
    upsertSkipped: [],
    removeSkipped: [],
    history: NO_HISTORY,
    keepsGeneration: true,
  });
}
