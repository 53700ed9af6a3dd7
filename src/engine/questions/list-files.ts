import { comparePaths, type RelPath } from "../../core/rel-path.ts";
import type { ViewReader } from "../../storage/contract.ts";

/** A file that is indexed as a language, or was seen and left out for a reason. */
export type ListedFile = { path: RelPath; language: string } | { path: RelPath; skipped: string };

/** Ascending by path. */
export async function listFiles(reader: ViewReader): Promise<ListedFile[]> {
  const indexed = (await reader.files()).map(({ path, language }) => ({ path, language }));
  const skipped = (await reader.skipped()).map(({ path, reason }) => ({ path, skipped: reason }));
  return [...indexed, ...skipped].sort((a, b) => comparePaths(a.path, b.path));
}
