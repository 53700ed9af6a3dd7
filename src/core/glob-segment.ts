/** One part of a glob between slashes, as a test of one part of a path. */
export type SegmentTest = (name: string) => boolean;

/** Any number of characters. */
const ANY = null;
type Token = ((character: string) => boolean) | typeof ANY;

const TOKEN = /\*+|\?|\[[!^]?\]?[^\]]*\]|\\?[\s\S]/gu;

export function compileSegment(segment: string): SegmentTest {
  const tokens = (segment.match(TOKEN) ?? []).map(tokenOf);
  return (name) => matches(tokens, [...name]);
}

function tokenOf(text: string): Token {
  if (text.startsWith("*")) return ANY;
  if (text === "?") return () => true;
  if (text.length > 2 && text.startsWith("[")) return characterClass(text.slice(1, -1));
  const literal = text.length > 1 && text.startsWith("\\") ? text.slice(1) : text;
  return (character) => character === literal;
}

function characterClass(inside: string): Token {
  const isNegated = /^[!^]/.test(inside);
  const parts = [...(isNegated ? inside.slice(1) : inside).matchAll(/([\s\S])-([\s\S])|([\s\S])/gu)];
  const ranges = parts.map(([, from, to, single]) => [single ?? from!, single ?? to!] as const);
  const has = (character: string) => ranges.some(([from, to]) => character >= from && character <= to);
  return isNegated ? (character) => !has(character) : has;
}

/** Where a star took too little it takes one character more; only the last one need be tried again. */
function matches(tokens: readonly Token[], name: readonly string[]): boolean {
  let at = 0;
  let part = 0;
  let retry: { at: number; part: number } | null = null;
  while (at < name.length) {
    const token = tokens[part];
    if (token === ANY) {
      retry = { at, part };
      part += 1;
    } else if (token?.(name[at]!)) {
      at += 1;
      part += 1;
    } else if (retry) {
      retry.at += 1;
      at = retry.at;
      part = retry.part + 1;
    } else return false;
  }
  return tokens.slice(part).every((rest) => rest === ANY);
}
