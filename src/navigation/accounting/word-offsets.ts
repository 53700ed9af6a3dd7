/** Where a name stands in a text as a whole word, as `rg -w` finds it. */
const WORD_CHAR = /[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}]/u;

export function wordOffsets(text: string, name: string): number[] {
  const offsets: number[] = [];
  const startsAsWord = isWordAt(name, 0);
  const endsAsWord = isWordAt(name, name.length - 1);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (startsAsWord && at > 0 && isWordAt(text, at - 1)) continue;
    const end = at + name.length;
    if (endsAsWord && end < text.length && isWordAt(text, end)) continue;
    offsets.push(at);
    at = end - 1;
  }
  return offsets;
}

function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) {
    return (
      (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
    );
  }
  // The second half of a pair: the letter starts one unit before.
  const start = code >= 0xdc00 && code <= 0xdfff && at > 0 ? at - 1 : at;
  return WORD_CHAR.test(String.fromCodePoint(text.codePointAt(start)!));
}
