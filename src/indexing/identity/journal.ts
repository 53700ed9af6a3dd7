import type { Handle } from "../../core/edges.ts";
import { pathOfHandle } from "../../core/handles.ts";
import type { Move } from "../../storage/contract.ts";

/** Older ones are let go; whoever still holds so many old handles asks by name. */
const MAX_MOVES = 2_000;

/** What an update found out about handles. */
export interface FoundMoves {
  moves: readonly Move[];
  /** Handles of symbols and files that ended: what moved there before ends with them. */
  ended: ReadonlySet<Handle>;
}

/** The journal with what is new: moves of moves lead to the last place, and what came back is no move. */
export function appendMoves(journal: readonly Move[], found: FoundMoves, keptFrom: number): readonly Move[] {
  const isKept = ({ at, to }: Move) =>
    at >= keptFrom && !found.ended.has(to) && !found.ended.has(pathOfHandle(to) as string as Handle);
  if (found.moves.length === 0 && journal.every(isKept)) return journal;
  const byFrom = new Map<Handle, Move>();
  for (const move of journal) if (isKept(move)) byFrom.set(move.from, move);
  for (const move of found.moves) {
    for (const [from, earlier] of byFrom)
      if (earlier.to === move.from) byFrom.set(from, { ...earlier, to: move.to });
    // Set anew, so that it counts as the latest.
    byFrom.delete(move.from);
    byFrom.set(move.from, move);
  }
  return [...byFrom.values()].filter(({ from, to }) => from !== to).slice(-MAX_MOVES);
}
