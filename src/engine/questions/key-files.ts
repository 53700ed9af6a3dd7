/** The files that most others import. */
import type { RelPath } from "../../core/rel-path.ts";
import type { ViewReader } from "../../storage/contract.ts";

export interface KeyFile {
  path: RelPath;
  importers: number;
  /** Names that others can use, in document order. */
  exported: string[];
}

/** Counting the importers of every file of a huge repository would take longer than the list is worth. */
const MAX_FILES_RANKED = 4_000;

/** Most imported first, then by path; empty for a repository that is too large to count. */
export async function findKeyFiles(reader: ViewReader, limit: number): Promise<KeyFile[]> {
  const files = await reader.files();
  if (files.length > MAX_FILES_RANKED) return [];
  const importers = new Map<string, number>();
  for (const links of await reader.linksOf(files.map((file) => file.path))) {
    const targets = new Set(
      (links?.edges ?? []).filter(({ kind }) => kind === "imports").map(({ to }) => to),
    );
    for (const to of targets) importers.set(to, (importers.get(to) ?? 0) + 1);
  }
  const ranked = files
    .map((file) => ({ file, count: importers.get(file.path) ?? 0 }))
    .filter(({ count }) => count > 1)
    .sort((a, b) => b.count - a.count || (a.file.path < b.file.path ? -1 : 1))
    .slice(0, limit);
  const outlines = await reader.outlines(ranked.map(({ file }) => file.blob));
  return ranked.map(({ file, count }, at) => {
    const symbols = outlines[at]!.symbols.filter(
      (symbol) => symbol.parent < 0 && symbol.scope === "exported",
    );
    return { path: file.path, importers: count, exported: symbols.map((symbol) => symbol.name) };
  });
}
