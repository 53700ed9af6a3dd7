/**
 * Brings a view with all it shows from one store to another, whatever keeps them, without reading a file of the tree:
 * facts, links and vectors are what was learned, and the same in every store. Lines that a language model wrote stay behind.
 */
import { encodeBlob } from "../codec/encoded-blob.ts";
import type { BlobTerms } from "../core/facts.ts";
import {
  type BlobId,
  type FactsKey,
  type FileEntry,
  factsKeyText,
  type LinksId,
  type RecordStore,
  type ViewFile,
  type ViewInfo,
  type ViewReader,
} from "./contract.ts";

export interface CopyReport {
  files: number;
  /** Contents that the other store did not have. */
  contents: number;
  vectors: number;
}

/** Terms of so many contents are in memory at once; each further batch reads the whole inverted index again. */
const CONTENTS_PER_READ = 2_000;
const PER_WRITE = 200;

/** Contract: the caller holds the writer's locks of both stores. */
export async function copyView(from: RecordStore, to: RecordStore, view: ViewInfo): Promise<CopyReport> {
  const reader = await from.read(view.id);
  try {
    const files = await reader.files();
    const { blobs, added } = await copyContents(from, to, files);
    const links = await copyLinks(reader, to, files);
    await publishCopy(reader, to, files, blobs, links);
    return { files: files.length, contents: added, vectors: await copyVectors(reader, to, blobs) };
  } finally {
    await reader.close();
  }
}

async function copyContents(
  from: RecordStore,
  to: RecordStore,
  files: readonly ViewFile[],
): Promise<{ blobs: Map<BlobId, BlobId>; added: number }> {
  const keys = new Map<BlobId, FactsKey>(
    files.map(({ blob, hash, language, extractor }) => [blob, { hash, language, extractor }]),
  );
  const blobs = new Map<BlobId, BlobId>();
  const known = await to.findFacts([...keys.values()]);
  const missing: BlobId[] = [];
  for (const [blob, key] of keys) {
    const there = known.get(factsKeyText(key));
    if (there === undefined) missing.push(blob);
    else blobs.set(blob, there);
  }
  missing.sort((a, b) => a - b);
  for (const batch of inParts(missing, CONTENTS_PER_READ)) {
    const terms = await readTerms(from, batch);
    let waiting: { blob: BlobId; key: FactsKey; encoded: ReturnType<typeof encodeBlob> }[] = [];
    const write = async () => {
      const ids = await to.appendFacts(waiting);
      for (const { blob, key } of waiting) blobs.set(blob, ids.get(factsKeyText(key))!);
      waiting = [];
    };
    for await (const { blob, facts } of from.readFactsForLinking(batch)) {
      const encoded = encodeBlob({ facts, terms: terms.get(blob) ?? NO_TERMS });
      waiting.push({ blob, key: keys.get(blob)!, encoded });
      if (waiting.length >= PER_WRITE) await write();
    }
    if (waiting.length > 0) await write();
  }
  return { blobs, added: missing.length };
}

const NO_TERMS: BlobTerms = { dictionary: [], entries: new Uint32Array() };

/** The packed terms of each blob, as its parser gave them. */
async function readTerms(from: RecordStore, blobs: readonly BlobId[]): Promise<Map<BlobId, BlobTerms>> {
  const collected = new Map<number, { dictionary: string[]; entries: number[] }>();
  for await (const [term, postings] of from.readPostings(blobs)) {
    for (const [at, blob] of postings.blobs.entries()) {
      let own = collected.get(blob);
      if (!own) {
        own = { dictionary: [], entries: [] };
        collected.set(blob, own);
      }
      if (own.dictionary.at(-1) !== term) own.dictionary.push(term);
      const packed = (postings.chunks[at]! << 16) | (postings.fields[at]! << 12) | postings.counts[at]!;
      own.entries.push(own.dictionary.length - 1, packed >>> 0);
    }
  }
  return new Map(
    [...collected].map(([blob, { dictionary, entries }]) => [
      blob as BlobId,
      { dictionary, entries: Uint32Array.from(entries) },
    ]),
  );
}

async function copyLinks(
  reader: ViewReader,
  to: RecordStore,
  files: readonly ViewFile[],
): Promise<Map<LinksId, LinksId>> {
  const pathOf = new Map(
    files.flatMap(({ path, links }) => (links === null ? [] : [[links, path] as const])),
  );
  const copied = new Map<LinksId, LinksId>();
  for (const batch of inParts([...pathOf], PER_WRITE)) {
    const links = await reader.linksOf(batch.map(([, path]) => path));
    const ids = await to.putLinks(links.map((one) => one!));
    for (const [at, [id]] of batch.entries()) copied.set(id, ids[at]!);
  }
  return copied;
}

/** What the other store shows of the view goes, unless it is here, too. */
async function publishCopy(
  reader: ViewReader,
  to: RecordStore,
  files: readonly ViewFile[],
  blobs: ReadonlyMap<BlobId, BlobId>,
  links: ReadonlyMap<LinksId, LinksId>,
): Promise<void> {
  const { root, revision, publishedAt } = reader.info;
  const target = await to.openView(root);
  const before = await to.read(target.id);
  const shown = { files: await before.files(), skipped: await before.skipped() };
  await before.close();
  const skipped = await reader.skipped();
  const here = new Set([...files, ...skipped].map(({ path }) => path));
  const skippedHere = new Set(skipped.map(({ path }) => path));
  await to.publish(target.id, {
    expected: target.generation,
    revision,
    publishedAt,
    upsert: files.map(
      ({ path, blob, links: own, stamp, origin }): FileEntry => ({
        ...{ path, stamp, origin },
        blob: blobs.get(blob)!,
        links: own === null ? null : links.get(own)!,
      }),
    ),
    remove: shown.files.map(({ path }) => path).filter((path) => !here.has(path) || skippedHere.has(path)),
    upsertSkipped: skipped,
    removeSkipped: shown.skipped.map(({ path }) => path).filter((path) => !skippedHere.has(path)),
  });
}

async function copyVectors(
  reader: ViewReader,
  to: RecordStore,
  blobs: ReadonlyMap<BlobId, BlobId>,
): Promise<number> {
  let count = 0;
  for (const { key, dims, spec } of await reader.vectors.coverage()) {
    const missing = new Set(await to.vectors.findMissing(key, [...blobs.values()]));
    let waiting: { blob: BlobId; rows: Int8Array }[] = [];
    const write = async () => {
      if (waiting.length > 0) await to.vectors.put({ key, dims, spec }, waiting);
      count += waiting.length;
      waiting = [];
    };
    for await (const { blob, rows } of reader.vectors.read(key)) {
      const target = blobs.get(blob)!;
      if (missing.has(target)) waiting.push({ blob: target, rows: rows.slice() });
      if (waiting.length >= PER_WRITE) await write();
    }
    await write();
  }
  return count;
}

function* inParts<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}
