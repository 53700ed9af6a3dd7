/** What a view covers. */
import type { ViewReader } from "../../storage/contract.ts";

/** Names with how often they occur: most frequent first, then by name. */
export type Counts = [name: string, count: number][];

export interface Coverage {
  files: number;
  /** Of the indexed files, as far as their sizes are known. */
  bytes: number;
  skipped: number;
  /** Files that git does not track. */
  untracked: number;
  languages: Counts;
  reasons: Counts;
}

export async function coverageOf(reader: ViewReader): Promise<Coverage> {
  const files = await reader.files();
  const skipped = await reader.skipped();
  return {
    files: files.length,
    bytes: files.reduce((sum, { stamp }) => sum + (stamp?.size ?? 0), 0),
    skipped: skipped.length,
    untracked: files.filter((file) => file.origin === "local").length,
    languages: countBy(files, (file) => file.language),
    reasons: countBy(skipped, (file) => file.reason),
  };
}

export function countBy<T>(list: readonly T[], keyOf: (item: T) => string): Counts {
  const counts = new Map<string, number>();
  for (const item of list) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}
