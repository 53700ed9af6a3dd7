/** Facts of contents that are not in the working tree, parsed in the usual processes. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EncodedBlob } from "../../codec/encoded-blob.ts";
import { decodeOutline } from "../../codec/facts-codec.ts";
import type { SymbolFact } from "../../core/facts.ts";
import { basename, pathBytes, type RelPath } from "../../core/rel-path.ts";
import type { FileParser } from "../../indexing/parse-step.ts";

export interface Content {
  path: RelPath;
  language: string;
  bytes: Uint8Array;
}

export interface ParsedContent {
  language: string;
  encoded: EncodedBlob;
}

/** By path; a content that is skipped or cannot be parsed is absent. */
export type ParseContents = (contents: readonly Content[]) => Promise<Map<RelPath, ParsedContent>>;

/**
 * Parsing processes read files below a root and nothing else, so the contents lie in a private folder meanwhile,
 * each in a folder of its own: the name tells the language.
 */
export function contentParser(parserFor: (root: string) => FileParser): ParseContents {
  return async (contents) => {
    const parsed = new Map<RelPath, ParsedContent>();
    if (contents.length === 0) return parsed;
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "clew-base-")));
    try {
      const files = contents.map(({ path, language, bytes }, at) => {
        mkdirSync(join(folder, String(at)));
        const name = `${at}/${basename(path)}` as RelPath;
        writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), pathBytes(name)]), bytes, { mode: 0o600 });
        return { path: name, language };
      });
      for await (const outcome of parserFor(folder).parse(files)) {
        if (outcome.kind !== "facts") continue;
        const { path } = contents[Number.parseInt(outcome.path, 10)]!;
        parsed.set(path, { language: outcome.language, encoded: outcome.encoded });
      }
      return parsed;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

export function symbolsOf({ encoded }: ParsedContent): SymbolFact[] {
  return decodeOutline(encoded.facts.outline).symbols;
}
