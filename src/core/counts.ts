/** Counts as people read them. */

/** `12,345`. By hand, because the first use of `toLocaleString` loads the data of all languages: 20 ms. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** `1 file`, `2,054 files`, `3 entries`. */
export function plural(count: number, noun: string): string {
  if (count === 1) return `1 ${noun}`;
  const nouns = noun.endsWith("s") ? noun : noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${formatCount(count)} ${nouns}`;
}
