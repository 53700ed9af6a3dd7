/** From a handle that nothing has any more to where the journal says it is now. */
import { type Handle, handleOf } from "../core/edges.ts";
import { type ParsedHandle, parseHandle } from "../core/handles.ts";
import type { Move, MoveReason } from "../storage/contract.ts";

/** A symbol that was renamed and moved again and again; more is a mistake. */
const MAX_HOPS = 8;

export interface FollowedMove {
  to: ParsedHandle;
  /** How the last step is known. */
  reason: MoveReason;
}

/** Where the journal leads, step by step; the first place for which `isThere` holds ends the way. Null when none does. */
export async function followMoves(
  moves: readonly Move[],
  from: ParsedHandle,
  isThere: (place: ParsedHandle) => Promise<boolean>,
): Promise<FollowedMove | null> {
  const byFrom = new Map(moves.map((move) => [move.from, move]));
  let at = from;
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const next = step(byFrom, at);
    if (!next) return null;
    if (await isThere(next.to)) return next;
    at = next.to;
  }
  return null;
}

/** By the handle itself, then by what holds it: a renamed class, a moved file. */
function step(byFrom: ReadonlyMap<Handle, Move>, at: ParsedHandle): FollowedMove | null {
  const exact = byFrom.get(textOf(at));
  if (exact) return landing(exact, "", 0);
  const parts = at.qualifiedName?.split(".") ?? [];
  for (let length = parts.length - 1; length >= 0; length--) {
    const holder = {
      ...at,
      qualifiedName: length === 0 ? null : parts.slice(0, length).join("."),
      overload: 0,
    };
    const move = byFrom.get(textOf(holder));
    if (move) return landing(move, parts.slice(length).join("."), at.overload);
  }
  return null;
}

function landing({ to, reason }: Move, rest: string, overload: number): FollowedMove | null {
  const place = parseHandle(to);
  if (!place) return null;
  if (rest === "") return { to: place, reason };
  const qualifiedName = place.qualifiedName === null ? rest : `${place.qualifiedName}.${rest}`;
  return { to: { path: place.path, qualifiedName, overload }, reason };
}

function textOf({ path, qualifiedName, overload }: ParsedHandle): Handle {
  return qualifiedName === null ? handleOf(path) : handleOf(path, { qualifiedName, overload });
}
