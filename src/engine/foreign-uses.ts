/**
 * Uses of one repository's symbols in files of another, linked when asked: a file of the other is linked against the
 * library's files as if it lay among them, by the same rules and with the same tiers as at home.
 */
import type { Edge, EdgeKind, Handle } from "../core/edges.ts";
import { pathOfHandle } from "../core/handles.ts";
import { wordTerms } from "../core/terms.ts";
import { linkFile } from "../linking/link-file.ts";
import type { ViewFile } from "../storage/contract.ts";
import { ELSEWHERE, environmentOf, isCode } from "./library-environment.ts";
import type { ViewSession } from "./session.ts";

/** Files of one repository that hold the name; those past it are counted, not linked. */
export const MAX_FOREIGN_FILES = 400;

export interface ForeignUses {
  edges: Edge[];
  /** Files that hold the name and were not looked into. */
  unread: number;
}

export interface UsesQuestion {
  /** What was asked for, as the library knows it. */
  targets: readonly Handle[];
  /** The name that a file must hold to use it. */
  name: string;
  kinds: readonly EdgeKind[];
}

/** Edges start in files of the user and end at the targets; ascending by file, then as they stand in it. */
export async function usesElsewhere(
  library: ViewSession,
  user: ViewSession,
  { targets, name, kinds }: UsesQuestion,
): Promise<ForeignUses> {
  const holding = await filesHolding(user, name);
  if (holding.length === 0) return { edges: [], unread: 0 };
  const environment = await environmentOf(library);
  const wanted = new Set(targets);
  const files = holding.slice(0, MAX_FOREIGN_FILES);
  const facts = await user.reader.facts(files.map(({ blob }) => blob));
  const known = await user.reader.linksOf(files.map(({ path }) => path));
  const edges = files.flatMap((file, at) => {
    const path = `${ELSEWHERE}/${file.path}`;
    const found = linkFile({ path, facts: facts[at]! }, environment).edges;
    // Without an import of the library a like name is a coincidence.
    if (!found.some(({ kind, tier }) => kind === "imports" && tier !== "heuristic")) return [];
    return found
      .filter((edge) => wanted.has(edge.to) && kinds.includes(edge.kind))
      .map((edge) => ({ ...edge, from: edge.from.slice(ELSEWHERE.length + 1) as Handle }))
      .filter((edge) => !isExplained(edge, known[at]?.edges ?? []));
  });
  return { edges, unread: holding.length - files.length };
}

/** A use that the repository itself has a definition for is none of the library's. */
function isExplained(edge: Edge, own: readonly Edge[]): boolean {
  const name = lastName(edge.to);
  return own.some(
    ({ from, to, kind, lines }) =>
      from === edge.from &&
      kind === edge.kind &&
      lastName(to) === name &&
      lines.some((line) => edge.lines.includes(line)),
  );
}

function lastName(handle: Handle): string {
  const symbol = handle.slice(pathOfHandle(handle).length + 1).replace(/~\d+$/, "");
  return symbol.slice(symbol.lastIndexOf(".") + 1);
}

async function filesHolding({ reader }: ViewSession, name: string): Promise<ViewFile[]> {
  const [term] = wordTerms(name);
  if (term === undefined) return [];
  const postings = (await reader.postings([term])).get(term);
  const blobs = new Set(postings?.blobs);
  return (await reader.files()).filter(({ blob, language }) => blobs.has(blob) && isCode(language));
}
