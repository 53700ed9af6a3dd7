/**
 * Files that changed lately. Ages are counted in commits before the one that was indexed, so the same commit gives the
 * same bytes. Edits that are not committed do not count: what is being worked on would come up while it is worked on.
 *
 * Weights are set by hand, learned for no kind of query. A file that changed lately changes again, so messages of
 * commits, which the ranker learns from, would make of recency far more than it is worth for a question; and the trees
 * of the labelled sets have no history. So it only breaks near ties, unless the query asks for it: `recently`, `last
 * commit`, `regression`, `since`. Off without a history: both features then are 0.
 */
import type { ScopeMember } from "../../scope/scope.ts";
import { type Asked, type Channel, type Evidence, gatherEach } from "../contract.ts";

/** Commits after which a change counts half. */
const HALF_LIFE = 50;

export const recency: Channel = {
  id: "recency",
  features: [
    {
      name: "recency",
      scale: "as is",
      about: `halves with every ${HALF_LIFE} commits since the file changed`,
      weight: 0.15,
    },
    {
      name: "recencyAsked",
      scale: "as is",
      about: "the same, when the query asks for what changed lately",
      phrase: "changed lately",
      weight: 2.5,
    },
  ],
  tracePlace: 6,
  startsEarly: true,
  gather: gatherEach(gatherAges),
};

async function gatherAges(member: ScopeMember, asked: Asked): Promise<Evidence> {
  const { view, corpus } = member;
  const problems: string[] = [];
  const ages = (await view.ages?.read(problems)) ?? null;
  for (const problem of problems) asked.report(member, problem);
  if (!ages) return { fill: () => {} };
  const isAsked = asked.understanding.classification.lifts.recent;
  const freshnessOf = (path: string) => {
    const age = ages.get(path);
    return age === undefined ? 0 : 2 ** (-age / HALF_LIFE);
  };
  return {
    fill({ path }, row, at) {
      row[at] = freshnessOf(path);
      if (isAsked) row[at + 1] = row[at]!;
    },
    traces: [
      {
        name: "changed lately",
        valueOf: ({ file }) => (isAsked ? freshnessOf(corpus.files[file]!.path) : 0),
        reason: ({ path }) => `changed ${ages.get(path) ?? 0} commits before the newest`,
      },
    ],
  };
}
