import type { DescribedHits, HitRequest } from "./describe-hits.ts";
import type { RankedFile } from "./rank/rank-scope.ts";
import { groupOf } from "./scope/places.ts";
import type { SearchHit } from "./search.ts";

export interface Shown {
  hits: readonly SearchHit[];
  /** With those that nothing but their rank spoke for. */
  described: readonly SearchHit[];
  lacksKinds: DescribedHits["lacksKinds"];
}

/** Why a file of the ranking is not among the hits; null for one that is. */
export function whyNotShown(
  { ranking: { scope }, filters }: Pick<HitRequest, "ranking" | "filters">,
  { hits, described, lacksKinds }: Shown,
): (entry: RankedFile) => string | null {
  const keyOf = (member: number, file: number) => `${member} ${file}`;
  const keysOf = (list: readonly SearchHit[]) =>
    new Set(list.map((hit) => keyOf(scope.memberOf(hit).position, hit.file)));
  const shown = keysOf(hits);
  const known = keysOf(described);
  return (entry) => {
    const key = keyOf(entry.member, entry.file);
    if (shown.has(key)) return null;
    if (known.has(key)) return "no word of the query is in the index, and nothing names the file";
    const member = scope.members[entry.member]!;
    const { cap = Number.POSITIVE_INFINITY } = member;
    const group = groupOf(member);
    if (hits.filter((hit) => hit.group === group).length >= cap)
      return group === member.name
        ? `its repository is shown with ${cap} files at most`
        : `${group} repositories are shown with ${cap} files at most`;
    if (lacksKinds.has(entry))
      return `defines nothing of the kind ${filters.kinds.join(" or ")} that matches`;
    return "below the limit";
  };
}
