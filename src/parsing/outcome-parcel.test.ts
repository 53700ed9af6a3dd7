import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import { expect, test } from "vitest";
import { decodeFacts } from "../codec/facts-codec.ts";
import type { ContentHash } from "../core/content-hash.ts";
import type { RelPath } from "../core/rel-path.ts";
import { detectLanguage } from "../languages/detect.ts";
import { extractBlob } from "./extract/extract-blob.ts";
import type { ExtractedFile, SentOutcomes, UnparsedFile } from "./jobs.ts";
import { OutcomeParcel, unpackOutcomes } from "./outcome-parcel.ts";
import { RecentBlobs } from "./recent-blobs.ts";

const languages = join(dirname(fileURLToPath(import.meta.url)), "../languages");

async function extractFixtures(id: string): Promise<ExtractedFile[]> {
  const files: ExtractedFile[] = [];
  for (const name of readdirSync(join(languages, id, "fixtures"))) {
    const source = readFileSync(join(languages, id, "fixtures", name), "utf8");
    const language = detectLanguage(name);
    if (!language) continue;
    const extracted = await extractBlob({ language, source, bytes: source.length });
    const stamp = { size: source.length, mtimeNs: 1n, ctimeNs: 2n, inode: 3n };
    const hash = String(files.length) as ContentHash;
    files.push({ kind: "facts", path: name as RelPath, hash, language: language.id, stamp, extracted });
  }
  return files;
}

const parcel = new OutcomeParcel(new RecentBlobs());

/** As a message crosses between processes. */
function sendAcross(outcomes: readonly (ExtractedFile | UnparsedFile)[]): SentOutcomes {
  for (const outcome of outcomes) parcel.add(outcome);
  return deserialize(serialize(parcel.take())) as SentOutcomes;
}

test.each(["typescript", "javascript", "python", "json"])(
  "what is learned of %s crosses to the other process unchanged",
  async (id) => {
    const files = await extractFixtures(id);
    expect(files.length).toBeGreaterThan(0);
    // Every second one has vectors, and one file has no facts.
    for (const [at, file] of files.entries()) if (at % 2 === 0) file.vectors = Int8Array.of(at, -128, 127);
    const skipped: UnparsedFile = { kind: "skipped", path: "x" as RelPath, reason: "binary", stamp: null };
    const arrived = unpackOutcomes(sendAcross([files[0]!, skipped, ...files.slice(1)]));
    expect(arrived.splice(1, 1)).toEqual([skipped]);
    for (const [at, { extracted, ...rest }] of files.entries()) {
      const outcome = arrived[at]!;
      if (outcome.kind !== "facts") throw new Error(`${rest.path} has no facts`);
      const { encoded, ...others } = outcome;
      expect(others).toEqual(rest);
      expect(decodeFacts(encoded.facts, rest.language)).toEqual(extracted.facts);
      expect(encoded.terms()).toEqual(extracted.terms);
      expect(encoded.symbolNames()).toEqual(extracted.facts.symbols.map(({ name }) => name));
    }
  },
);

test("a message without facts has no bytes", () => {
  const missing: UnparsedFile = { kind: "missing", path: "gone" as RelPath };
  expect(unpackOutcomes(sendAcross([missing]))).toEqual([missing]);
  expect(unpackOutcomes(sendAcross([]))).toEqual([]);
});

test.each([-1, 1])("a message whose bytes are not those it speaks of is refused (%i)", async (more) => {
  const sent = sendAcross(await extractFixtures("json"));
  const bytes = new Uint8Array(sent.bytes.length + more);
  bytes.set(sent.bytes.subarray(0, bytes.length));
  expect(() => unpackOutcomes({ ...sent, bytes })).toThrow();
  expect(() => unpackOutcomes(sent)).not.toThrow();
});
