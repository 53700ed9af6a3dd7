/**
 * Who gets how many places of an answer. What is worked on comes first; repositories that are there to look things up in
 * stand in groups behind it, each with few places of its own: what somebody asked for by its kind is shown, however well
 * the other code fits.
 */
import type { SearchMember } from "./member.ts";

/** Null: what is worked on. */
export type Group = string | null;

/** One after the other, as long as there is room: the files of a group until it has so many. */
export interface Turn {
  group: Group;
  most: number;
}

type Grouped = Pick<SearchMember, "name" | "weight" | "cap" | "group">;

export function groupOf({ name, cap, group }: Grouped): Group {
  return cap === undefined ? null : (group ?? name);
}

/** In the order of the answer; those that count for more come first. */
export function groupsOf(members: readonly Grouped[]): Group[] {
  const weights = new Map<string, number>();
  for (const member of members) {
    const group = groupOf(member);
    if (group !== null) weights.set(group, Math.max(weights.get(group) ?? 0, member.weight ?? 1));
  }
  const behind = [...weights].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([group]) => group);
  const hasOwn = members.some((member) => groupOf(member) === null);
  return hasOwn ? [null, ...behind] : behind;
}

/** Own code keeps at least half of the places; what one group leaves free the others may take. */
export function turnsOf(members: readonly Grouped[], places: number): Turn[] {
  const groups = groupsOf(members);
  const behind = groups.filter((group) => group !== null);
  const mosts = new Map(behind.map((group) => [group, capOf(members, group)] as const));
  const kept = new Map<string, number>(behind.map((group) => [group, 0]));
  let free = behind.length < groups.length ? Math.floor(places / 2) : places;
  const wants = (group: string) => kept.get(group)! < mosts.get(group)!;
  for (let wanting = behind.filter(wants); free > 0 && wanting.length > 0; wanting = wanting.filter(wants)) {
    for (const group of wanting.slice(0, free)) kept.set(group, kept.get(group)! + 1);
    free -= Math.min(free, wanting.length);
  }
  const set = [...kept.values()].reduce((sum, one) => sum + one, 0);
  const turnOf = (own: number, others: ReadonlyMap<string, number>) =>
    groups.map((group) => ({ group, most: group === null ? own : others.get(group)! }));
  return behind.length === 0
    ? turnOf(places, mosts)
    : [...turnOf(places - set, kept), ...turnOf(places, mosts)];
}

function capOf(members: readonly Grouped[], group: string): number {
  return Math.max(...members.filter((one) => groupOf(one) === group).map(({ cap }) => cap!));
}
