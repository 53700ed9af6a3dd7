/** FNV-1a over UTF-16 units: fast on short strings, and the same on every machine. */
const PRIME = 0x01000193;
export const HASH_START = 0x811c9dc5;

export function hashText(text: string, start: number = HASH_START): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  }
  return hash >>> 0;
}

/** Mixes a number in; used to put a separator or a tag between texts. */
export function hashNumber(value: number, start: number): number {
  let hash = Math.imul(start ^ (value & 0xffff), PRIME);
  hash = Math.imul(hash ^ (value >>> 16), PRIME);
  return hash >>> 0;
}
