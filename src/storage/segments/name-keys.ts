/** Keys of symbol names: folded form, a separator, the name as spelled. One look-up finds all spellings. */
import { foldName } from "../contract.ts";

const SEPARATOR = "\u0001";

/** A name never holds the separator after this; who reads checks the symbol itself. */
function clean(name: string): string {
  return name.includes(SEPARATOR) ? name.replaceAll(SEPARATOR, " ") : name;
}

export function nameKey(name: string): string {
  return `${clean(foldName(name))}${SEPARATOR}${clean(name)}`;
}

/** All keys of names with this folded form start so, and no others. */
export function exactNamePrefix(name: string): string {
  return `${clean(foldName(name))}${SEPARATOR}`;
}

export function foldedPrefix(prefix: string): string {
  return clean(foldName(prefix));
}

export function spelledName(key: string): string {
  return key.slice(key.indexOf(SEPARATOR) + 1);
}
