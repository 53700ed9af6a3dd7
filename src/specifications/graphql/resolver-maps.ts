/** Objects that map fields of GraphQL's root types to functions: `{ Query: { user: findUser, users() {…} } }`. */
import type { MappedResolver } from "../contract.ts";

const ROOT =
  /(?:^|[\s,{;(])(?:["']?)(Query|Mutation|Subscription)(?:["']?)\s*(?::\s*[\w.<>]+\s*=\s*|[:=]\s*)\{/g;
const METHODS: Readonly<Record<string, string>> = {
  Query: "query",
  Mutation: "mutation",
  Subscription: "subscription",
};
const NAME =
  /^(?:async\s+)?(?:\*\s*)?["']?([A-Za-z_$][\w$]*)["']?\s*(?::\s*([A-Za-z_$][\w$.]*)\s*(?=[,}\n]|$)|[:(,}\n]|$)/;
const MAX_LENGTH = 200_000;

export function resolverMaps(path: string, text: string): MappedResolver[] {
  return [...text.matchAll(ROOT)]
    .flatMap((match) => {
      const open = match.index + match[0].length;
      return membersFrom(text, open).map(({ at, end }): MappedResolver[] => {
        const [, field, handler] = NAME.exec(text.slice(at, end)) ?? [];
        if (field === undefined || field === "async") return [];
        const startLine = lineAt(text, at);
        return [
          {
            method: METHODS[match[1]!]!,
            field,
            ...(handler === undefined ? {} : { handler }),
            path,
            startLine,
            endLine: lineAt(text, end),
          },
        ];
      });
    })
    .flat();
}

/** Where each member of the object begins and ends; strings, comments and inner brackets are passed over. */
function membersFrom(text: string, open: number): { at: number; end: number }[] {
  const members: { at: number; end: number }[] = [];
  let depth = 0;
  let start = -1;
  const close = (end: number) => {
    if (start >= 0) members.push({ at: start, end });
    start = -1;
  };
  for (let at = open; at < text.length && at - open < MAX_LENGTH; at++) {
    const char = text[at]!;
    const after = skipped(text, at);
    if (after > at) {
      if (start < 0 && depth === 0 && char !== "/") start = at;
      at = after - 1;
    } else if ("{[(".includes(char)) depth += 1;
    else if ("}])".includes(char)) {
      if (depth === 0) {
        close(at);
        return members;
      }
      depth -= 1;
    } else if (char === "," && depth === 0) close(at);
    else if (start < 0 && depth === 0 && /\S/.test(char)) start = at;
  }
  return members;
}

/** The end of a string or comment that begins here; the place itself when none does. */
function skipped(text: string, at: number): number {
  const char = text[at]!;
  if (text.startsWith("//", at)) return endOf(text, "\n", at + 2);
  if (text.startsWith("/*", at)) return endOf(text, "*/", at + 2);
  if (char !== '"' && char !== "'" && char !== "`") return at;
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === "\\") end += 1;
    else if (text[end] === char) return end + 1;
  }
  return text.length;
}

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
