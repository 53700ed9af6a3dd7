/**
 * Files of several members in an order in which no member fills the list: each further file of one counts for less. Of
 * labelled questions to 31 repositories at once it raised those with a right file among ten from 93.1 to 94.4 in a hundred.
 */
import type { RankedFile } from "./rank-scope.ts";

/** Files of a member that nothing is taken from. */
const FREE_FILES = 2;
/** Scores are logarithms of odds. */
const POINTS_EACH = -0.4;
const MOST_POINTS = -2;

/** `files` by score, best first; what is taken from a score stands in `repeated`. */
export function spreadMembers(files: readonly RankedFile[], members: number): RankedFile[] {
  const queues = Array.from({ length: members }, (): RankedFile[] => []);
  for (const file of files) queues[file.member]!.push(file);
  const next = queues.map(() => 0);
  return files.map(() => {
    let best: RankedFile | undefined;
    for (const [member, queue] of queues.entries()) {
      const file = queue[next[member]!];
      if (!file) continue;
      const repeated = pointsOf(next[member]!);
      const score = file.score + repeated;
      if (best === undefined || score > best.score)
        best = repeated === 0 ? file : { ...file, score, repeated };
    }
    next[best!.member]! += 1;
    return best!;
  });
}

function pointsOf(earlier: number): number {
  const further = Math.max(0, earlier + 1 - FREE_FILES);
  return further === 0 ? 0 : Math.max(MOST_POINTS, further * POINTS_EACH);
}
