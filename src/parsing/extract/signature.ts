/** One-line texts of declarations: signatures, types, names. */
import type { DefinitionCapture, Place } from "./captures.ts";
import { unquote } from "./imports.ts";

const MAX_SIGNATURE = 300;
const MAX_TYPE = 200;
const MAX_NAME = 200;
/** Enough to see what a long initialiser is without reading it all. */
const MAX_VALUE_IN_SIGNATURE = 80;

export function fold(text: string, limit: number): string {
  // A folded text is at most as long as the text, so only a generous prefix needs the expression.
  const folded = text
    .slice(0, limit * 4)
    .replace(/\s+/g, " ")
    .trim();
  return folded.length > limit ? `${folded.slice(0, limit - 1)}…` : folded;
}

/** From the declaration's start to its body, without decorators, attributes and comments. */
export function signatureOf(source: string, definition: DefinitionCapture, asides: readonly Place[]): string {
  const { node, body, value } = definition;
  let end = body && body.start > definition.name.start ? body.start : node.end;
  if (
    !body &&
    value &&
    value.start > definition.name.start &&
    value.end - value.start > MAX_VALUE_IN_SIGNATURE
  ) {
    end = value.start;
  }
  let text = "";
  let at = node.start;
  for (const aside of asides) {
    if (aside.end <= at || aside.start >= end) continue;
    text += source.slice(at, aside.start);
    at = aside.end;
  }
  text += source.slice(at, Math.max(at, end));
  return fold(text, MAX_SIGNATURE).replace(/(?:\s|[{:=;,]|=>)+$/, "");
}

/** `: Foo` and `-> Foo` both name Foo. */
export function typeText(source: string, place: Place): string {
  return fold(source.slice(place.start, place.end), MAX_TYPE).replace(/^(?::|->|=>)\s*/, "");
}

export function nameText(source: string, place: Place): string {
  const text = source.slice(place.start, Math.min(place.end, place.start + MAX_NAME * 4));
  return unquote(fold(text, MAX_NAME));
}

/** The name of a base or receiver type, without type arguments, pointers and call parentheses. */
export function bareTypeName(source: string, place: Place): string {
  const text = fold(source.slice(place.start, place.end), MAX_TYPE);
  const cut = text.replace(/^[*&\s(]+/, "").search(/[<([{\s?!]/);
  const bare = text.replace(/^[*&\s(]+/, "");
  return cut < 0 ? bare.replace(/[*&)]+$/, "") : bare.slice(0, cut);
}
