/** Words of the query in paths: base names, directories, places named before a colon. */
import type { CorpusFile } from "../../corpus/corpus.ts";
import { titleOf } from "../../query/understand.ts";
import type { ScopeMember } from "../../scope/scope.ts";
import type { Asked, Channel, ChannelTrace, Evidence, Feature } from "../contract.ts";
import { spellTerms } from "../explaining.ts";
import { isPathTerm, type PathScores, scorePaths } from "./score-paths.ts";
import { scoreSpelledNames } from "./spelled-names.ts";

const FEATURES: readonly Feature[] = [
  asIs("stemRecall", "share of the query's mass in the base name", "file name matches"),
  asIs("stemPrecision", "share of the base name's words that the query holds", "file name matches"),
  asIs("stemFull", "1 when the query holds all words of the base name", "whole file name matches"),
  asIs("directoryRecall", "share of the query's mass in the directories", "directory matches"),
  asIs("pathRecall", "share of the query's mass in the path", "path matches"),
  asIs("stemSpelled", "its whole base name is spelled out in the first line", "file is named in the query"),
  asIs("placeHint", "share of the places named before a colon", "place named before the colon"),
];

function asIs(name: string, about: string, phrase: string): Feature {
  return { name, scale: "as is", about, phrase };
}

export const paths: Channel<PathEvidence> = {
  id: "paths",
  features: FEATURES,
  tracePlace: 3,
  async gather(asked) {
    const { members, totals } = asked.scope;
    const corpora = members.map(({ corpus }) => corpus);
    const scores = scorePaths(corpora, asked.terms, totals.files);
    const spelled = scoreSpelledNames(corpora, titleOf(asked.understanding));
    return members.map(
      (member) => new PathEvidence(asked, member, scores[member.position]!, spelled[member.position]!),
    );
  },
};

class PathEvidence implements Evidence {
  readonly traces: readonly ChannelTrace[];
  readonly #asked: Asked;
  readonly #member: ScopeMember;
  readonly #scores: PathScores;
  readonly #spelled: ReadonlyMap<number, number>;
  readonly #hints: ReadonlySet<string>;

  constructor(asked: Asked, member: ScopeMember, scores: PathScores, spelled: ReadonlyMap<number, number>) {
    this.#asked = asked;
    this.#member = member;
    this.#scores = scores;
    this.#spelled = spelled;
    this.#hints = new Set(asked.understanding.placeHints);
    this.traces = [
      {
        name: "paths",
        valueOf: ({ file }) => scores.pathRecall[file]!,
        reason: (file) => `the path holds ${spellTerms(asked, this.#wordsInPath(file))}`,
      },
    ];
  }

  addToOrder(order: Float64Array): void {
    const { stemRecall, pathRecall } = this.#scores;
    for (let file = 0; file < order.length; file++)
      order[file] = order[file]! + stemRecall[file]! + 0.6 * pathRecall[file]!;
    for (const [file, value] of this.#spelled) order[file] = order[file]! + value;
  }

  fill({ index, path }: CorpusFile, row: Float64Array, at: number): void {
    const { stemRecall, stemPrecision, directoryRecall, pathRecall } = this.#scores;
    row[at] = stemRecall[index]!;
    row[at + 1] = stemPrecision[index]!;
    row[at + 2] = stemPrecision[index]! >= 0.99 ? 1 : 0;
    row[at + 3] = directoryRecall[index]!;
    row[at + 4] = pathRecall[index]!;
    row[at + 5] = this.#spelled.get(index) ?? 0;
    row[at + 6] = this.#hints.size > 0 ? hintShare(path, this.#hints) : 0;
  }

  #wordsInPath(file: CorpusFile): string[] {
    const vocabulary = this.#member.corpus.paths;
    const all = this.#asked.terms.filter(isPathTerm).map(({ term }) => term);
    return all.filter((term) =>
      vocabulary
        .related(term, all)
        .some(
          (one) =>
            vocabulary.filesWithStem(one).includes(file.index) ||
            vocabulary.filesWithDirectory(one).includes(file.index),
        ),
    );
  }
}

/** Hints name a directory, a package or the file itself, often by a part: `core:`, `fix(router-store):`. */
function hintShare(path: string, hints: ReadonlySet<string>): number {
  const components = path.toLowerCase().split("/");
  const base = components.at(-1)!.replace(/\..*$/, "");
  let found = 0;
  for (const hint of hints) {
    if (components.slice(0, -1).includes(hint) || base === hint) found += 1;
    else if (components.some((component) => component.split(/[^a-z\d]+/).includes(hint))) found += 0.6;
  }
  return found / hints.size;
}
