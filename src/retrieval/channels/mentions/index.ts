/** Files whose paths the query names outright. */
import type { Corpus } from "../../corpus/corpus.ts";
import type { NamedPath } from "../../query/entities.ts";
import type { Channel, Evidence } from "../contract.ts";
import { percent } from "../explaining.ts";

export const mentions: Channel = {
  id: "mentions",
  features: [
    {
      name: "mention",
      scale: "as is",
      about: "how sure it is that a path in the query means the file",
      phrase: "path mentioned",
    },
  ],
  tracePlace: 4,
  async gather({ scope, understanding }) {
    const corpora = scope.members.map(({ corpus }) => corpus);
    return scoreMentions(corpora, understanding.entities.paths).map(evidenceOf);
  },
};

function evidenceOf(scores: ReadonlyMap<number, number>): Evidence {
  return {
    addToOrder(order) {
      for (const [file, value] of scores) order[file] = order[file]! + 2 * value;
    },
    fill({ index }, row, at) {
      row[at] = scores.get(index) ?? 0;
    },
    traces: [
      {
        name: "paths mentioned",
        valueOf: ({ file }) => scores.get(file) ?? 0,
        reason: ({ index }) => `named in the query, ${percent(scores.get(index) ?? 0)} sure`,
      },
    ],
  };
}

/** The longest common tail of components, over all members, decides. Value 0..1 by file, one map for each member. */
function scoreMentions(
  corpora: readonly Corpus[],
  mentioned: readonly NamedPath[],
): ReadonlyMap<number, number>[] {
  const scores = corpora.map(() => new Map<number, number>());
  for (const { path, weight } of mentioned) {
    const parts = path.split("/");
    const base = parts.at(-1)!;
    const stemJoined = base
      .replace(/\..*$/, "")
      .toLowerCase()
      .replace(/[^a-z\d]/g, "");
    const found = corpora.flatMap((corpus, member) =>
      (corpus.filesByStem.get(stemJoined) ?? [])
        .map((file) => ({ member, file, tail: commonTail(parts, corpus.files[file]!.path.split("/")) }))
        .filter(({ tail }) => tail > 0),
    );
    const longest = Math.max(0, ...found.map(({ tail }) => tail));
    const winners = found.filter(({ tail }) => tail === longest);
    for (const { member, file } of winners) {
      const value = weight / Math.sqrt(winners.length);
      scores[member]!.set(file, Math.max(scores[member]!.get(file) ?? 0, value));
    }
  }
  return scores;
}

/** Components equal from the end; the base name must be equal whole. */
function commonTail(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[a.length - 1 - length] === b[b.length - 1 - length])
    length++;
  return length;
}
