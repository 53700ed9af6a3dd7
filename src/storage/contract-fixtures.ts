/** Facts and links for tests of stores. */
import { type EncodedBlob, encodeBlob } from "../codec/encoded-blob.ts";
import { chunkOf, symbolNamed } from "../codec/fact-fixtures.ts";
import { type ContentHash, hashContent } from "../core/content-hash.ts";
import type { Edge, FileLinks, Handle, UnresolvedUse } from "../core/edges.ts";
import type { BlobFacts, BlobTerms } from "../core/facts.ts";
import type { RelPath } from "../core/rel-path.ts";
import type { FactsKey, FileEntry, Generation, ViewChange } from "./contract.ts";

export const TEST_EXTRACTOR = "test-1";

/** [term, chunk, field, count] */
export type TermSite = [term: string, chunk: number, field: number, count: number];

export function packTerms(sites: readonly TermSite[]): BlobTerms {
  const dictionary = [...new Set(sites.map(([term]) => term))].sort();
  const pairs = sites.map(([term, chunk, field, count]): [number, number] => [
    dictionary.indexOf(term),
    ((chunk << 16) | (field << 12) | count) >>> 0,
  ]);
  pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return { dictionary, entries: Uint32Array.from(pairs.flat()) };
}

export function keyOf(content: string, language = "toy", extractor = TEST_EXTRACTOR): FactsKey {
  return { hash: hashContent(Buffer.from(content)) as ContentHash, language, extractor };
}

/** A blob with one function per name, one chunk each; the terms of chunk n are those of `words[n]`, in the body. */
export function toyBlob(
  names: readonly string[],
  words: readonly (readonly string[])[] = [],
): { key: FactsKey; encoded: EncodedBlob } {
  const facts: BlobFacts = {
    language: "toy",
    status: "full",
    bytes: 100,
    lines: names.length * 2 + 1,
    tokens: names.length * 12,
    symbols: names.map((name, at) => symbolNamed(name, at * 2 + 1)),
    references: [],
    objects: [],
    locals: [],
    imports: [],
    exports: [],
    calls: [],
    annotations: [],
    hasAllLiterals: true,
    chunks: names.map((_, at) => chunkOf(at, at * 2 + 1)),
    problems: [],
  };
  const sites = names.flatMap((name, chunk): TermSite[] => [
    [name.toLowerCase(), chunk, 1, 1],
    ...(words[chunk] ?? []).map((word): TermSite => [word, chunk, 0, 1]),
  ]);
  const counted = new Map<string, TermSite>();
  for (const site of sites) {
    const known = counted.get(site.slice(0, 3).join(" "));
    if (known) known[3] += 1;
    else counted.set(site.slice(0, 3).join(" "), site);
  }
  const terms = packTerms([...counted.values()]);
  return { key: keyOf(JSON.stringify([names, words])), encoded: encodeBlob({ facts, terms }) };
}

export function edgeBetween(from: string, to: string, more: Partial<Edge> = {}): Edge {
  return { from: from as Handle, to: to as Handle, kind: "calls", tier: "resolved", lines: [1], ...more };
}

export function unresolvedUse(name: string, from: string, line = 1, candidates = 0): UnresolvedUse {
  return { name, from: from as Handle, line, candidates };
}

export function linksOf(
  edges: Edge[],
  unresolved: UnresolvedUse[] = [],
  dependencies: number[] = [],
  shown: number[] = [],
  unknown: number[] = [],
): FileLinks {
  return { extractor: "link-1", edges, unresolved, unknown, dependencies, shown };
}

export function entryOf(path: string, more: Pick<FileEntry, "blob"> & Partial<FileEntry>): FileEntry {
  return { path: path as RelPath, links: null, stamp: null, origin: "tracked", ...more };
}

export function changeOf(expected: number, more: Partial<ViewChange> = {}): ViewChange {
  return {
    expected: expected as Generation,
    revision: null,
    publishedAt: 1_700_000_000_000,
    upsert: [],
    remove: [],
    upsertSkipped: [],
    removeSkipped: [],
    ...more,
  };
}
