/** What the highlighting process is asked and what it answers. Plain data: it crosses a process boundary. */
import type { LanguageDefinition } from "../../languages/contract.ts";

/** Raised with every change of a message; a process of another version is not used. */
export const HIGHLIGHT_PROTOCOL = 1;

/** Which grammar reads the text: one of the package, or one that the user added. */
export type GrammarChoice = Pick<LanguageDefinition, "grammar" | "grammarFile">;

export interface HighlightRequest {
  type: "highlight";
  id: number;
  grammar: GrammarChoice;
  text: string;
  limitMs: number;
}

/** Triples of start, end (UTF-16 units) and position in TOKEN_CLASSES, ascending and apart. */
export interface HighlightPart {
  type: "spans";
  id: number;
  spans: Uint32Array;
}

export function isHighlightPart({ type, spans }: Record<string, unknown>): boolean {
  return type === "spans" && spans instanceof Uint32Array;
}
