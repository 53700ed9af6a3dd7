/** Symbols of contents that are no longer in the working tree, parsed in the usual processes. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeOutline } from "../codec/facts-codec.ts";
import type { SymbolFact } from "../core/facts.ts";
import { basename, pathBytes, type RelPath } from "../core/rel-path.ts";
import type { FileParser } from "../indexing/parse-step.ts";

export interface OldContent {
  path: RelPath;
  language: string;
  bytes: Uint8Array;
}

export type ReadOldSymbols = (contents: readonly OldContent[]) => Promise<Map<RelPath, SymbolFact[]>>;

/**
 * Parsing processes read files below a root and nothing else, so the contents lie in a private folder meanwhile,
 * each in a folder of its own: the name tells the language. A content that is skipped or cannot be parsed is absent.
 */
export function oldSymbolReader(parserFor: (root: string) => FileParser): ReadOldSymbols {
  return async (contents) => {
    const symbols = new Map<RelPath, SymbolFact[]>();
    if (contents.length === 0) return symbols;
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "clew-base-")));
    try {
      const files = contents.map(({ path, language, bytes }, at) => {
        mkdirSync(join(folder, String(at)));
        const name = `${at}/${basename(path)}` as RelPath;
        writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), pathBytes(name)]), bytes, { mode: 0o600 });
        return { path: name, language, hash: null, stamp: null, origin: "local" as const };
      });
      for await (const outcome of parserFor(folder).parse(files)) {
        if (outcome.kind !== "facts") continue;
        const at = Number.parseInt(outcome.path, 10);
        symbols.set(contents[at]!.path, decodeOutline(outcome.encoded.facts.outline).symbols);
      }
      return symbols;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}
