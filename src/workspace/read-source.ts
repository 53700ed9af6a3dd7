/** One file from its name to its bytes, hash and language: what a worker does first. Imports nothing heavy. */
import { type ContentHash, type HashAlgorithm, hashContent } from "../core/content-hash.ts";
import type { FileStamp } from "../core/file-stamp.ts";
import type { RelPath } from "../core/rel-path.ts";
import { type ContentRules, classifyContent, MAX_TEXT_BYTES } from "./classify-content.ts";
import type { RootJail } from "./path-jail.ts";
import type { SkipReason } from "./skip-reasons.ts";

export interface ReadRules extends ContentRules {
  /** Largest file worth reading, by language. */
  maxBytes: (language: string) => number;
}

export interface SourceRead {
  ok: true;
  bytes: Buffer;
  hash: ContentHash;
  language: string;
  /** Its header says that a program wrote it; only possible when such files are wanted. */
  isGenerated: boolean;
  /** As read; `settledStamp` says whether to remember it. */
  stamp: FileStamp;
}

export interface SourceRefused {
  ok: false;
  /** `missing`: gone since the scan, so it is neither a file nor skipped. */
  reason: SkipReason | "missing";
  detail: string;
  /** Of the content that was judged; null when none was read. */
  stamp: FileStamp | null;
}

/** `language` is what the scan knew; null when only the content can tell. */
export function readSource(
  jail: RootJail,
  path: RelPath,
  language: string | null,
  hashAlgorithm: HashAlgorithm,
  rules: ReadRules,
): SourceRead | SourceRefused {
  const named = language ?? rules.detectLanguage(path);
  const read = jail.read(path, { maxBytes: named === null ? MAX_TEXT_BYTES : rules.maxBytes(named) });
  if (!read.ok) return { ...read, stamp: null };
  const verdict = classifyContent(path, read.bytes, rules);
  if (verdict.skip !== null)
    return { ok: false, reason: verdict.skip, detail: verdict.detail, stamp: read.stamp };
  return {
    ok: true,
    bytes: read.bytes,
    hash: hashContent(read.bytes, hashAlgorithm),
    language: verdict.language,
    isGenerated: verdict.isGenerated,
    stamp: read.stamp,
  };
}
