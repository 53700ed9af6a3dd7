/** One job → an outcome: read through the path jail, hash, decode, extract. */
import { hashContent } from "../core/content-hash.ts";
import type { Problem } from "../core/errors.ts";
import { DEFAULT_LIMITS, type LanguageDefinition } from "../languages/contract.ts";
import { detectLanguage, languageById } from "../languages/detect.ts";
import { openRoot, type RootJail } from "../workspace/path-jail.ts";
import { decodeSource, isBinary } from "./decode-source.ts";
import { extractBlob } from "./extract/extract-blob.ts";
import { PARSING_PROBLEMS } from "./extract/problems.ts";
import type { ParseJob, ParseOutcome, ParseRules } from "./jobs.ts";

/** Text that no language claims is cut into windows. */
const PLAIN_TEXT: LanguageDefinition = { id: "text", label: "Text", extensions: [], role: "docs" };
const FIRST_LINE_BYTES = 256;

let jail: { root: string; jail: RootJail } | undefined;

function jailOf(root: string): RootJail {
  if (jail?.root !== root) jail = { root, jail: openRoot(root) };
  return jail.jail;
}

export async function readJob(
  job: ParseJob,
  rules: ParseRules,
  fallbackOnly: boolean,
): Promise<ParseOutcome> {
  const { path } = job;
  const known = job.language === null ? undefined : languageById(job.language);
  const maxBytes = known?.limits?.maxBytes ?? rules.maxBytes ?? DEFAULT_LIMITS.maxBytes;
  const read = jailOf(rules.root).read(path, { maxBytes });
  if (!read.ok) {
    if (read.reason === "missing") return { kind: "missing", path };
    return { kind: "skipped", path, reason: read.reason, detail: read.detail, stamp: null };
  }
  const { bytes, stamp } = read;
  if (isBinary(bytes)) return { kind: "skipped", path, reason: "binary", stamp };
  const { text, isDamaged } = decodeSource(bytes);
  const firstLine = text.slice(0, FIRST_LINE_BYTES).split("\n", 1)[0]!;
  const language = known ?? detectLanguage(path, firstLine) ?? PLAIN_TEXT;
  const problems: Problem[] = [];
  if (isDamaged)
    problems.push({ code: PARSING_PROBLEMS.encoding, message: "bytes that are not UTF-8 were replaced" });
  if (fallbackOnly)
    problems.push({ code: PARSING_PROBLEMS.crashed, message: "parsing ended its process twice" });
  const extracted = await extractBlob({
    language,
    source: text,
    bytes: bytes.length,
    ...(rules.parseMs === undefined ? {} : { parseMs: rules.parseMs }),
    fallbackOnly,
    problems,
  });
  const hash = hashContent(bytes, rules.hashAlgorithm);
  return { kind: "facts", path, hash, language: language.id, stamp, extracted };
}
