/** Why each channel proposed each file, in words. Costs outlines of the proposed files, so only explanations ask for it. */
import { FIELDS } from "../core/facts.ts";
import type { LexicalGroup } from "./channels/lexical.ts";
import type { Corpus, CorpusFile } from "./corpus/corpus.ts";
import { termsInChunks } from "./rank/choose-spans.ts";
import type { Ranking } from "./rank/rank-files.ts";
import { outlineOf, type SearchableView } from "./searchable-view.ts";
import type { ChannelName, SearchTrace } from "./trace.ts";

const NAME = FIELDS.indexOf("name");
const MAX_WORDS = 6;

/** Fills in `reason` of every proposal. */
export async function giveReasons(
  view: SearchableView,
  ranking: Ranking,
  spelling: ReadonlyMap<string, string>,
  trace: SearchTrace,
): Promise<void> {
  const reasons = new Reasons(view, ranking, spelling);
  for (const { name, proposals } of trace.channels) {
    for (const proposal of proposals)
      proposal.reason = await reasons.of(name, view.index.corpus.fileByPath.get(proposal.path)!);
  }
}

class Reasons {
  private readonly corpus: Corpus;

  constructor(
    private readonly view: SearchableView,
    private readonly ranking: Ranking,
    /** Stem of a word of the query → the word as it is written there. */
    private readonly spelling: ReadonlyMap<string, string>,
  ) {
    this.corpus = view.index.corpus;
  }

  async of(channel: ChannelName, at: number): Promise<string> {
    const file = this.corpus.files[at]!;
    const { names, words, mentions, vectors, ages } = this.ranking.inputs;
    switch (channel) {
      case "exact type name":
      case "exact function name":
        return `defines ${list(names.found.get(file.doc) ?? [])}`;
      case "words as names":
        return `defines ${list(words.found.get(file.doc) ?? [])}`;
      case "passages (BM25)":
        return this.passage(file);
      case "whole files (BM25)":
        return `holds ${percent(this.ranking.lexical.coverage[file.doc]!)} of the query's weight`;
      case "definition names":
        return `names hold ${this.spelled(this.wordsInNames(file))}`;
      case "paths":
        return `the path holds ${this.spelled(this.wordsInPath(file))}`;
      case "paths mentioned":
        return `named in the query, ${percent(mentions.get(at) ?? 0)} sure`;
      case "linked with strong matches":
        return `linked with ${list(this.linkedWith(at))}`;
      case "changed lately":
        return `changed ${ages?.get(file.path) ?? 0} commits before the newest`;
      case "meaning":
        return vectors ? this.closest(file, vectors.chunk) : "";
    }
  }

  private spelled(terms: readonly string[]): string {
    return list(new Set(terms.map((term) => this.spelling.get(term) ?? term)));
  }

  private async passage(file: CorpusFile): Promise<string> {
    const chunk = this.bestChunk(file, this.ranking.lexical.chunkScore);
    const found = termsInChunks(this.ranking.groups, this.ranking.lexical.idf, new Set([chunk])).get(chunk);
    return `${await this.linesOf(file, chunk)} hold ${this.spelled(found ?? [])}`;
  }

  private async closest(file: CorpusFile, cosines: Float32Array): Promise<string> {
    const chunk = this.bestChunk(file, cosines);
    return `${await this.linesOf(file, chunk)} have the cosine ${cosines[chunk]!.toFixed(3)}`;
  }

  private bestChunk({ doc }: CorpusFile, scores: ArrayLike<number>): number {
    let best = this.corpus.chunkBase[doc]!;
    for (let chunk = best; chunk < this.corpus.chunkBase[doc + 1]!; chunk++)
      if (scores[chunk]! > scores[best]!) best = chunk;
    return best;
  }

  private async linesOf({ doc }: CorpusFile, chunk: number): Promise<string> {
    const { chunks } = await outlineOf(this.view, doc);
    const span = chunks[chunk - this.corpus.chunkBase[doc]!]?.span;
    return span ? `lines ${span.startLine}-${span.endLine}` : "the file";
  }

  private wordsInNames({ doc }: CorpusFile): string[] {
    const [from, to] = [this.corpus.chunkBase[doc]!, this.corpus.chunkBase[doc + 1]!];
    const isNamed = ({ members }: LexicalGroup) =>
      members.some(({ postings: { chunks, fields } }) =>
        chunks.some((chunk, at) => fields[at] === NAME && chunk >= from && chunk < to),
      );
    return this.ranking.groups.filter(isNamed).map(({ term }) => term);
  }

  private wordsInPath(file: CorpusFile): string[] {
    const { paths } = this.corpus;
    const terms = this.ranking.groups.filter(
      (group) => group.source !== "joined" && group.source !== "whole",
    );
    const all = terms.map(({ term }) => term);
    return all.filter((term) =>
      paths
        .related(term, all)
        .some(
          (one) =>
            paths.filesWithStem(one.term).includes(file.index) ||
            paths.filesWithDirectory(one.term).includes(file.index),
        ),
    );
  }

  private linkedWith(at: number): string[] {
    return [...this.ranking.neighbours]
      .filter(([, linked]) => linked.includes(at))
      .map(([file]) => this.corpus.files[file]!.path);
  }
}

function list(words: Iterable<string>): string {
  const all = [...words];
  const rest = all.length - MAX_WORDS;
  return `${all.slice(0, MAX_WORDS).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
