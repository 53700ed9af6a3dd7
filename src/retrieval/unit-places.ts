/** Where frameworks see models, routes, jobs and the like, for questions that ask for some of them: `type:model`. */
import type { SearchMember } from "./scope/member.ts";

export interface UnitPlace {
  type: string;
  startLine: number;
  endLine: number;
}

/** By path, in document order. */
export type UnitPlaces = ReadonlyMap<string, readonly UnitPlace[]>;

/** The places of the asked types, by the name of the member; null when no type is asked for. */
export async function askedUnits(
  members: readonly SearchMember[],
  types: readonly string[],
): Promise<ReadonlyMap<string, UnitPlaces> | null> {
  if (types.length === 0) return null;
  const found = new Map<string, UnitPlaces>();
  for (const { name, view } of members) {
    const all = [...((await view.unitPlaces?.()) ?? [])];
    const wanted = all.map(
      ([path, units]) => [path, units.filter(({ type }) => types.includes(type))] as const,
    );
    found.set(name, new Map(wanted.filter(([, units]) => units.length > 0)));
  }
  return found;
}

/** Spans that overlap a unit; where the words stand elsewhere in the file, the units themselves. */
export function spansOfUnits<S extends { startLine: number; endLine: number }>(
  spans: readonly S[],
  units: readonly UnitPlace[],
  limit: number,
): S[] {
  const [first] = spans;
  const over = spans.filter((span) =>
    units.some(({ startLine, endLine }) => span.startLine <= endLine && span.endLine >= startLine),
  );
  if (over.length > 0 || !first) return over.slice(0, limit);
  return units.slice(0, limit).map(({ startLine, endLine }) => ({
    ...first,
    startLine,
    endLine,
    symbol: undefined,
    signature: undefined,
  }));
}
