import type { NamedSymbol } from "../../query/entities.ts";
import { STOP_WORDS } from "../../query/stop-words.ts";

/** Plain words of the first line as names, alone and in neighbouring pairs: `request context` may be RequestContext. */
export function wordsAsNames(title: string): NamedSymbol[] {
  const words = (title.match(/[A-Za-z][A-Za-z\d]*/g) ?? []).filter((word) => word.length > 2);
  const names = new Map<string, NamedSymbol>();
  const note = (name: string, weight: number) => {
    const known = names.get(name.toLowerCase());
    if (!known || known.weight < weight) names.set(name.toLowerCase(), { name, owner: "", weight });
  };
  words.slice(0, 24).forEach((word, at) => {
    const isStop = STOP_WORDS.has(word.toLowerCase());
    const previous = words[at - 1];
    if (!isStop) {
      note(word, 0.7);
      if (/[^s]s$/.test(word) && word.length > 4) note(word.slice(0, -1), 0.6);
    }
    if (previous && !isStop && !STOP_WORDS.has(previous.toLowerCase())) {
      for (const right of /[^s]s$/.test(word) ? [word, word.slice(0, -1)] : [word]) {
        note(previous + right, 1);
        note(`${previous}_${right}`, 1);
      }
    }
  });
  return [...names.values()];
}
