/** What a parsing process is asked and what it answers. Plain data: it crosses a process boundary. */
import type { EncodedBlob } from "../codec/encoded-blob.ts";
import type { ContentHash, HashAlgorithm } from "../core/content-hash.ts";
import type { ExtractedBlob } from "../core/facts.ts";
import type { FileStamp } from "../core/file-stamp.ts";
import type { RelPath } from "../core/rel-path.ts";
import type { LanguageDefinition } from "../languages/contract.ts";
import type { ScannedFile, ScannedSkip } from "../workspace/scan.ts";

/** Raised with every change of a message; a process of another version is not used. */
export const PARSE_PROTOCOL = 1;

/** How much there is to parse in a run; its processes are told, because optimising code pays only in long ones. */
export type RunSize = "small" | "medium" | "large";

/** What a parsing process is told of a file. */
export type ParseJob = Pick<ScannedFile, "path" | "language">;

/** What became of one file. */
export type ParseOutcome = ParsedFile | UnparsedFile;

export interface ParsedFile extends FileHead {
  encoded: EncodedBlob;
  /** Rows of int8 by the built-in model, when asked for: one per chunk, one for the whole. */
  vectors?: Int8Array;
}

/** The same inside a parsing process, before it is encoded. */
export interface ExtractedFile extends FileHead {
  extracted: ExtractedBlob;
  vectors?: Int8Array;
}

interface FileHead {
  kind: "facts";
  path: RelPath;
  hash: ContentHash;
  language: string;
  stamp: FileStamp | null;
}

export type UnparsedFile =
  | ({ kind: "skipped" } & ScannedSkip)
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
  /** 0: however long. */
  maxLines?: number;
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

/** Worker → parent. How many of the message's bytes are this file's: its encoded blob, behind it its vectors. */
export interface SentFile extends FileHead {
  blobBytes: number;
  vectorBytes: number;
}

/** An array costs about as much to send as many plain values: all bytes of a message lie in one, see outcome-parcel.ts. */
export interface SentOutcomes {
  outcomes: (SentFile | UnparsedFile)[];
  bytes: Uint8Array;
}

/**
 * `done`: the batch is finished. `retiring`: this process has grown and ends after this batch. `starting`: the large
 * file that is read next; when the process gets stuck, this is the one.
 */
export interface WorkerMessage extends SentOutcomes {
  type: "outcomes";
  done: boolean;
  retiring: boolean;
  starting?: RelPath;
}
