/** The name that stands left of `=` or `:=` before an expression: `const api =`, `api :=`, `val api: Route =`, `s.router =`. */
const MAX_BEFORE = 100;
const ASSIGNED =
  /(?:^|[\s(,;{])(?:this\.|self\.|@|\$)?((?:[A-Za-z_$][\w$]{0,40}\.){0,3}[A-Za-z_$][\w$]{0,60})\s*(?::\s*[\w.<>?[\]*& ]{1,60}?)?\s*:?=\s*(?:await\s+|new\s+|try\s+|&|\*)*$/;

/** On the line of the expression, or the end of the one before; null when it is assigned to no plain name. */
export function assignedName(source: string, start: number): string | null {
  let at = start - 1;
  while (at >= 0 && (source[at] === " " || source[at] === "\t")) at -= 1;
  // Most calls stand alone or in a list of arguments.
  const last = source[at];
  if (last !== "=" && last !== "t" && last !== "w" && last !== "y" && last !== "&" && last !== "*")
    return null;
  const before = source.slice(Math.max(0, start - MAX_BEFORE), start);
  return ASSIGNED.exec(before.slice(before.lastIndexOf("\n") + 1))?.[1] ?? null;
}

const KEYED = /(?:^|[\s{,])([A-Za-z_$][\w$]{0,60})\s*:\s*$/;

/** The key of an object that an expression stands under: `byId` in `{ byId: procedure.query(…) }`. */
export function keyBefore(source: string, start: number): string | null {
  return KEYED.exec(source.slice(Math.max(0, start - MAX_BEFORE), start))?.[1] ?? null;
}
