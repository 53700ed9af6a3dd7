/**
 * The text of a symbol, exact: a function in full, a long type as its head and the list of what is in it, of a long comment
 * above it the beginning.
 */
import { TYPE_KINDS } from "../core/facts.ts";
import {
  numberDeclaration,
  type ScopeSession,
  type SymbolDescription,
  type SymbolHit,
} from "../engine/engine.ts";

/** A longer type is read member by member. */
const MAX_TYPE_LINES = 90;
/** Lines of a long type before its first member: its declaration, fields come with the members. */
const MAX_HEAD_LINES = 12;
/** A comment that goes on for longer is not looked through to its beginning. */
const MAX_DOC_LINES = 200;

export interface SymbolBody {
  path: string;
  startLine: number;
  endLine: number;
  /** Numbered, as they are in the working tree now; a marker stands for what is cut of a comment. */
  lines: string[];
  /** Lines behind those in `lines`. */
  cut: number;
}

/** The bodies of all declarations of a symbol; empty lists where the file cannot be read any more. */
export async function bodiesOf(
  session: ScopeSession,
  { group, members }: SymbolDescription,
): Promise<SymbolBody[]> {
  const texts = new Map<string, Promise<string | null>>();
  const read = (path: string) => {
    const known = texts.get(path) ?? session.about(path, (view, bare) => view.readText(bare));
    texts.set(path, known);
    return known;
  };
  return Promise.all(
    group.hits.map(async (hit) => {
      const lines = ((await read(hit.path)) ?? "").split(/\r\n|\r|\n/);
      const own = members.filter(({ path }) => path === hit.path);
      return { path: hit.path, ...bodyOf(hit, own, lines) };
    }),
  );
}

function bodyOf(
  hit: SymbolHit,
  members: readonly SymbolHit[],
  lines: readonly string[],
): Omit<SymbolBody, "path"> {
  const { kind, span } = hit.symbol;
  const startLine = docStart(lines, span.startLine);
  const { endLine } = span;
  const isLongType =
    (TYPE_KINDS.has(kind) || kind === "namespace") && endLine - span.startLine >= MAX_TYPE_LINES;
  if (!isLongType || members.length === 0)
    return { startLine, endLine, lines: numberDeclaration(lines, startLine, endLine), cut: 0 };
  const first = Math.min(...members.map(({ symbol }) => docStart(lines, symbol.span.startLine)));
  const last = Math.min(Math.max(span.startLine, first - 1), span.startLine + MAX_HEAD_LINES, endLine);
  return { startLine, endLine, lines: numberDeclaration(lines, startLine, last), cut: endLine - last };
}

/** Comments and annotations right above a declaration belong to it. */
function docStart(lines: readonly string[], startLine: number): number {
  let first = startLine;
  while (first > 1 && startLine - first < MAX_DOC_LINES && IS_ABOVE.test(lines[first - 2] ?? "")) first -= 1;
  return first;
}

const IS_ABOVE = /^\s*(?:\/\/|\/\*|\*(?:\s|\/|$)|#\s|#\[|--\s|@\w|"""|\[\w+[^\]]*\]\s*$)/;
