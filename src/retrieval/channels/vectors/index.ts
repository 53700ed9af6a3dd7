/**
 * Files that are close to the query in meaning, by one model for each member. Off without vectors, or when no model
 * answers: the features then are 0, and what is left is what was learned without them.
 */
import type { CorpusFile } from "../../corpus/corpus.ts";
import type { Understanding } from "../../query/understand.ts";
import type { ScopeMember } from "../../scope/scope.ts";
import { outlineOf } from "../../searchable-view.ts";
import type { Asked, Channel, ChannelTrace, Evidence, Feature } from "../contract.ts";
import { bestChunk, linesOfChunk } from "../explaining.ts";
import {
  aboveBackground,
  meanOf,
  VECTOR_FEATURES,
  type VectorFeature,
  type VectorScores,
} from "./vector-scores.ts";

/** Name of its trace, which is shown with the model. */
export const MEANING = "meaning";
const CLOSEST_DOCS = 30;
/** Of each of many members. */
const LEAST_CLOSEST_DOCS = 5;

const ABOUT: Record<VectorFeature, [about: string, phrase: string]> = {
  vectorMax: ["cosine of the closest passage", "a passage is close in meaning"],
  vectorTop3: ["mean cosine of the three closest passages", "several passages are close in meaning"],
  vectorFile: ["cosine of the whole file", "the file is close in meaning"],
  vectorPath: ["cosine of the path", "the path is close in meaning"],
};

const FEATURES: readonly Feature[] = VECTOR_FEATURES.map((name) => {
  const [about, phrase] = ABOUT[name];
  return { name, scale: "above background", about, phrase, isVague: true };
});

export const vectors: Channel<VectorEvidence> = {
  id: "vectors",
  features: FEATURES,
  tracePlace: 7,
  async gather(asked) {
    const scores = await asked.scope.ask((member) => scoreMember(member, asked));
    return asked.scope.members.map((member) => {
      const own = scores[member.position]!;
      const sameModel = scores.filter((one): one is VectorScores => one !== null && one.model === own?.model);
      const proposed = asked.scope.shareOf(CLOSEST_DOCS, LEAST_CLOSEST_DOCS);
      return new VectorEvidence(member, own, sameModel, proposed);
    });
  },
};

async function scoreMember(member: ScopeMember, asked: Asked): Promise<VectorScores | null> {
  const { view } = member;
  if (!view.vectors) return null;
  const problems: string[] = [];
  const scores = await view.vectors.score(questionOf(asked.understanding), problems, (work) =>
    asked.scope.once(view, work),
  );
  for (const problem of problems) asked.report(member, problem);
  return scores;
}

function questionOf({ text, groups, classification }: Understanding) {
  // Most of an issue's words are not what it is about: logs and templates would drown them.
  const terms =
    classification.kind === "report"
      ? groups.filter(({ source }) => source !== "joined" && source !== "short")
      : null;
  return { text, terms: terms?.map(({ term, weight }) => [term, weight] as const) };
}

export class VectorEvidence implements Evidence {
  readonly traces: readonly ChannelTrace[];
  readonly #member: ScopeMember;
  /** Of all members with the same model: only their cosines can be compared. */
  readonly #sameModel: readonly VectorScores[];
  readonly #proposed: number;
  #background: { key: string; of: number[]; best: number } | undefined;

  constructor(
    member: ScopeMember,
    readonly scores: VectorScores | null,
    sameModel: readonly VectorScores[],
    /** Documents that it proposes. */
    proposed: number,
  ) {
    this.#proposed = proposed;
    this.#member = member;
    this.#sameModel = sameModel;
    this.traces = scores ? [this.#trace(scores)] : [];
  }

  /** Known once all candidates were compared. */
  get background(): { key: string; of: number[]; best: number } {
    this.#background ??= {
      key: this.scores?.model ?? "",
      of: VECTOR_FEATURES.map((_name, at) => meanOf(this.#sameModel.map((one) => one.backgrounds[at]!))),
      best: Math.max(0, ...this.#sameModel.map((one) => one.best)),
    };
    return this.#background;
  }

  *proposals(): Iterable<number> {
    const { corpus, view } = this.#member;
    const least = view.width?.similarity ?? 0;
    for (const doc of this.scores?.closestDocs(this.#proposed) ?? []) {
      const file = corpus.filesOfDoc[doc]![0];
      if (file !== undefined && this.scores!.closest(doc) >= least) yield file;
    }
  }

  async prepare(candidates: readonly number[]): Promise<void> {
    const { files } = this.#member.corpus;
    await this.scores?.compare?.(candidates.map((file) => files[file]!));
  }

  fill(file: CorpusFile, row: Float64Array, at: number): void {
    this.scores?.fill(file, row, at);
  }

  /** 0 for the background, 1 for the chunk of any file that is closest to the query in meaning. */
  closeness(chunk: number): number {
    if (!this.scores) return 0;
    const { of, best } = this.background;
    return aboveBackground(this.scores.cosine(chunk), of[0]!, best);
  }

  #trace(scores: VectorScores): ChannelTrace {
    const { corpus, view } = this.#member;
    return {
      name: MEANING,
      valueOf: ({ file }) => scores.closest(corpus.files[file]!.doc),
      reason: async (file) => {
        const chunk = bestChunk(corpus, file, (at) => scores.cosine(at));
        const lines = linesOfChunk(corpus, file, chunk, await outlineOf(view, file.doc));
        return `${lines} have the cosine ${scores.cosine(chunk).toFixed(3)}`;
      },
    };
  }
}
