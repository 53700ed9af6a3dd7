/** Links between files: what is linked with strong matches, what tests point at, what many files use. */
import { firstOf } from "../../../core/first-of.ts";
import type { Corpus, CorpusFile } from "../../corpus/corpus.ts";
import type { ScopeMember } from "../../scope/scope.ts";
import {
  type Channel,
  type ChannelTrace,
  type Evidence,
  type Feature,
  type Gathered,
  gatherEach,
} from "../contract.ts";
import { listWords } from "../explaining.ts";
import { words } from "../words/index.ts";
import { neighbourFiles } from "./neighbour-files.ts";
import {
  addDirectoryMass,
  addNeighbours,
  orderBy,
  pointFromTests,
  rowFinder,
  STRONG,
} from "./second-pass.ts";

const FEATURES: readonly Feature[] = [
  {
    name: "testPointer",
    scale: "as is",
    about: "how strongly the text of its test matches",
    phrase: "its test matches",
  },
  {
    name: "directoryMass",
    scale: "as is",
    about: "ranks of the strong files in its directory",
    phrase: "neighbours in its directory match",
    isVague: true,
  },
  {
    name: "neighbour",
    scale: "as is",
    about: "ranks of the strong files that it is linked with",
    phrase: "linked with strong matches",
    isVague: true,
  },
  {
    name: "centrality",
    scale: "as is",
    about: "logarithm of the number of files with links into it",
    phrase: "many files use it",
  },
];
const CENTRALITY = FEATURES.findIndex(({ name }) => name === "centrality");
/** A file that about a thousand others point into is as central as it gets. */
const CENTRALITY_SCALE = 10;
const STRONG_TESTS = 20;

export const graph: Channel<GraphEvidence> = {
  id: "graph",
  features: FEATURES,
  tracePlace: 5,
  gather: gatherEach(async ({ view, corpus }, { scope }) => {
    const inbound = await scope.once(view, () => view.index.inboundCounts(view.reader));
    return new GraphEvidence(corpus, inbound);
  }),
  async secondPass(pass, evidence) {
    const { scope, layout, candidates, scores } = pass;
    const columns = {
      testPointer: layout.columnOf("testPointer"),
      directoryMass: layout.columnOf("directoryMass"),
      neighbour: layout.columnOf("neighbour"),
    };
    const order = orderBy(candidates, scores);
    const strong = order.slice(0, STRONG).map((at) => candidates[at]!);
    await scope.ask(async (member) => {
      const own = strong.filter((candidate) => candidate.member === member.position);
      await evidence[member.position]!.readNeighbours(
        member,
        own.map(({ file }) => file),
      );
    });
    const rowOf = rowFinder(pass);
    const neighboursOf = ({ member, file }: { member: number; file: number }) =>
      evidence[member]!.neighbours.get(file) ?? [];
    pointFromTests(pass, columns, rowOf);
    addDirectoryMass(pass, columns, order);
    addNeighbours(pass, columns, order, neighboursOf, rowOf);
    for (const one of evidence) one.neighbourColumn = columns.neighbour;
  },
};

class GraphEvidence implements Evidence {
  /** Of the best files of the first pass, the files they are linked with. */
  readonly neighbours = new Map<number, readonly number[]>();
  neighbourColumn = 0;
  readonly traces: readonly ChannelTrace[];
  readonly #corpus: Corpus;
  readonly #inbound: ArrayLike<number>;

  constructor(corpus: Corpus, inbound: ArrayLike<number>) {
    this.#corpus = corpus;
    this.#inbound = inbound;
    this.traces = [
      {
        name: "linked with strong matches",
        valueOf: ({ row }) => row[this.neighbourColumn]!,
        reason: ({ index }) => `linked with ${listWords(this.#linkedWith(index))}`,
      },
    ];
  }

  /** Tests whose text matches, wherever tests are held back to, and what they test. */
  *proposals(found: readonly number[], gathered: Gathered): Iterable<number> {
    const text = gathered.of(words)?.text;
    if (!text) return;
    const tests = found.filter((file) => this.#corpus.files[file]!.facts.flags.has("test"));
    for (const file of firstOf(tests, STRONG_TESTS, (a, b) => text[b]! - text[a]! || a - b)) {
      yield file;
      yield* this.#corpus.testedBy.get(file) ?? [];
    }
  }

  fill({ index }: CorpusFile, row: Float64Array, at: number): void {
    row[at + CENTRALITY] = Math.min(1, Math.log2(1 + this.#inbound[index]!) / CENTRALITY_SCALE);
  }

  async readNeighbours({ view }: ScopeMember, files: readonly number[]): Promise<void> {
    const found = await neighbourFiles(view, files);
    for (const [at, file] of files.entries()) this.neighbours.set(file, found[at]!);
  }

  #linkedWith(at: number): string[] {
    return [...this.neighbours]
      .filter(([, linked]) => linked.includes(at))
      .map(([file]) => this.#corpus.files[file]!.path);
  }
}
