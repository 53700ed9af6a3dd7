/** Symbols and traces as short text: one line per thing, `path:line` first so that it can be clicked and read. */
import { plural } from "../core/counts.ts";
import type { Handle, Tier } from "../core/edges.ts";
import { handleOf, TIERS } from "../core/edges.ts";
import { parseHandle } from "../core/handles.ts";
import { displayPath } from "../core/rel-path.ts";
import { spokenName } from "../core/spoken-name.ts";
import type { SymbolGroup, Trace, TraceRow } from "../engine/engine.ts";
import type { Answer } from "./contract.ts";
import { type Suggestion, suggestSearch } from "./suggestion.ts";

export function placeOf(path: string, startLine: number, endLine = startLine): string {
  const lines = endLine > startLine ? `${startLine}-${endLine}` : `${startLine}`;
  return `${displayPath(path)}:${lines}`;
}

export function candidateLine(group: SymbolGroup): string {
  if (group.isFile) return `${displayPath(group.path)}  file, ${plural(group.hits.length, "symbol")}`;
  const { symbol } = group.hits[0]!;
  const overloads = group.hits.length > 1 ? `  (${group.hits.length} declarations)` : "";
  const place = placeOf(group.path, symbol.span.startLine, symbol.span.endLine);
  return `${place}  ${symbol.kind} ${symbol.qualifiedName}${overloads}`;
}

/** `5 resolved, 1 heuristic`; empty tiers are left out. */
export function tierCounts(rows: readonly { tier: Tier }[]): string {
  return TIERS.map((tier) => ({ tier, count: rows.filter((row) => row.tier === tier).length }))
    .filter(({ count }) => count > 0)
    .map(({ tier, count }) => `${count} ${tier}`)
    .join(", ");
}

const MAX_LINES_SHOWN = 8;

/** `  src/a.ts:12,40  Class.method  calls, resolved`, indented by depth. */
export function traceLine(row: TraceRow): string {
  const shown = row.lines.slice(0, MAX_LINES_SHOWN).join(",");
  const more = row.lines.length > MAX_LINES_SHOWN ? `,+${row.lines.length - MAX_LINES_SHOWN}` : "";
  const marks = [
    row.kind,
    row.tier,
    viaText(row),
    row.isRepeated ? "seen above" : "",
    row.leftOut > 0 ? `${row.leftOut} more` : "",
  ];
  const indent = "  ".repeat(row.depth - 1);
  const place = `${displayPath(row.site)}${shown === "" ? "" : `:${shown}${more}`}`;
  return `${indent}${place}  ${nameIn(row.site, row.handle)}  ${marks.filter(Boolean).join(", ")}`;
}

function viaText({ contract, through, via, site }: TraceRow): string {
  if (contract !== undefined) return `over ${contract}`;
  return through ? `${via} through ${nameIn(site, through)}` : (via ?? "");
}

/** The symbol alone when its file was just named, the whole handle otherwise. */
export function nameIn(path: string, handle: Handle): string {
  if (handle === path) return "(top level)";
  const parsed = parseHandle(handle);
  if (!parsed || parsed.path !== path) return nameOfHandle(handle);
  return `${parsed.qualifiedName}${parsed.overload > 0 ? `~${parsed.overload}` : ""}`;
}

/** The symbol's part of a handle, or `(file)` and its path when the whole file is meant. */
export function nameOfHandle(handle: Handle): string {
  const parsed = parseHandle(handle);
  if (!parsed || parsed.qualifiedName === null) return `(file ${displayPath(handle)})`;
  return `${displayPath(parsed.path)}#${parsed.qualifiedName}${parsed.overload > 0 ? `~${parsed.overload}` : ""}`;
}

/** Rows below their parents, in the order they were found. */
export function traceTree(trace: Trace): TraceRow[] {
  const children = new Map<number, number[]>();
  trace.rows.forEach((row, at) => {
    const siblings = children.get(row.parent);
    if (siblings) siblings.push(at);
    else children.set(row.parent, [at]);
  });
  const ordered: TraceRow[] = [];
  const visit = (parent: number) => {
    for (const at of children.get(parent) ?? []) {
      ordered.push(trace.rows[at]!);
      visit(at);
    }
  };
  visit(-1);
  return ordered;
}

export function handleOfGroup({ path, hits, isFile }: SymbolGroup): Handle {
  return isFile ? handleOf(path) : handleOf(path, hits[0]!.symbol);
}

export function notFoundAnswer(name: string, suggestions: readonly string[]): Answer {
  return {
    head: `no symbol named ${spokenName(name)}`,
    body: suggestions.length > 0 ? [`similar names: ${suggestions.join(", ")}`] : [],
    next: suggestSearch(name),
    data: { fields: { suggestions }, lists: { candidates: [] } },
    outcome: "none",
    quotes: [],
  };
}

/** The same question about one candidate, by its handle. */
export type SuggestCandidate = (handle: string) => Suggestion;

export function ambiguousAnswer(
  name: string,
  groups: readonly SymbolGroup[],
  suggest: SuggestCandidate,
): Answer {
  return {
    head: `${plural(groups.length, "symbol")} named ${spokenName(name)}, best first`,
    body: groups.map(candidateLine),
    next: suggest(handleOfGroup(groups[0]!)),
    data: { fields: {}, lists: { candidates: groups } },
    outcome: "found",
    quotes: groups.map((group) => group.path),
  };
}
