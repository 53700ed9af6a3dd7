/**
 * `extract-fixtures known|unknown FOLDER`: extracts the fixtures of every language in FOLDER and prints what came out, by
 * file, as JSON. `unknown` treats the tree-sitter runtime as one whose memory is not known.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES } from "../languages/registry.gen.ts";
import { extractBlob } from "../parsing/extract/extract-blob.ts";
import { loadRuntime, loadUnknownRuntime } from "../parsing/extract/runtime.ts";

export interface ExtractedFixture {
  status: string;
  symbols: number;
  references: number;
  /** Of all facts and terms. */
  sha256: string;
}

const [kind, folder] = process.argv.slice(2);
const { memory } = await (kind === "unknown" ? loadUnknownRuntime() : loadRuntime());
if ((memory === null) !== (kind === "unknown")) throw new Error("the runtime is not the one asked for");
const extracted: Record<string, ExtractedFixture> = {};
for (const language of LANGUAGES) {
  for (const path of fixturesOf(language.id)) {
    const source = readFileSync(join(folder!, path), "utf8");
    const { facts, terms } = await extractBlob({ language, source, bytes: source.length, parseMs: 60_000 });
    const { status, symbols, references } = facts;
    const sha256 = createHash("sha256")
      .update(JSON.stringify([facts, terms]))
      .digest("hex");
    extracted[path] = { status, symbols: symbols.length, references: references.length, sha256 };
  }
}
process.stdout.write(JSON.stringify(extracted));

function fixturesOf(id: string): string[] {
  try {
    return readdirSync(join(folder!, id, "fixtures")).map((name) => join(id, "fixtures", name));
  } catch {
    return [];
  }
}
