/** The name in files that are there and not indexed: nothing is known of them but their text. */
import { handleOf } from "../../core/edges.ts";
import { languageOfPath } from "../../languages/detect.ts";
import { isOutsideCode } from "../../languages/outside-code.ts";
import { outsideCodeOf } from "../../languages/outside-code-of.ts";
import type { SkippedFile } from "../../storage/contract.ts";
import type { Sought, SourceReader } from "./contract.ts";
import { LineStarts } from "./line-starts.ts";
import type { Tally } from "./tally.ts";
import { wordOffsets } from "./word-offsets.ts";

/** Reasons for which a file of code is left out, and may use the symbol all the same. */
const MAY_USE: ReadonlySet<string> = new Set([
  "generated",
  "minified",
  // A string with control characters makes code binary: by its path it is code all the same.
  "binary",
  "too-large",
  "too-many-lines",
  "unreadable",
  "changed-while-reading",
  "parser-failed",
  "out-of-memory",
]);
/** What one question reads of them; the rest is said to be unread. */
const MAX_BYTES = 64_000_000;
const MAX_FILE_BYTES = 8_000_000;
const MAX_FILES = 400;

export async function tallySkipped(
  skipped: readonly SkippedFile[],
  sought: Sought,
  sources: SourceReader,
  tally: Tally,
): Promise<void> {
  for (const { reason } of skipped)
    if (reason === "unreadable-folder") tally.addUnread("or more in a folder that may not be read");
  const wanted = skipped.filter(({ path, reason }) => MAY_USE.has(reason) && isCode(path));
  let bytes = 0;
  for (const [at, { path, reason, stamp }] of wanted.entries()) {
    sources.check();
    const size = stamp?.size ?? 0;
    if (at >= MAX_FILES || bytes + size > MAX_BYTES || size > MAX_FILE_BYTES) {
      tally.addUnread(`${reason}, not looked into`);
      continue;
    }
    const text = await sources.readSkipped(path, MAX_FILE_BYTES);
    if (text === null) {
      tally.addUnread(`${reason}, could not be read`);
      continue;
    }
    bytes += text.length;
    tallyText(path, text, reason, sought, tally);
  }
}

/** A language that is data or documentation uses nothing, indexed or not. */
function isCode(path: string): boolean {
  const role = languageOfPath(path)?.role;
  return role === "code" || role === "support";
}

function tallyText(path: string, text: string, reason: string, sought: Sought, tally: Tally): void {
  const offsets = wordOffsets(text, sought.name);
  if (offsets.length === 0) return;
  const language = languageOfPath(path);
  const outside = language ? outsideCodeOf(language.id, text) : [];
  const lines = new LineStarts(text);
  const isForeign = language?.family !== undefined && language.family.id !== sought.family.id;
  for (const offset of offsets) {
    const line = lines.lineAt(offset);
    if (isOutsideCode(outside, offset)) tally.add(path, line, handleOf(path), { is: "text" });
    else if (isForeign) tally.add(path, line, handleOf(path), { is: "other", what: `in ${language!.label}` });
    else
      tally.add(path, line, handleOf(path), {
        is: "undecided",
        doubt: "skipped",
        detail: reason,
        likelihood: reason === "minified" || reason === "binary" ? 0.02 : 0.15,
      });
  }
}
