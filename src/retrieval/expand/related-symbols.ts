/** Symbols that chosen spans use, and for tracing, what uses them. Bounded in depth (one step) and number. */
import { type EdgeKind, type Handle, handleOf, type Tier } from "../../core/edges.ts";
import type { SymbolFact } from "../../core/facts.ts";
import { parseHandle } from "../../core/handles.ts";
import { outlineOf, readOutlines, type SearchableView } from "../searchable-view.ts";

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
  const wanted: (Located & Pick<RelatedSymbol, "relation" | "to" | "tier">)[] = [];
  const add = (handle: Handle, relation: RelatedSymbol["relation"], to: string, tier: Tier) => {
    if (known.has(handle)) return;
    known.add(handle);
    const located = locate(view, handle);
    if (located) wanted.push({ ...located, relation, to, tier });
  };
  const handles = chosen.map(({ path, symbol }) => handleOf(path, symbol));
  const forward = await view.reader.edges("from", handles, FORWARD);
  const backward = withUsers ? await view.reader.edges("into", handles, BACKWARD) : [];
  for (const [at, handle] of handles.entries()) {
    for (const { edge } of forward[at]!.slice(0, MAX_PER_SYMBOL)) add(edge.to, "used by", handle, edge.tier);
    for (const { edge } of (backward[at] ?? []).slice(0, MAX_PER_SYMBOL))
      add(edge.from, relationOf(edge.kind), handle, edge.tier);
  }
  const { files } = view.index.corpus;
  const read = await readOutlines(
    view,
    wanted.map(({ file }) => files[file]!.doc),
  );
  const related: RelatedSymbol[] = [];
  for (const { name, overload, ...rest } of wanted) {
    const { doc } = files[rest.file]!;
    const { symbols } = read.get(doc) ?? (await outlineOf(view, doc));
    const symbol = symbols.find((one) => one.qualifiedName === name && one.overload === overload);
    if (symbol) related.push({ ...rest, symbol });
  }
  return related;
}

function relationOf(kind: EdgeKind): RelatedSymbol["relation"] {
  return kind === "calls" ? "calls" : kind === "overrides" ? "overrides" : "implements";
}

/** A symbol of a file of the corpus, before the file's outline is read. */
interface Located {
  path: string;
  file: number;
  name: string;
  overload: number;
}

function locate(view: SearchableView, handle: Handle): Located | null {
  const parsed = parseHandle(handle);
  if (!parsed || parsed.qualifiedName === null) return null;
  const { path, qualifiedName: name, overload } = parsed;
  const file = view.index.corpus.fileByPath.get(path);
  return file === undefined ? null : { path, file, name, overload };
}
