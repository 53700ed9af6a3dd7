/**
 * What past commits tell: a task that is worded like an earlier one is likely to touch its files. That files change together
 * was tried as a feature, too: its weight came out at zero beside those of links and directories. By commits before the revision that was indexed alone, so the same revision gives the same answer.
 * Off without a history, or while it is read: the features then are 0.
 */
import { firstOf } from "../../../core/first-of.ts";
import type { CorpusFile } from "../../corpus/corpus.ts";
import type { ScopeMember } from "../../scope/scope.ts";
import { type Asked, type Channel, type ChannelTrace, type Evidence, gatherEach } from "../contract.ts";
import type { SimilarCommit } from "./commit-index.ts";
import { commitIndexOf, isOwnWord } from "./similar-commits.ts";

/** Commits that are looked at; messages further down share a word or two with any query. */
const MOST_SIMILAR = 40;
const MIN_SHARE = 0.12;
const PROPOSED = 20;

export const history: Channel<HistoryEvidence> = {
  id: "history",
  features: [
    {
      name: "historyBest",
      scale: "as is",
      about: "share of the query in the message of a past commit that changed the file",
      phrase: "a similar past commit changed it",
    },
    {
      name: "historySum",
      scale: "relative to best",
      about: "the same over all similar past commits, those of few files more",
      phrase: "similar past commits changed it",
      isVague: true,
    },
  ],
  tracePlace: 8,
  startsEarly: true,
  gather: gatherEach(gatherHistory),
};

async function gatherHistory(member: ScopeMember, { terms }: Asked): Promise<HistoryEvidence> {
  const commits = (await member.view.commits?.read()) ?? null;
  const index = commits && commitIndexOf(commits);
  return new HistoryEvidence(member, index?.similar(terms.filter(isOwnWord), MOST_SIMILAR) ?? []);
}

class HistoryEvidence implements Evidence {
  readonly traces: readonly ChannelTrace[];
  readonly #member: ScopeMember;
  readonly #best = new Map<number, SimilarCommit>();
  readonly #sum = new Map<number, number>();

  constructor(member: ScopeMember, similar: readonly SimilarCommit[]) {
    this.#member = member;
    for (const found of similar) if (found.share >= MIN_SHARE) this.#add(found);
    this.traces = [
      {
        name: "past commits",
        valueOf: ({ file }) => this.#best.get(file)?.share ?? 0,
        reason: ({ index: file }) => this.#reason(file),
      },
    ];
  }

  #add(found: SimilarCommit): void {
    const { fileByPath } = this.#member.corpus;
    const { paths } = found.commit;
    for (const path of paths) {
      const file = fileByPath.get(path);
      if (file === undefined) continue;
      if (!this.#best.has(file)) this.#best.set(file, found);
      this.#sum.set(file, (this.#sum.get(file) ?? 0) + found.share ** 2 / Math.sqrt(paths.length));
    }
  }

  *proposals(): Iterable<number> {
    const strongest = firstOf(this.#sum, PROPOSED, ([a, x], [b, y]) => y - x || a - b);
    for (const [file] of strongest) yield file;
  }

  fill({ index }: CorpusFile, row: Float64Array, at: number): void {
    row[at] = this.#best.get(index)?.share ?? 0;
    row[at + 1] = this.#sum.get(index) ?? 0;
  }

  #reason(file: number): string {
    const { commit } = this.#best.get(file)!;
    return `changed by ${commit.id.slice(0, 10)}: ${commit.message.split("\n", 1)[0]!.slice(0, 100)}`;
  }
}
