/** Bytes → text: UTF-8, or UTF-16 with its byte order mark. */

function utf16Order(bytes: Buffer): "le" | "be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "be" : null;
}

/** Total: bytes that are not text become U+FFFD, and `isDamaged` says so. The byte order mark is not part of the text. */
export function decodeSource(bytes: Buffer): { text: string; isDamaged: boolean } {
  const order = utf16Order(bytes);
  if (order) {
    const units = Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)));
    const text = (order === "be" ? units.swap16() : units).toString("utf16le");
    return { text, isDamaged: bytes.length % 2 !== 0 || !text.isWellFormed() };
  }
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const text = bytes.toString("utf8", hasMark ? 3 : 0);
  const isDamaged = text.includes("\ufffd") && bytes.indexOf("\ufffd") < 0;
  return { text, isDamaged };
}
