/** Inline repositories for ranking tests: `//- path` headers, extracted, linked and stored by the real parts. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { encodeBlob } from "../../src/codec/encoded-blob.ts";
import type { ContentHash } from "../../src/core/content-hash.ts";
import type { BlobFacts } from "../../src/core/facts.ts";
import type { RelPath } from "../../src/core/rel-path.ts";
import { detectLanguage, languageById } from "../../src/languages/detect.ts";
import { buildEnvironment } from "../../src/linking/environment.ts";
import { linkFile } from "../../src/linking/link-file.ts";
import { surfaceOf } from "../../src/linking/surface.ts";
import { extractBlob } from "../../src/parsing/extract/extract-blob.ts";
import { SearchIndexCache, type SearchableView } from "../../src/retrieval/index.ts";
import { factsKeyText, type Generation, type ViewFile } from "../../src/storage/contract.ts";
import { openMemoryStore } from "../../src/storage/memory/index.ts";

export function readRepository(name: string): Map<string, string> {
  return readInlineFiles(readFileSync(new URL(`./repositories/${name}.txt`, import.meta.url), "utf8"));
}

export function readInlineFiles(text: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const part of text.split(/^\/\/- /m).slice(1)) {
    const end = part.indexOf("\n");
    files.set(part.slice(0, end).trim(), part.slice(end + 1));
  }
  return files;
}

/** A searchable view over the files, as an index of them would give. */
export async function openInlineView(
  files: ReadonlyMap<string, string>,
  { isOverview = false } = {},
): Promise<SearchableView> {
  const store = openMemoryStore();
  const view = await store.openView("/inline");
  const upsert: ViewFile[] = [];
  const linked: { path: string; facts: BlobFacts }[] = [];
  for (const [path, source] of files) {
    const language = detectLanguage(path) ?? languageById("markdown")!;
    const hash = createHash("sha1").update(source).digest("hex") as ContentHash;
    const key = { hash, language: language.id, extractor: "inline-1" };
    const extracted = await extractBlob({ language, source, bytes: Buffer.byteLength(source) });
    const blobs = await store.appendFacts([{ key, encoded: encodeBlob(extracted) }]);
    const blob = blobs.get(factsKeyText(key))!;
    linked.push({ path, facts: extracted.facts });
    upsert.push({ path: path as RelPath, blob, hash, language: language.id, extractor: key.extractor, links: null, stamp: null, origin: "tracked" });
  }
  const environment = buildEnvironment(linked.map(({ path, facts }) => surfaceOf(path, facts)));
  const links = await store.putLinks(linked.map((input) => linkFile(input, environment)));
  for (const [at, file] of upsert.entries()) file.links = links[at]!;
  const change = { expected: 0 as Generation, revision: null, publishedAt: 0, upsert, remove: [], upsertSkipped: [], removeSkipped: [] };
  await store.publish(view.id, change);
  const reader = await store.read(view.id);
  return new SearchIndexCache().open(reader, async (path) => files.get(path) ?? null, null, isOverview);
}
