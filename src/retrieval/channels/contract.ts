/**
 * What a retrieval channel is: one way to find files, in a folder of its own. It gathers evidence over all members of
 * the scope, adds a table of features to the ranker, and explains itself. `all.ts` lists the channels.
 *
 * A question goes through these steps: `gather`, then the evidence of all channels chooses the candidates (`addToOrder`,
 * `heldBack`, `proposals`), is completed for them (`prepare`) and tells what it knows of each (`fill`); values are
 * scaled over the candidates of all members as the table says; after a first score, `secondPass` adds what depends on
 * how other files scored. A channel that is off, or has nothing to say, leaves its features at 0: they then add nothing.
 */
import type { CorpusFile } from "../corpus/corpus.ts";
import type { Understanding } from "../query/understand.ts";
import type { FeatureLayout } from "../rank/feature-layout.ts";
import type { Scope, ScopeMember } from "../scope/scope.ts";
import type { ScopeTerm } from "../terms/expand-terms.ts";

/**
 * How a raw value becomes a feature. `as is`: it does not change. `relative to best`: divided by the largest value of a
 * candidate that is no test (of any when all are), at most 1.5. `above background`: 0 for the background that the
 * evidence tells and below, 1 for the best candidate, at most 1.5.
 */
export type Scale = "as is" | "relative to best" | "above background";

export interface Feature {
  /** Unique among all channels; the learned ranker and `rank/weights.ts` refer to it. */
  name: string;
  scale: Scale;
  /** What the value is. */
  about: string;
  /** As a reason when it adds to the score; absent for what every file of a kind shares. */
  phrase?: string;
  /** As a reason when it takes from the score. */
  phraseAgainst?: string;
  /** Set by hand for every kind of query and not learned. */
  weight?: number;
  /** Any query gives it to some file; without a word that occurs, it is no answer. */
  isVague?: boolean;
}

/** What a question is, to a channel. */
export interface Asked {
  scope: Scope;
  understanding: Understanding;
  /** The query's terms with their postings, heaviest first. */
  terms: readonly ScopeTerm[];
  /** Says that a member could not be asked, and why; the answer is then not kept. */
  report(member: ScopeMember, problem: string): void;
}

export interface Channel<E extends Evidence = Evidence> {
  /** Name of its folder. */
  id: string;
  features: readonly Feature[];
  /** Where the trace shows it among the others; last when absent. */
  tracePlace?: number;
  /** It waits for another process, so it is asked before the others and awaited after them. */
  startsEarly?: boolean;
  /** One for each member, by position. */
  gather(asked: Asked): Promise<readonly E[]>;
  /** May change the channel's own features of the rows. */
  secondPass?(pass: SecondPass, evidence: readonly E[]): Promise<void>;
}

/** What one channel knows of one member. */
export interface Evidence {
  /** Adds to a cheap order over all files of the member, which decides whose features are computed. */
  addToOrder?(order: Float64Array): void;
  /** What that order holds against a file that something was found in. */
  heldBack?(file: CorpusFile): number;
  /** Files to look at wherever that order puts them, best first; `found` are all in which anything was found. */
  proposals?(found: readonly number[], gathered: Gathered): Iterable<number>;
  /** Called once with all candidates of the member. */
  prepare?(candidates: readonly number[]): Promise<void>;
  /** Writes raw values in the order of the channel's table, from `at` on; there are zeros before. */
  fill(file: CorpusFile, row: Float64Array, at: number): void;
  /** For features above a background: members that share a key share the background and the best. */
  background?: { key: string; of: readonly number[] };
  /** What the trace shows of it. */
  traces?: readonly ChannelTrace[];
}

export interface ChannelTrace {
  name: string;
  /** How strongly the channel proposes a candidate; 0 or less for not at all. */
  valueOf(candidate: Candidate): number;
  /** Why, in words; asked for a few files when somebody wants an explanation. */
  reason(file: CorpusFile): string | Promise<string>;
}

/** A file whose features were computed. */
export interface Candidate {
  /** Position of its member. */
  member: number;
  /** In the corpus of the member. */
  file: number;
  row: Float64Array;
}

export interface SecondPass {
  scope: Scope;
  layout: FeatureLayout;
  candidates: readonly Candidate[];
  /** First score of each candidate. */
  scores: readonly number[];
}

/** The evidence of other channels about the same member. */
export interface Gathered {
  of<E extends Evidence>(channel: Channel<E>): E | undefined;
}

/** For channels that need nothing of the other members. */
export function gatherEach<E extends Evidence>(
  gather: (member: ScopeMember, asked: Asked) => Promise<E> | E,
): (asked: Asked) => Promise<E[]> {
  return (asked) => asked.scope.ask(async (member) => gather(member, asked));
}
