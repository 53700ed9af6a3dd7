/** Symbols that share neighbours with one, as an answer. */
import { plural } from "../../core/counts.ts";
import type { ScopeSession, SymbolGroup } from "../../engine/engine.ts";
import type { Answer } from "../contract.ts";
import { nameIn } from "../render-symbol.ts";
import { placeLines } from "./place-lines.ts";

/** Shared neighbours that are named; the rest is counted. */
const NAMED = 2;

export async function relatedAnswer(
  session: ScopeSession,
  group: SymbolGroup,
  limit: number,
): Promise<Answer> {
  const related = await session.searcher.related(group, limit);
  const places = related.map(({ path, line, handle, shared }) => {
    const names = shared.slice(0, NAMED).map((one) => lastName(one));
    const rest = shared.length > NAMED ? ` +${shared.length - NAMED}` : "";
    return { path, lines: [line], label: `${nameIn(path, handle)} (${names.join(", ")}${rest})` };
  });
  return {
    head: `${plural(related.length, "symbol")} with neighbours in common with ${group.qualifiedName}, in brackets what they share`,
    body: placeLines(places),
    data: {
      fields: { symbol: { path: group.path, qualifiedName: group.qualifiedName }, relation: "related" },
      lists: { related },
    },
    outcome: related.length > 0 ? "found" : "none",
    quotes: [group.path, ...related.map(({ path }) => path)],
  };
}

function lastName(handle: string): string {
  return handle.slice(Math.max(handle.lastIndexOf("#"), handle.lastIndexOf(".")) + 1);
}
