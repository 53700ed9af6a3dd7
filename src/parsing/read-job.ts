/** One job → an outcome: read through the path jail, judge, hash, decode, blank secrets, extract. */
import { AppError, type Problem } from "../core/errors.ts";
import type { ExtractedBlob } from "../core/facts.ts";
import { findTermEmbedder } from "../embeddings/builtin/open-builtin.ts";
import { languageById, PLAIN_TEXT } from "../languages/detect.ts";
import { openRoot, type RootJail } from "../workspace/path-jail.ts";
import { readSource } from "../workspace/read-source.ts";
import { blankSecrets, findSecrets } from "../workspace/secrets.ts";
import { sourceRules } from "../workspace/source-rules.ts";
import { settledStamp } from "../workspace/stamps.ts";
import { decodeSource } from "./decode-source.ts";
import { extractBlob } from "./extract/extract-blob.ts";
import { PARSING_PROBLEMS } from "./extract/problems.ts";
import type { ExtractedFile, ParsedFile, ParseJob, ParseRules, UnparsedFile } from "./jobs.ts";
import type { RecentBlobs } from "./recent-blobs.ts";

/** Smaller files cannot hold a process up for long. */
const LARGE_BYTES = 32_768;

let jail: { root: string; jail: RootJail } | undefined;

function jailOf(root: string): RootJail {
  if (jail?.root !== root) jail = { root, jail: openRoot(root) };
  return jail.jail;
}

export async function readJob(
  job: ParseJob,
  rules: ParseRules,
  fallbackOnly: boolean,
  announceLarge?: () => Promise<void>,
  recent?: RecentBlobs,
): Promise<ExtractedFile | ParsedFile | UnparsedFile> {
  const { path } = job;
  const startedAt = Date.now();
  const read = readSource(jailOf(rules.root), path, job.language, rules.hashAlgorithm, sourceRules(rules));
  const stamp = read.stamp === null ? null : settledStamp(read.stamp, startedAt);
  if (!read.ok) {
    if (read.reason === "missing") return { kind: "missing", path };
    return { kind: "skipped", path, reason: read.reason, detail: read.detail, stamp };
  }
  const { bytes, hash } = read;
  const known = recent?.find(hash, read.language);
  if (known) return { kind: "facts", path, hash, language: read.language, stamp, ...known };
  if (bytes.length > LARGE_BYTES) await announceLarge?.();
  const { text, isDamaged } = decodeSource(bytes);
  const language = languageById(read.language) ?? PLAIN_TEXT;
  const problems: Problem[] = [];
  if (isDamaged)
    problems.push({ code: PARSING_PROBLEMS.encoding, message: "bytes that are not UTF-8 were replaced" });
  if (fallbackOnly)
    problems.push({ code: PARSING_PROBLEMS.crashed, message: "parsing ended its process twice" });
  const extracted = await extractBlob({
    language,
    // Blanked in place: offsets stay, and no key reaches the index.
    source: blankSecrets(text, findSecrets(text)),
    bytes: bytes.length,
    ...(rules.parseMs === undefined ? {} : { parseMs: rules.parseMs }),
    fallbackOnly,
    problems,
  });
  const vectors = embed(extracted, rules);
  return {
    kind: "facts",
    path,
    hash,
    language: language.id,
    stamp,
    extracted,
    ...(vectors ? { vectors } : {}),
  };
}

/** Null when not asked for, or when the model cannot be read: whoever fills the gaps later says why. */
function embed({ facts, terms }: ExtractedBlob, { embedding }: ParseRules): Int8Array | null {
  if (!embedding) return null;
  const embedder = findTermEmbedder(embedding.modelFile, embedding.dims);
  try {
    return embedder?.embedBlob(terms, facts.chunks.length) ?? null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
