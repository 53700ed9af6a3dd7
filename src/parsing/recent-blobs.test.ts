import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { encodeBlob } from "../codec/encoded-blob.ts";
import { fullFacts } from "../codec/fact-fixtures.ts";
import type { ContentHash } from "../core/content-hash.ts";
import type { RelPath } from "../core/rel-path.ts";
import type { ParseRules } from "./jobs.ts";
import { OutcomeParcel, unpackOutcomes } from "./outcome-parcel.ts";
import { readJob } from "./read-job.ts";
import { RecentBlobs } from "./recent-blobs.ts";

const HASH = "a".repeat(40) as ContentHash;
const { bytes } = encodeBlob({ facts: fullFacts(), terms: { dictionary: [], entries: new Uint32Array() } });
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "clew-recent-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const rulesOf = (more: Partial<ParseRules> = {}): ParseRules => ({ root, hashAlgorithm: "sha1", ...more });

test("a copy of a content has the facts, terms and vectors of the first, and is not extracted again", async () => {
  const source = "export function total(a: number) { return a + 1; }\n";
  for (const name of ["a.ts", "b.ts", "c.js"]) writeFileSync(join(root, name), source);
  writeFileSync(join(root, "d.ts"), `${source}\n`);
  const recent = new RecentBlobs();
  const parcel = new OutcomeParcel(recent);
  const isCopy = [];
  for (const path of ["a.ts", "b.ts", "c.js", "d.ts"] as RelPath[]) {
    const outcome = await readJob({ path, language: null }, rulesOf(), false, undefined, recent);
    if (outcome.kind === "facts" && path === "a.ts") outcome.vectors = Int8Array.of(1, -2, 3);
    isCopy.push("encoded" in outcome);
    parcel.add(outcome);
  }
  // The same bytes in another language are other facts.
  expect(isCopy).toEqual([false, true, false, false]);
  const [first, copy, script] = unpackOutcomes(parcel.take());
  if (first?.kind !== "facts" || copy?.kind !== "facts" || script?.kind !== "facts")
    throw new Error("no facts");
  expect([copy.path, copy.hash, copy.language]).toEqual(["b.ts", first.hash, "typescript"]);
  expect(copy.encoded.bytes.equals(first.encoded.bytes)).toBe(true);
  expect(copy.vectors).toEqual(Int8Array.of(1, -2, 3));
  expect([script.hash, script.language, script.vectors]).toEqual([first.hash, "javascript", undefined]);
});

test("what a parse limit cut short is not taken for the next copy", async () => {
  const recent = new RecentBlobs();
  const facts = fullFacts();
  const terms = { dictionary: [], entries: new Uint32Array() };
  const file = { kind: "facts", path: "a" as RelPath, hash: HASH, language: "toy", stamp: null } as const;
  const parcel = new OutcomeParcel(recent);
  expect(facts.problems.length).toBeGreaterThan(0);
  parcel.add({ ...file, extracted: { facts, terms } });
  expect(recent.find(HASH, "toy")).toBeUndefined();
  parcel.add({ ...file, extracted: { facts: { ...facts, problems: [] }, terms } });
  expect(recent.find(HASH, "toy")).toBeDefined();
});

test.each<[string, Partial<ParseRules>, boolean]>([
  ["another limit", { parseMs: 5 }, false],
  ["embedding", { embedding: { modelFile: "m", dims: 8 } }, false],
  ["added languages", { addedLanguages: [{ id: "x", label: "X", extensions: [], role: "code" }] }, false],
  ["no grammars", {}, true],
])("with %s what was learned before is forgotten", (_, rules, fallbackOnly) => {
  const recent = new RecentBlobs();
  recent.useFor(rulesOf(), false);
  recent.keep(HASH, "toy", bytes, undefined);
  recent.useFor(rulesOf({ root: "/elsewhere" }), false);
  expect(recent.find(HASH, "toy")?.encoded.bytes.equals(bytes)).toBe(true);
  recent.useFor(rulesOf(rules), fallbackOnly);
  expect(recent.find(HASH, "toy")).toBeUndefined();
});

test("memory is bounded: large contents are not kept, and all go when there are too many", () => {
  const other = "b".repeat(40) as ContentHash;
  const recent = new RecentBlobs(bytes.length);
  const many = { dictionary: ["x".repeat(20_000)], entries: new Uint32Array() };
  recent.keep(HASH, "large", encodeBlob({ facts: fullFacts(), terms: many }).bytes, undefined);
  expect(recent.find(HASH, "large")).toBeUndefined();
  recent.keep(HASH, "toy", bytes, new Int8Array(1));
  recent.keep(other, "toy", bytes, undefined);
  expect([recent.find(HASH, "toy") !== undefined, recent.find(other, "toy") !== undefined]).toEqual([
    false,
    true,
  ]);
});
