/** Symbols that chosen spans use, and for tracing, what uses them. Bounded in depth (one step) and number. */
import { type EdgeKind, type Handle, handleOf, type Tier } from "../../core/edges.ts";
import type { SymbolFact } from "../../core/facts.ts";
import { parseHandle } from "../../core/handles.ts";
import { outlineOf, type SearchableView } from "../searchable-view.ts";

export interface RelatedSymbol {
  path: string;
  file: number;
  symbol: SymbolFact;
  relation: "used by" | "calls" | "implements" | "overrides";
  /** The chosen symbol it relates to, as `path#name`. */
  to: string;
  tier: Tier;
}

const FORWARD: readonly EdgeKind[] = ["calls", "references", "inherits", "implements", "accepts"];
const BACKWARD: readonly EdgeKind[] = ["calls", "implements", "inherits", "overrides"];
const MAX_PER_SYMBOL = 12;

export interface ChosenSymbol {
  /** Which member it is of; only where several were asked. */
  repository?: string;
  path: string;
  symbol: SymbolFact;
}

export async function relatedSymbols(
  view: SearchableView,
  chosen: readonly ChosenSymbol[],
  withUsers: boolean,
): Promise<RelatedSymbol[]> {
  const known = new Set<string>(chosen.map(({ path, symbol }) => handleOf(path, symbol)));
  const related: RelatedSymbol[] = [];
  const add = async (handle: Handle, relation: RelatedSymbol["relation"], to: string, tier: Tier) => {
    if (known.has(handle)) return;
    known.add(handle);
    const found = await resolveHandle(view, handle);
    if (found) related.push({ ...found, relation, to, tier });
  };
  const handles = chosen.map(({ path, symbol }) => handleOf(path, symbol));
  const forward = await view.reader.edges("from", handles, FORWARD);
  const backward = withUsers ? await view.reader.edges("into", handles, BACKWARD) : [];
  for (const [at, handle] of handles.entries()) {
    for (const { edge } of forward[at]!.slice(0, MAX_PER_SYMBOL))
      await add(edge.to, "used by", handle, edge.tier);
    for (const { edge } of (backward[at] ?? []).slice(0, MAX_PER_SYMBOL))
      await add(edge.from, relationOf(edge.kind), handle, edge.tier);
  }
  return related;
}

function relationOf(kind: EdgeKind): RelatedSymbol["relation"] {
  return kind === "calls" ? "calls" : kind === "overrides" ? "overrides" : "implements";
}

async function resolveHandle(
  view: SearchableView,
  handle: Handle,
): Promise<{ path: string; file: number; symbol: SymbolFact } | null> {
  const parsed = parseHandle(handle);
  if (!parsed || parsed.qualifiedName === null) return null;
  const file = view.index.corpus.fileByPath.get(parsed.path);
  if (file === undefined) return null;
  const outline = await outlineOf(view, view.index.corpus.files[file]!.doc);
  const symbol = outline.symbols.find(
    (s) => s.qualifiedName === parsed.qualifiedName && s.overload === parsed.overload,
  );
  return symbol ? { path: parsed.path, file, symbol } : null;
}
