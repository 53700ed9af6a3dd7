/** Inline files, written to a folder, with the facts of those that are code. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hashContent } from "../core/content-hash.ts";
import type { BlobFacts } from "../core/facts.ts";
import { detectLanguage } from "../languages/detect.ts";
import { extractBlob } from "../parsing/extract/extract-blob.ts";

export interface WrittenFile {
  path: string;
  hash: string;
  text: string;
  /** Null for files of no language. */
  facts: BlobFacts | null;
}

const PARSE_MS = 20_000;

/** A view of files under one root that tests can change. */
export class WrittenView {
  readonly files = new Map<string, WrittenFile>();

  constructor(readonly root: string) {}

  /** Parts of a text that start with `//- path`. */
  async writeAll(listing: string): Promise<void> {
    for (const part of listing.split(/^\s*\/\/- /m).slice(1)) {
      const end = part.indexOf("\n");
      await this.write(part.slice(0, end).trim(), part.slice(end + 1));
    }
  }

  async write(path: string, text: string): Promise<void> {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
    const bytes = readFileSync(join(this.root, path));
    const language = detectLanguage(path, "");
    const extracted =
      language && (await extractBlob({ language, source: text, bytes: bytes.length, parseMs: PARSE_MS }));
    this.files.set(path, { path, hash: hashContent(bytes), text, facts: extracted ? extracted.facts : null });
  }

  remove(path: string): void {
    rmSync(join(this.root, path));
    this.files.delete(path);
  }
}
