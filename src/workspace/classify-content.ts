/** What a file's bytes say about whether it is worth indexing. Runs in the worker, at the first read. */
import { basename } from "../core/rel-path.ts";
import { PLAIN_TEXT } from "../languages/detect.ts";
import { hasGeneratedHeader } from "./generated-header.ts";
import type { SkipReason } from "./skip-reasons.ts";

/** Files of no known language are taken as plain text up to here; larger ones are data. */
export const MAX_TEXT_BYTES = 256 * 1024;

export type DetectLanguage = (path: string, firstBytes?: Uint8Array) => string | null;

export interface ContentRules {
  detectLanguage: DetectLanguage;
  /** Index code that says a program wrote it. */
  includeGenerated?: boolean;
  /** Longer files are left out; 0: however long. */
  maxLines?: number;
}

export type ContentVerdict =
  | { skip: null; language: string; isGenerated: boolean }
  | {
      skip: Extract<SkipReason, "binary" | "minified" | "generated" | "no-language" | "too-many-lines">;
      detail: string;
    };

const SNIFFED_BYTES = 8 * 1024;
/** Enough for a shebang line. */
const FIRST_BYTES = 256;

/** They have the extension of TypeScript. */
const QT_TRANSLATIONS = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml\b|<!DOCTYPE TS\b)/;

export function classifyContent(path: string, bytes: Buffer, rules: ContentRules): ContentVerdict {
  const language = rules.detectLanguage(path, bytes.subarray(0, FIRST_BYTES));
  if (language === null && bytes.length > MAX_TEXT_BYTES) {
    return { skip: "no-language", detail: `no known language and ${bytes.length} bytes` };
  }
  if (isBinary(bytes)) return { skip: "binary", detail: "has bytes that text does not have" };
  const minified = describeMinified(path, bytes);
  if (minified !== null) return { skip: "minified", detail: minified };
  const lines = rules.maxLines ? countLines(bytes) : 0;
  if (lines > (rules.maxLines ?? 0))
    return { skip: "too-many-lines", detail: `${lines} lines${moreThan(rules.maxLines)}` };
  if (language === "typescript" && QT_TRANSLATIONS.test(bytes.toString("latin1", 0, FIRST_BYTES)))
    return { skip: "generated", detail: "translations that Qt Linguist wrote, not TypeScript" };
  const isGenerated = hasGeneratedHeader(bytes);
  if (isGenerated && rules.includeGenerated !== true && !isSpecification(language, bytes)) {
    return { skip: "generated", detail: "its header says that a program wrote it" };
  }
  return { skip: null, language: language ?? PLAIN_TEXT.id, isGenerated };
}

const SPECIFICATION_HEAD = /^(?:openapi|swagger|asyncapi)["']?\s*:/m;

/** What code was asked to write of its own interface is the one place where others can read it. */
function isSpecification(language: string | null, bytes: Buffer): boolean {
  if (language === "graphql") return true;
  return language === "yaml" && SPECIFICATION_HEAD.test(bytes.toString("latin1", 0, SNIFFED_BYTES));
}

/** How the limit is told; a scan knows by it whether the limit is still the same. */
export function moreThan(maxLines: number | undefined): string {
  return `, more than ${maxLines ?? 0}`;
}

/** As an editor numbers them: what follows the last line break counts when it is not empty. */
function countLines(bytes: Buffer): number {
  let lines = 0;
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    lines += 1;
    start = end + 1;
  }
  return start < bytes.length ? lines + 1 : lines;
}

function hasUtf16Mark(bytes: Uint8Array): boolean {
  return (
    bytes.length >= 2 &&
    ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
  );
}

/** Share of control bytes in the first KB above which a file without NUL is still not text. */
const MAX_CONTROL_SHARE = 0.1;
const CONTROL_SAMPLE_BYTES = 1024;

export function isBinary(bytes: Buffer): boolean {
  if (hasUtf16Mark(bytes)) return false;
  if (bytes.subarray(0, SNIFFED_BYTES).includes(0)) return true;
  const length = Math.min(bytes.length, CONTROL_SAMPLE_BYTES);
  let controls = 0;
  for (let at = 0; at < length; at++) {
    const byte = bytes[at]!;
    // Tab to carriage return, and the escape that coloured logs have.
    if (byte < 32 && (byte < 8 || byte > 13) && byte !== 27) controls += 1;
  }
  return controls > length * MAX_CONTROL_SHARE;
}

const OFTEN_MINIFIED = /\.(?:[cm]?js|css|json|svg|html?)$/i;
/** Shorter files are cheap to read whole, whatever their lines. */
const MIN_MINIFIED_BYTES = 5_000;
/** People write 30 to 45 bytes a line on average; packed code has thousands. */
const MAX_AVERAGE_LINE = 300;
const HUGE_LINE = 20_000;
/** In no language does a person write such a line, and cutting it into words alone takes a second. */
const PACKED_LINE = 400_000;

/** Why a file counts as minified, or null. */
function describeMinified(path: string, bytes: Buffer): string | null {
  const isOften = bytes.length >= MIN_MINIFIED_BYTES && OFTEN_MINIFIED.test(basename(path));
  if (!isOften && bytes.length < PACKED_LINE) return null;
  let lines = 1;
  let longest = 0;
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    longest = Math.max(longest, end - start);
    lines += 1;
    start = end + 1;
  }
  longest = Math.max(longest, bytes.length - start);
  const average = Math.round(bytes.length / lines);
  if (longest > PACKED_LINE) return `one line has ${longest} bytes`;
  if (!isOften) return null;
  if (average > MAX_AVERAGE_LINE) return `lines have ${average} bytes on average`;
  // A licence of many short lines above one packed line.
  if (longest > HUGE_LINE && longest > bytes.length / 2) return `one line has ${longest} bytes`;
  return null;
}
