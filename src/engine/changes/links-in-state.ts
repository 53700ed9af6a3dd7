/**
 * The links that files would have in another state of the tree: an update of the index to that state, in memory. Only
 * the files that differ and those whose questions they answer are linked; all others have the links of the index.
 */
import type { FileLinks } from "../../core/edges.ts";
import { comparePaths, type RelPath } from "../../core/rel-path.ts";
import { FreshFacts } from "../../indexing/fresh-facts.ts";
import { linkView } from "../../indexing/link-step.ts";
import { isLinkConfig, readConfigDigest } from "../../linking/link-configs.ts";
import { decodeSource } from "../../parsing/decode-source.ts";
import type { BlobId, LinksId, RecordStore, ViewFile } from "../../storage/contract.ts";
import type { ContentFacts } from "./content-facts.ts";
import type { FilesState } from "./files-state.ts";

export type LinkStore = Pick<RecordStore, "readLinkKeys" | "readOutwardFacts" | "readFactsForLinking">;

export interface StateLinkingParts {
  files: readonly ViewFile[];
  store: LinkStore;
  working: FilesState;
  facts: ContentFacts;
  signal: AbortSignal;
}

/** A state so far from the working tree is another project; to link it would take as long as to index it. */
const MAX_DIFFERING = 1_500;

/** By path; null when the state is too far away. Files that are not named have the links of the index. */
export async function linksInState(
  parts: StateLinkingParts,
  state: FilesState,
): Promise<Map<RelPath, FileLinks> | null> {
  if (state === parts.working) return new Map();
  const differing = await differingFiles(parts, state);
  if (differing.length > MAX_DIFFERING) return null;
  if (differing.length === 0) return new Map();
  const known = await parts.facts.of(state, differing);
  const fresh = new FreshFacts(Number.POSITIVE_INFINITY);
  const isDiffering = new Set(differing);
  const after: { path: RelPath; blob: BlobId; language: string }[] = parts.files.filter(
    ({ path }) => !isDiffering.has(path),
  );
  // Ids of the store are positive.
  let nextBlob = -1;
  for (const [path, file] of known) {
    if ("indexed" in file) continue;
    const { language, encoded } = file.parsed;
    const blob = nextBlob-- as BlobId;
    fresh.add(blob, language, encoded);
    after.push({ path, blob, language });
  }
  after.sort((a, b) => comparePaths(a.path, b.path));
  const made: FileLinks[] = [];
  const configs = await configTexts(parts, state, after);
  const { links } = await linkView({
    store: {
      readLinkKeys: (ids) => parts.store.readLinkKeys(ids),
      readOutwardFacts: (blobs) => parts.store.readOutwardFacts(blobs),
      readFactsForLinking: (blobs) => parts.store.readFactsForLinking(blobs),
      putLinks: async (batch) => batch.map((one) => (made.push(one) - 1) as LinksId),
    },
    before: parts.files,
    after,
    changedLocks: [],
    fresh,
    readConfig: (path) => configs.get(path) ?? null,
    onProgress: () => {},
    signal: parts.signal,
  });
  return new Map([...links].map(([path, at]) => [path, made[at]!]));
}

/** Files that the index has otherwise or not at all, and those it has and the state has not. */
async function differingFiles({ files, working }: StateLinkingParts, state: FilesState): Promise<RelPath[]> {
  const indexed = new Set(files.map(({ path }) => path));
  const differing = [...indexed].filter((path) => state.ids.get(path) !== working.ids.get(path));
  for (const path of state.ids.keys()) if (!indexed.has(path) && !working.has(path)) differing.push(path);
  const configs = differing.filter(isLinkConfig);
  const [old, now] = [await state.contents(configs), await working.contents(configs)];
  // A version that was raised in a manifest changes nothing that linking reads of it.
  const isSame = (path: RelPath) => {
    const [before, after] = [old.get(path), now.get(path)].map((bytes) => bytes && digestOf(path, bytes));
    return before !== undefined && before === after;
  };
  return differing.filter((path) => !isLinkConfig(path) || !isSame(path));
}

function digestOf(path: string, bytes: Buffer): string {
  return JSON.stringify(readConfigDigest(path, decodeSource(bytes).text));
}

async function configTexts(
  { working }: StateLinkingParts,
  state: FilesState,
  after: readonly { path: RelPath }[],
): Promise<Map<string, string>> {
  const paths = after.map(({ path }) => path).filter(isLinkConfig);
  const own = await state.contents(paths);
  const unknown = await working.contents(paths.filter((path) => !own.has(path)));
  return new Map([...own, ...unknown].map(([path, bytes]) => [path, decodeSource(bytes).text]));
}
