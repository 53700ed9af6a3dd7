/** Smaller texts cannot hold a process up for long, however deep they are. */
const LARGE = 32_768;
/**
 * Grammars take quadratic time, and the stack, over brackets in brackets; people do not write a hundredth of this.
 * Brackets in strings and comments count, too: texts with so many that never close are data.
 */
const MAX_DEPTH = 10_000;

/** Whether brackets lie deeper in each other than a grammar could follow within its time. */
export function isTooDeep(source: string): boolean {
  if (source.length < LARGE) return false;
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    const code = source.charCodeAt(at);
    // ( [ { and ) ] }: everything else leaves after one comparison.
    if (code === 40 || code === 91 || code === 123) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if ((code === 41 || code === 93 || code === 125) && depth > 0) depth -= 1;
  }
  return false;
}
