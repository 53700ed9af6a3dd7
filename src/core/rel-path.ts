/**
 * A path inside a root: relative, `/` separated, no empty, `.` or `..` component.
 *
 * File names are bytes, not text. A byte that is not part of valid UTF-8 is kept as a lone surrogate
 * U+DC80..U+DCFF (0xDC00 + byte), so a RelPath is a plain string that still names exactly one file.
 */
export type RelPath = string & { readonly __brand: "RelPath" };

const ESCAPE_BASE = 0xdc00;

/** Decodes a file name's bytes; invalid UTF-8 survives the round trip through `pathBytes`. */
export function pathFromBytes(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString("utf8");
  if (!text.includes("\ufffd")) return text;
  return decodeKeepingBytes(buffer);
}

function decodeKeepingBytes(bytes: Buffer): string {
  let out = "";
  let at = 0;
  while (at < bytes.length) {
    const length = utf8SequenceLength(bytes, at);
    if (length === 0) {
      out += String.fromCharCode(ESCAPE_BASE + bytes[at]!);
      at += 1;
    } else {
      out += bytes.toString("utf8", at, at + length);
      at += length;
    }
  }
  return out;
}

/** Length of the valid UTF-8 sequence at `at`, or 0 when the byte starts none. */
function utf8SequenceLength(bytes: Buffer, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (length === 0 || first > 0xf4 || at + length > bytes.length) return 0;
  const text = bytes.toString("utf8", at, at + length);
  return text.includes("\ufffd") && !isReplacementCharacter(bytes, at) ? 0 : length;
}

function isReplacementCharacter(bytes: Buffer, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd;
}

/** The exact bytes of a path made by `pathFromBytes`; what is handed to the operating system. */
export function pathBytes(path: string): Buffer {
  if (path.isWellFormed()) return Buffer.from(path, "utf8");
  const parts: Buffer[] = [];
  for (const char of path) {
    const code = char.charCodeAt(0);
    const isEscaped = char.length === 1 && code >= ESCAPE_BASE + 0x80 && code <= ESCAPE_BASE + 0xff;
    parts.push(isEscaped ? Buffer.from([code - ESCAPE_BASE]) : Buffer.from(char, "utf8"));
  }
  return Buffer.concat(parts);
}

/** A path as people see it: bytes that are not UTF-8 become `\xNN`, control characters too. */
export function displayPath(path: string): string {
  return path.replace(/[\u0000-\u001f\u007f-\u009f\udc80-\udcff]/g, (char) => {
    const code = char.charCodeAt(0);
    return `\\x${(code & 0xff).toString(16).padStart(2, "0")}`;
  });
}

/** NUL, absolute, drive letter, UNC, or a component that is empty, `.` or `..`. One pass: it runs per file of a scan. */
const NOT_INSIDE = /\0|^\/|^[A-Za-z]:|\\\\|(?:^|\/)\.{0,2}(?:\/|$)/;

/** Total parse of an untrusted string; null when it does not name a place inside a root. */
export function parseRelPath(text: string): RelPath | null {
  return text.length > 8192 || NOT_INSIDE.test(text) ? null : (text as RelPath);
}

/** Byte order of the UTF-16 string: the one order in which paths are listed, compared and used as a tie-break. */
export function comparePaths(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function dirname(path: string): string {
  const at = path.lastIndexOf("/");
  return at < 0 ? "" : path.slice(0, at);
}

export function basename(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
