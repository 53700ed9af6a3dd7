/**
 * Facts as three values, so that what is asked for often is read without the rest:
 * `chunks` (ranking), `outline` (symbols, imports, exports, file data), `uses` (references and locals for linking, calls
 * and annotations for rules). What is in them and in which order says fact-fields.ts.
 */
import type { BlobFacts, ChunkFact, LinkableFacts, LiteralFacts, OutwardFacts } from "../core/facts.ts";
import type { FactWriter, ValueRange } from "./fact-writer.ts";
import {
  readChunks,
  readLinkedUses,
  readLiterals,
  readOutline,
  readOutwardOutline,
  readOutwardUses,
  readUses,
} from "./read-facts.gen.ts";
import { writeChunks, writeOutline, writeUses } from "./write-facts.gen.ts";

export interface StoredFacts {
  chunks: Uint8Array;
  outline: Uint8Array;
  uses: Uint8Array;
}

export type FactsOutline = ReturnType<typeof readOutline>;

/** One value behind the other. */
export function writeFacts(out: FactWriter, facts: BlobFacts): Record<keyof StoredFacts, ValueRange> {
  const chunks = writeChunks(out, facts);
  const outline = writeOutline(out, facts);
  return { chunks, outline, uses: writeUses(out, facts) };
}

export function decodeFacts(stored: StoredFacts, language: string): BlobFacts {
  return { language, ...readOutline(stored.outline), ...readUses(stored.uses), ...readChunks(stored.chunks) };
}

export function decodeFactsForLinking(
  stored: Pick<StoredFacts, "outline" | "uses">,
  language: string,
): LinkableFacts {
  return { language, ...readOutline(stored.outline), ...readLinkedUses(stored.uses) };
}

/** What other files see; the rest is passed over without making anything of it. */
export function decodeOutwardFacts(
  stored: Pick<StoredFacts, "outline" | "uses">,
  language: string,
): OutwardFacts {
  return { language, ...readOutwardOutline(stored.outline), ...readOutwardUses(stored.uses) };
}

export function decodeChunks(stored: Uint8Array): ChunkFact[] {
  return readChunks(stored).chunks;
}

export function decodeOutline(stored: Uint8Array): FactsOutline {
  return readOutline(stored);
}

export function decodeLiterals(uses: Uint8Array): LiteralFacts {
  return readLiterals(uses);
}
