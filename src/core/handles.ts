import type { Handle } from "./edges.ts";
import { parseRelPath, type RelPath } from "./rel-path.ts";

/** A handle taken apart. `qualifiedName` is null for a whole file. */
export interface ParsedHandle {
  path: RelPath;
  qualifiedName: string | null;
  overload: number;
}

const OVERLOAD = /~([1-9]\d{0,5})$/;

/**
 * Total parse of `path#Qualified.name~n`. Both sides may hold what separates them: a path a `#` (`notes/c#.md`), a name
 * a `#` (`Foo.#secret` is a private member), slashes and dots (`Vector./`, the module `"../.."`).
 */
export function parseHandle(text: string): ParsedHandle | null {
  const at = separatorOf(text);
  if (at < 0) {
    const path = parseRelPath(text);
    return path && { path, qualifiedName: null, overload: 0 };
  }
  const path = parseRelPath(text.slice(0, at));
  let name = text.slice(at + 1);
  if (!path || name === "") return null;
  const overload = OVERLOAD.exec(name);
  if (overload) name = name.slice(0, overload.index);
  return { path, qualifiedName: name, overload: overload ? Number(overload[1]) : 0 };
}

/**
 * The first `#` after a file name with an extension; for files without one, the first `#` that a name follows in the
 * last part of the path, then anywhere.
 */
function separatorOf(text: string): number {
  const first = text.indexOf("#");
  if (first < 0) return -1;
  for (let at = first; at >= 0; at = text.indexOf("#", at + 1)) {
    const dot = text.lastIndexOf(".", at - 1);
    const hasExtension = dot > text.lastIndexOf("/", at - 1) && dot < at - 1 && text[dot + 1] !== "#";
    if (hasExtension && at + 1 < text.length && !EXTENSION_ALONE.test(text.slice(at + 1))) return at;
  }
  for (const from of [text.lastIndexOf("/") + 1, 0]) {
    for (let at = text.indexOf("#", from); at >= 0; at = text.indexOf("#", at + 1)) {
      const next = text[at + 1];
      if (at > from && next !== undefined && next !== "." && next !== "/") return at;
    }
  }
  return -1;
}

/** What follows is the end of a file's name, as in `a.b#.md`. */
const EXTENSION_ALONE = /^\.\w+$/;

export function pathOfHandle(handle: Handle): RelPath {
  const at = separatorOf(handle);
  return (at < 0 ? handle : handle.slice(0, at)) as RelPath;
}

/** What somebody may mean by a symbol's name on a command line or in a tool call. */
export type SymbolQuery =
  | { kind: "handle"; handle: ParsedHandle }
  | { kind: "place"; path: string; line: number }
  /** Dotted parts, outermost first: `Class.method`, `ns::name`, `A\\B`, `Class#method` all give the same parts. */
  | { kind: "name"; parts: string[]; overload: number };

/**
 * Reads a symbol query. `path#name` when the left side looks like a path, `path:line` when the right side is a
 * number, a name otherwise. Null when nothing is left to look for.
 */
export function parseSymbolQuery(text: string): SymbolQuery | null {
  const trimmed = text.trim().replace(/\(\)?$/, "");
  if (trimmed === "" || trimmed.length > 1000) return null;
  const place = /^([^:]*[^:/]):(\d+)(?::\d+)?$/.exec(trimmed);
  if (place) return { kind: "place", path: place[1]!.replace(/^\.\//, ""), line: Number(place[2]) };
  const handle = parseHandle(trimmed.replace(/^\.\//, ""));
  if (handle && handle.qualifiedName !== null && /[./]/.test(handle.path)) return { kind: "handle", handle };
  const overload = OVERLOAD.exec(trimmed);
  const name = overload ? trimmed.slice(0, overload.index) : trimmed;
  const parts = name.split(/::|->|[.#\\/]/).filter((part) => part !== "");
  if (parts.length === 0) return null;
  return { kind: "name", parts, overload: overload ? Number(overload[1]) : 0 };
}

/** True when the dotted `qualifiedName`, with its package before it, ends in these parts. */
export function nameEndsWith(
  qualifiedName: string,
  packageName: string | undefined,
  parts: readonly string[],
): boolean {
  const full = `${packageName ?? ""}.${qualifiedName}`.split(/::|[.\\/]/).filter((part) => part !== "");
  if (parts.length > full.length) return false;
  return parts.every((part, at) => full[full.length - parts.length + at] === part);
}
