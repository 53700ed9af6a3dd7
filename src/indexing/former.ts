/** The way back from a generation to the one before it. Pure: from what was there and what is published over it. */
import type { FileEntry, FormerGeneration, SkippedFile, ViewChange, ViewInfo } from "../storage/contract.ts";
import type { IndexedState } from "./plan.ts";

/** Turns what `change` makes of the view back into what it is. */
export function wayBack(
  view: Pick<ViewInfo, "generation" | "publishedAt" | "revision">,
  indexed: IndexedState,
  change: Pick<ViewChange, "upsert" | "remove" | "upsertSkipped" | "removeSkipped">,
): FormerGeneration {
  const files = invert<FileEntry>(indexed.files, change.upsert, change.remove);
  const skipped = invert<SkippedFile>(indexed.skipped, change.upsertSkipped, change.removeSkipped);
  return {
    generation: view.generation,
    publishedAt: view.publishedAt,
    revision: view.revision,
    upsert: files.upsert.map(entryOf),
    remove: files.remove,
    upsertSkipped: skipped.upsert.map((file) => ({ ...file, stamp: null })),
    removeSkipped: skipped.remove,
  };
}

/** The way back from a generation in which some files have other links now: they have their old ones then. */
export function wayBackThrough(former: FormerGeneration, relinked: readonly FileEntry[]): FormerGeneration {
  const known = new Set([...former.upsert.map(({ path }) => path), ...former.remove]);
  const added = relinked.filter(({ path }) => !known.has(path)).map(entryOf);
  return added.length === 0 ? former : { ...former, upsert: [...former.upsert, ...added] };
}

/** Without stamps: who goes back has every such file looked at again. */
function entryOf({ path, blob, links, origin }: FileEntry): FileEntry {
  return { path, blob, links, origin, stamp: null };
}

function invert<T extends { path: FileEntry["path"] }>(
  before: readonly T[],
  upsert: readonly { path: T["path"] }[],
  remove: readonly T["path"][],
): { upsert: T[]; remove: T["path"][] } {
  const touched = new Set([...upsert.map(({ path }) => path), ...remove]);
  const was = before.filter(({ path }) => touched.has(path));
  for (const { path } of was) touched.delete(path);
  return { upsert: was, remove: [...touched] };
}
