/** What a parsing process is asked and what it answers. Plain data: it crosses a process boundary. */
import type { ContentHash, HashAlgorithm } from "../core/content-hash.ts";
import type { ExtractedBlob } from "../core/facts.ts";
import type { FileStamp } from "../core/file-stamp.ts";
import type { RelPath } from "../core/rel-path.ts";
import type { LanguageDefinition } from "../languages/contract.ts";
import { readFacts, writeFacts } from "./facts-wire.ts";

/** How much there is to parse in a run; its processes are told, because optimising code pays only in long ones. */
export type RunSize = "small" | "medium" | "large";

export interface ParseJob {
  path: RelPath;
  /** What the scan knew; null when only the content can tell. */
  language: string | null;
}

/** What became of one file. */
export type ParseOutcome =
  | {
      kind: "facts";
      path: RelPath;
      hash: ContentHash;
      language: string;
      stamp: FileStamp | null;
      extracted: ExtractedBlob;
      /** Rows of int8 by the built-in model, when asked for: one per chunk, one for the whole. */
      vectors?: Int8Array;
    }
  | { kind: "skipped"; path: RelPath; reason: string; detail?: string; stamp: FileStamp | null }
  /** Gone between the scan and the read. */
  | { kind: "missing"; path: RelPath };

/** How files of one root are read; the same for all jobs of a run. */
export interface ParseRules {
  root: string;
  hashAlgorithm: HashAlgorithm;
  /** Replaces the limit of every language that has none of its own. */
  maxBytes?: number;
  parseMs?: number;
  includeGenerated?: boolean;
  /** Languages by grammars that the user added. */
  addedLanguages?: readonly LanguageDefinition[];
  /** Embed chunks by the built-in model. */
  embedding?: { modelFile: string; dims: number };
}

/** Parent → worker. */
export interface BatchRequest {
  rules: ParseRules;
  jobs: readonly ParseJob[];
  /** These files ended a worker before: no grammar touches them again. */
  fallbackOnly: boolean;
}

/**
 * Worker → parent. Facts travel as text, see facts-wire.ts.
 */
export interface SentFacts {
  kind: "facts";
  path: RelPath;
  hash: ContentHash;
  language: string;
  stamp: FileStamp | null;
  facts: string;
  /** Terms never hold a line break. */
  dictionary: string;
  entries: Uint32Array;
  vectors?: Int8Array;
}
export type SentOutcome = SentFacts | Exclude<ParseOutcome, { kind: "facts" }>;

export type WorkerMessage =
  | { type: "ready" }
  /**
   * `done`: the batch is finished. `retiring`: this process has grown and ends after this batch. `starting`: the large
   * file that is read next; when the process gets stuck, this is the one.
   */
  | { type: "outcomes"; outcomes: SentOutcome[]; done: boolean; retiring: boolean; starting?: RelPath };

export function packFacts(outcome: ParseOutcome & { kind: "facts" }): SentFacts {
  const { kind, path, hash, language, stamp, extracted, vectors } = outcome;
  const { dictionary, entries } = extracted.terms;
  return {
    kind,
    path,
    hash,
    language,
    stamp,
    facts: writeFacts(extracted.facts),
    dictionary: dictionary.join("\n"),
    entries,
    ...(vectors ? { vectors } : {}),
  };
}

export function unpackOutcome(sent: SentOutcome): ParseOutcome {
  if (sent.kind !== "facts") return sent;
  const { kind, path, hash, language, stamp, vectors } = sent;
  const dictionary = sent.dictionary === "" ? [] : sent.dictionary.split("\n");
  const extracted: ExtractedBlob = {
    facts: readFacts(sent.facts),
    terms: { dictionary, entries: sent.entries },
  };
  return { kind, path, hash, language, stamp, extracted, ...(vectors ? { vectors } : {}) };
}
