import { displayPath } from "../core/rel-path.ts";
import type { Freshness, ViewSession } from "../engine/engine.ts";

/** How current an answer is: `generation 4, fresh` or what is known to be missing. Part of line 1 of every answer. */
export function freshnessOf(generation: number, freshness: Freshness): string {
  return `generation ${generation}, ${freshness.isFresh ? "fresh" : `pending: ${freshness.reason}`}`;
}

export function rootLine(session: ViewSession): string {
  const at = session.info.revision ? ` at ${session.info.revision.slice(0, 12)}` : "";
  return `${displayPath(session.info.root)}${at}`;
}
