const MAX_ALTERNATIVES = 256;

/** `a{b,c}` is `ab` and `ac`, inner braces too; null when they would be too many. Braces without a comma are plain text. */
export function expandBraces(text: string): string[] | null {
  const done: string[] = [];
  const waiting = [text];
  while (waiting.length > 0) {
    if (done.length + waiting.length > MAX_ALTERNATIVES) return null;
    const next = waiting.pop()!;
    const group = findGroup(next);
    if (!group) done.push(next);
    else
      for (const part of group.parts) waiting.push(next.slice(0, group.start) + part + next.slice(group.end));
  }
  return done;
}

/** The first innermost group, so that what is put in its place holds no braces of a group any more. */
function findGroup(text: string): { start: number; end: number; parts: string[] } | null {
  const found = /\{([^{}]*,[^{}]*)\}/.exec(text);
  if (!found) return null;
  return { start: found.index, end: found.index + found[0].length, parts: found[1]!.split(",") };
}
