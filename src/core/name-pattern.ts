/**
 * Wildcards of one name, in the syntax that git and globs share: `*`, `?`, `[a-z]`, `[!a]`, `[[:alpha:]]`, `\x`.
 * A pattern comes with the tree, so matching may not cost more than the pattern's length times the name's: the regular
 * expressions that wildcards are usually turned into need minutes for `*a*a*a…b` and one long name, and so does git.
 */

type Char = (code: number) => boolean;
/** A character as it is, a set of characters, or any number of any. */
type Token = number | Char | "star";

export type NameMatcher = (name: string) => boolean;

const never: NameMatcher = () => false;
const anyChar: Char = () => true;

/** A broken pattern matches nothing, as in git. */
export function compileName(pattern: string): NameMatcher {
  if (!/[*?[\\]/.test(pattern)) return (name) => name === pattern;
  const tokens = tokensOf(pattern);
  if (tokens === null) return never;
  if (tokens.length === 1 && tokens[0] === "star") return () => true;
  const rest = tokens.slice(1);
  if (tokens[0] === "star" && rest.every((token) => typeof token === "number")) {
    const end = String.fromCharCode(...(rest as number[]));
    return (name) => name.endsWith(end);
  }
  return (name) => matches(tokens, name);
}

/** When the rest does not fit, only the last star takes one character more: what earlier ones took is never undone. */
function matches(tokens: readonly Token[], name: string): boolean {
  let at = 0;
  let token = 0;
  let star = -1;
  let starAt = 0;
  while (at < name.length) {
    const wanted = tokens[token];
    if (wanted === "star") {
      star = token;
      starAt = at;
      token += 1;
    } else if (wanted !== undefined && isMatch(wanted, name.charCodeAt(at))) {
      at += 1;
      token += 1;
    } else if (star >= 0) {
      starAt += 1;
      at = starAt;
      token = star + 1;
    } else return false;
  }
  while (tokens[token] === "star") token += 1;
  return token === tokens.length;
}

function isMatch(token: number | Char, code: number): boolean {
  return typeof token === "number" ? token === code : token(code);
}

function tokensOf(pattern: string): Token[] | null {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]!;
    if (char === "*") {
      if (tokens.at(-1) !== "star") tokens.push("star");
    } else if (char === "?") tokens.push(anyChar);
    else if (char === "\\") {
      at += 1;
      if (at === pattern.length) return null;
      tokens.push(pattern.charCodeAt(at));
    } else if (char === "[") {
      const set = readSet(pattern, at);
      if (set === null) return null;
      tokens.push(set.has);
      at = set.end;
    } else tokens.push(pattern.charCodeAt(at));
  }
  return tokens;
}

const CLASSES: Readonly<Record<string, RegExp>> = {
  alnum: /[A-Za-z0-9]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  cntrl: /[\0-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t-\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

/** The set that opens at `start`, and where it ends; null when it does not. */
function readSet(pattern: string, start: number): { has: Char; end: number } | null {
  let at = start + 1;
  const isNegated = pattern[at] === "!" || pattern[at] === "^";
  if (isNegated) at += 1;
  const ranges: [number, number][] = [];
  const classes: RegExp[] = [];
  for (let isFirst = true; at < pattern.length; isFirst = false) {
    if (pattern[at] === "]" && !isFirst) {
      const has: Char = (code) => {
        const isIn =
          ranges.some(([low, high]) => low <= code && code <= high) ||
          classes.some((one) => one.test(String.fromCharCode(code)));
        return isIn !== isNegated;
      };
      return { has, end: at };
    }
    const named = /^\[:([a-z]*):\]/.exec(pattern.slice(at, at + 12));
    if (named) {
      const one = CLASSES[named[1]!];
      if (one === undefined) return null;
      classes.push(one);
      at += named[0].length;
      continue;
    }
    if (pattern[at] === "\\") at += 1;
    const low = pattern.charCodeAt(at);
    at += 1;
    if (pattern[at] === "-" && at + 1 < pattern.length && pattern[at + 1] !== "]") {
      at += pattern[at + 1] === "\\" ? 2 : 1;
      ranges.push([low, pattern.charCodeAt(at)]);
      at += 1;
    } else ranges.push([low, low]);
  }
  return null;
}
