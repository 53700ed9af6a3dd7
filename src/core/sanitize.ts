/**
 * The one exit for text. Repository text is hostile until shown otherwise: terminal escapes, bidirectional
 * overrides, characters that are not seen and broken surrogates are made visible, tab and newline are kept.
 */

/**
 * Decided by what Unicode says of a character, not by a list that misses the next one: controls, format characters
 * (bidi, zero width, tags, annotations), whatever is to be ignored when it cannot be shown (fillers, selectors, soft hyphens), and
 * separators of lines and paragraphs. One selector after a pictograph is how emoji are written; it can hide nothing.
 */
const UNSAFE =
  /(?<!\p{Extended_Pictographic})\ufe0f|(?!\t|\n|\ufe0f)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu;

/** Most text is this and nothing else. */
const PLAIN = /^[\t\n\x20-\x7e]*$/;

/** Text that is safe to print: unsafe characters become `\xNN` or `\u{NNNN}`; the result is well-formed. */
export function sanitizeText(text: string): string {
  if (PLAIN.test(text)) return text;
  return replaceUnsafe(text.replace(/\r\n/g, "\n").toWellFormed(), showCharacter);
}

/** For exits that spell a character in their own way. */
export function replaceUnsafe(text: string, spell: (char: string) => string): string {
  return text.replace(UNSAFE, spell);
}

function showCharacter(char: string): string {
  const code = char.codePointAt(0)!;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
}
