import { handleOf } from "../core/edges.ts";
import { pathOfHandle } from "../core/handles.ts";
import type { RelPath } from "../core/rel-path.ts";
import type { SearchableView } from "./searchable-view.ts";

/** Fan-out per file: a file that everything imports ties nothing together. */
const MAX_NEIGHBOURS = 60;

/** Files that this file's links lead to, and files that import it; nearest kinds of link first, then by path. */
export async function neighbourFiles(view: SearchableView, file: number): Promise<number[]> {
  const { corpus } = view.index;
  const path = corpus.files[file]!.path as RelPath;
  const found = new Set<number>();
  const add = (other: string) => {
    const index = corpus.fileByPath.get(other);
    if (index !== undefined && index !== file && found.size < MAX_NEIGHBOURS) found.add(index);
  };
  const [links] = await view.reader.linksOf([path]);
  for (const edge of links?.edges ?? []) add(pathOfHandle(edge.to));
  const [importers] = await view.reader.edges("into", [handleOf(path)], ["imports"]);
  for (const { edge } of importers!) add(pathOfHandle(edge.from));
  return [...found];
}
