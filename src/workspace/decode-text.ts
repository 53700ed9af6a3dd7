/** Bytes of a source file → text. Total: bytes that are not valid become U+FFFD. */
import { hasUtf16Mark } from "./classify-content.ts";

/** UTF-16 is taken only with its mark; everything else is UTF-8. The mark itself is not part of the text. */
export function decodeText(bytes: Buffer): string {
  if (hasUtf16Mark(bytes)) {
    const isBigEndian = bytes[0] === 0xfe;
    const even = bytes.subarray(2, bytes.length - (bytes.length % 2));
    return (isBigEndian ? Buffer.from(even).swap16() : even).toString("utf16le");
  }
  const hasUtf8Mark = bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString("utf8", hasUtf8Mark ? 3 : 0);
}
