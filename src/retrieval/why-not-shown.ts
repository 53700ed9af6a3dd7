import { type HitRequest, shortlistOf } from "./describe-hits.ts";
import type { RankedFile } from "./rank/rank-scope.ts";
import type { SearchHit } from "./search.ts";

/** Why a file of the ranking is not among the hits; null for one that is. */
export function whyNotShown(
  { ranking, filters, limit }: HitRequest,
  hits: readonly SearchHit[],
  described: readonly SearchHit[],
): (entry: RankedFile) => string | null {
  const { members } = ranking.scope;
  const keysOf = (list: readonly SearchHit[]) => {
    const files = members.map(() => new Set<number>());
    for (const hit of list) files[ranking.scope.memberOf(hit).position]!.add(hit.file);
    return files;
  };
  const shown = keysOf(hits);
  const known = keysOf(described);
  const lacksKinds = members.map(() => new Set<number>());
  if (filters.kinds.length > 0) {
    // Files were looked at in order until the limit was reached, or the list ended.
    const end = described.at(-1);
    const last = ranking.files.findIndex(
      ({ file, member }) => end && file === end.file && member === ranking.scope.memberOf(end).position,
    );
    const looked =
      described.length < limit ? shortlistOf(ranking, filters, limit) : ranking.files.slice(0, last);
    for (const { file, member } of looked) lacksKinds[member]!.add(file);
  }
  return ({ member, file }) => {
    if (shown[member]!.has(file)) return null;
    if (known[member]!.has(file)) return "no word of the query is in the index, and nothing names the file";
    const { cap } = members[member]!;
    if (cap !== undefined && shown[member]!.size >= cap)
      return `its repository is shown with ${cap} files at most`;
    if (lacksKinds[member]!.has(file))
      return `defines nothing of the kind ${filters.kinds.join(" or ")} that matches`;
    return "below the limit";
  };
}
