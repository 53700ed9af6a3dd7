import { handleOf } from "../../../core/edges.ts";
import { pathOfHandle } from "../../../core/handles.ts";
import type { RelPath } from "../../../core/rel-path.ts";
import type { SearchableView } from "../../searchable-view.ts";

/** Fan-out per file: a file that everything imports ties nothing together. */
const MAX_NEIGHBOURS = 60;

/** Of each file: those that its links lead to, and those that import it; nearest kinds of link first, then by path. */
export async function neighbourFiles(
  view: SearchableView,
  files: readonly number[],
): Promise<readonly (readonly number[])[]> {
  const { neighbours } = view.index;
  // Questions of one generation meet the same much used files, whose importers are dear to read.
  const found = new Map(files.map((file) => [file, neighbours.get(file)]));
  const unknown = [...found.keys()].filter((file) => found.get(file) === undefined);
  const read = await readNeighbourFiles(view, unknown);
  for (const [at, file] of unknown.entries()) {
    found.set(file, read[at]);
    neighbours.set(file, read[at]!);
  }
  return files.map((file) => found.get(file)!);
}

async function readNeighbourFiles(view: SearchableView, files: readonly number[]): Promise<number[][]> {
  if (files.length === 0) return [];
  const { corpus } = view.index;
  const paths = files.map((file) => corpus.files[file]!.path as RelPath);
  const links = await view.reader.linksOf(paths);
  const importers = await view.reader.edges(
    "into",
    paths.map((path) => handleOf(path)),
    ["imports"],
  );
  return files.map((file, at) => {
    const found = new Set<number>();
    const add = (other: string) => {
      const index = corpus.fileByPath.get(other);
      if (index !== undefined && index !== file && found.size < MAX_NEIGHBOURS) found.add(index);
    };
    for (const edge of links[at]?.edges ?? []) add(pathOfHandle(edge.to));
    for (const { edge } of importers[at]!) add(pathOfHandle(edge.from));
    return [...found];
  });
}
