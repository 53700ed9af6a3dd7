/**
 * The one exit for text. Repository text is hostile until shown otherwise: terminal escapes, bidirectional
 * overrides and broken surrogates are made visible, tab and newline are kept.
 */

// C0 without tab and newline, DEL and C1, the bidi embedding, override, isolate and mark controls, zero-width
// characters that hide text, line and paragraph separators, and the byte order mark.
const UNSAFE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Text that is safe to print: unsafe characters become `\xNN` or `\u{NNNN}`; the result is well-formed. */
export function sanitizeText(text: string): string {
  return text.replace(/\r\n/g, "\n").toWellFormed().replace(UNSAFE, showCharacter);
}

function showCharacter(char: string): string {
  const code = char.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
}
