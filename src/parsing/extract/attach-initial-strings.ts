/** Plain strings that names are initialised with: base addresses, topics and keys are often constants. */
import type { SymbolFact } from "../../core/facts.ts";
import type { LiteralSyntax } from "../../languages/literal-syntax.ts";
import { findSecrets } from "../../workspace/secrets.ts";
import type { DefinitionCapture } from "./captures.ts";
import { readString, stringFormAt } from "./read-string.ts";

const MAX_TEXT = 200;
/** What secrets are blanked with. */
const BLANKED = /\*{3}/;

/** Contract: both lists have the same order. */
export function attachInitialStrings(
  source: string,
  syntax: LiteralSyntax,
  definitions: readonly DefinitionCapture[],
  symbols: readonly SymbolFact[],
): void {
  for (const [at, { value }] of definitions.entries()) {
    // Escapes and quotes may take more room than the text.
    if (!value || value.end - value.start > 2 * MAX_TEXT) continue;
    const form = stringFormAt(source, value.start, syntax);
    const string = form && readString(source, value.start, form);
    if (!string || string.end !== value.end || string.holes.length > 0 || string.text === "") continue;
    const { text } = string;
    if (text.length <= MAX_TEXT && !BLANKED.test(text) && findSecrets(text).length === 0)
      symbols[at]!.literal = text;
  }
}
