/** Definitions of what the query names: as code (`OrderService.place`), or by plain words that are a whole name. */
import type { CorpusFile } from "../../corpus/corpus.ts";
import { titleOf, type Understanding } from "../../query/understand.ts";
import type { ScopeMember } from "../../scope/scope.ts";
import type { Channel, ChannelTrace, Evidence, Feature } from "../contract.ts";
import { listWords } from "../explaining.ts";
import { type NameScores, scoreNames } from "./score-names.ts";
import { wordsAsNames } from "./words-as-names.ts";

const FEATURES: readonly Feature[] = [
  asIs("exactType", "defines a type of a name in the query", "defines the type named"),
  asIs("exactCallable", "defines a function of a name in the query", "defines the function named"),
  asIs("exactOther", "defines something else of a name in the query", "defines the name"),
  asIs("exactQualified", "defines a name with the owner that the query gives", "defines the qualified name"),
  asIs("exactSum", "how many of the names it defines, in thirds", "defines several of the names"),
  asIs("stemIsSymbol", "its base name is a name in the query", "file is named like the symbol"),
  asIs("wordIsType", "defines a type named by words of the query", "a type is named by these words"),
  asIs(
    "wordIsCallable",
    "defines a function named by words of the query",
    "a function is named by these words",
  ),
];

function asIs(name: string, about: string, phrase: string): Feature {
  return { name, scale: "as is", about, phrase };
}

export const names: Channel<NameEvidence> = {
  id: "names",
  features: FEATURES,
  tracePlace: 1,
  async gather({ scope, understanding }) {
    const asCode = await scoreNames(scope, understanding.entities.symbols);
    const asWords = await scoreNames(scope, wordsAsNames(titleOf(understanding)));
    const stems = symbolStems(understanding);
    return scope.members.map(
      (member) => new NameEvidence(member, asCode[member.position]!, asWords[member.position]!, stems),
    );
  },
};

function symbolStems({ entities }: Understanding): Map<string, number> {
  return new Map(
    entities.symbols.map(({ name, weight }) => [name.toLowerCase().replace(/[^a-z\d]/g, ""), weight]),
  );
}

export class NameEvidence implements Evidence {
  readonly traces: readonly ChannelTrace[];
  readonly #member: ScopeMember;
  readonly #asCode: NameScores;
  readonly #asWords: NameScores;
  readonly #stems: ReadonlyMap<string, number>;

  constructor(
    member: ScopeMember,
    asCode: NameScores,
    asWords: NameScores,
    stems: ReadonlyMap<string, number>,
  ) {
    this.#member = member;
    this.#asCode = asCode;
    this.#asWords = asWords;
    this.#stems = stems;
    this.traces = [
      this.#trace("exact type name", asCode.exactType, asCode.found),
      this.#trace("exact function name", asCode.exactCallable, asCode.found),
      this.#trace("words as names", asWords.exactType, asWords.found),
    ];
  }

  /** Whether a type or a function has a name that the query gives. */
  get hasDefinition(): boolean {
    return this.#asCode.exactType.size + this.#asCode.exactCallable.size > 0;
  }

  addToOrder(order: Float64Array): void {
    const { filesOfDoc } = this.#member.corpus;
    const add = (scores: ReadonlyMap<number, number>, factor: number) => {
      for (const [doc, value] of scores)
        for (const file of filesOfDoc[doc]!) order[file] = order[file]! + factor * value;
    };
    add(this.#asCode.exactType, 1);
    add(this.#asCode.exactCallable, 1);
    add(this.#asWords.exactType, 0.5);
  }

  fill({ doc, facts }: CorpusFile, row: Float64Array, at: number): void {
    const { exactType, exactCallable, exactOther, exactQualified, exactSum } = this.#asCode;
    row[at] = exactType.get(doc) ?? 0;
    row[at + 1] = exactCallable.get(doc) ?? 0;
    row[at + 2] = exactOther.get(doc) ?? 0;
    row[at + 3] = exactQualified.get(doc) ?? 0;
    row[at + 4] = Math.min(1, (exactSum.get(doc) ?? 0) / 3);
    row[at + 5] = this.#stems.get(facts.stemJoined) ?? 0;
    row[at + 6] = this.#asWords.exactType.get(doc) ?? 0;
    row[at + 7] = this.#asWords.exactCallable.get(doc) ?? 0;
  }

  #trace(
    name: string,
    scores: ReadonlyMap<number, number>,
    found: ReadonlyMap<number, ReadonlySet<string>>,
  ): ChannelTrace {
    const { files } = this.#member.corpus;
    return {
      name,
      valueOf: ({ file }) => scores.get(files[file]!.doc) ?? 0,
      reason: ({ doc }) => `defines ${listWords(found.get(doc) ?? [])}`,
    };
  }
}
