/** Where a file of a language is no code; nothing is known of languages that do not say how strings are written. */
import { languageById } from "./detect.ts";
import { findOutsideCode, type OutsideCode } from "./outside-code.ts";
import { findOutsideMarkup } from "./outside-markup.ts";

export function outsideCodeOf(languageId: string, text: string): OutsideCode {
  const { literals, markup } = languageById(languageId) ?? {};
  if (!literals) return [];
  return markup ? findOutsideMarkup(text, markup, literals) : findOutsideCode(text, literals);
}
