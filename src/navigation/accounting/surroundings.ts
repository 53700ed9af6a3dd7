/** What stands around a name in a text, as far as it tells how the name is used. */

/** Offset of the last character before `at` that is no white space; -1 at the start. */
export function lastBefore(text: string, at: number): number {
  let before = at - 1;
  while (before >= 0 && text.charCodeAt(before) <= 32) before -= 1;
  return before;
}

/** Offset of the first character from `at` on that is no white space. */
export function firstFrom(text: string, at: number): number {
  let next = at;
  while (next < text.length && text.charCodeAt(next) <= 32) next += 1;
  return next;
}

/** `x.name`, `x?.name`, `x->name`, `X::name`; not `...name`. */
export function isMemberAt(text: string, at: number): boolean {
  const before = lastBefore(text, at);
  const char = text[before];
  if (char === ".") return text[before - 1] !== ".";
  if (char === ">") return text[before - 1] === "-";
  return char === ":" && text[before - 1] === ":";
}

/** JavaScript: what is glued to the name makes it another one: `$name`, `#name`, `name$`. */
export function isPartOfLongerName(text: string, at: number, name: string): boolean {
  const before = text[at - 1];
  return before === "$" || before === "#" || text[at + name.length] === "$";
}

const MAX_LOOK_BACK = 4_000;
const OPENERS = "([{";
const CLOSERS = ")]}";

/** The bracket that is open around an offset, "" when none is near. */
export function bracketAround(text: string, at: number): string {
  let depth = 0;
  for (let before = at - 1; before >= 0 && at - before < MAX_LOOK_BACK; before--) {
    const char = text[before]!;
    if (CLOSERS.includes(char)) depth += 1;
    else if (OPENERS.includes(char) && depth-- === 0) return char;
  }
  return "";
}

/** `{ name: x }`, `{ name }`, `f(name=x)`: the name may be that of a member of what is made or taken apart. */
export function isKeyAt(text: string, at: number, name: string): boolean {
  const next = text[firstFrom(text, at + name.length)] ?? "";
  const bracket = bracketAround(text, at);
  const before = text[lastBefore(text, at)] ?? "";
  if (bracket === "(") return next === "=" && (before === "(" || before === ",");
  // `onclick={name}` of JSX and Svelte is given the value.
  if (/\w=\{$/.test(text.slice(Math.max(0, at - 3), at)) && text[at + name.length] === "}") return false;
  return bracket === "{" && /[{,;]|\n/.test(before) && /[:,}=?]/.test(next);
}

/** `x["name"]`, `Type["name"]`. */
export function isBracketKeyAt(text: string, at: number, name: string): boolean {
  return (
    /\[["'`]$/.test(text.slice(Math.max(0, at - 2), at)) &&
    /^["'`]\]/.test(text.slice(at + name.length, at + name.length + 2))
  );
}
