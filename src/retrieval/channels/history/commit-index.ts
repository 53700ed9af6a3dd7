/** Messages of past commits as an index of their words, made once per revision. */
import type { PastCommit } from "../../../core/past-commit.ts";
import { eachWord, wordTerms } from "../../../core/terms.ts";
import { isTelling } from "../../../history/telling-commits.ts";
import { CHANGE_WORDS, STOP_WORDS, TASK_WORDS } from "../../query/stop-words.ts";

const MAX_MESSAGE = 800;
/** Who, for whom, and the number of the discussion: no words about the code. */
const TRAILER =
  /^(?:[A-Z][\w-]*-by|cc|refs?|fix(?:es)?|closes?|resolves?|change-id|bug|issue)\b.{0,2}[:#].*$/gim;
const SHORT_MESSAGE = 8;

export interface SimilarCommit {
  commit: PastCommit;
  /** Share of the query's mass that its message holds; less when the message is much longer than the query. */
  share: number;
}

export interface QueryTerm {
  term: string;
  weight: number;
}

export class CommitIndex {
  /** Those that changed something, and no sweeps; newest first. */
  readonly commits: readonly PastCommit[];
  readonly #postings = new Map<string, number[]>();
  readonly #lengths: Uint16Array;

  constructor(commits: readonly PastCommit[]) {
    this.commits = commits.filter(isTelling);
    this.#lengths = new Uint16Array(this.commits.length);
    for (const [at, { message }] of this.commits.entries()) {
      const terms = termsOf(message);
      this.#lengths[at] = terms.size;
      for (const term of terms) push(this.#postings, term, at);
    }
  }

  /** Commits whose messages hold most of the query, best first. */
  similar(terms: readonly QueryTerm[], most: number): SimilarCommit[] {
    const scores = new Map<number, number>();
    let total = 0;
    for (const { term, weight } of terms) {
      const found = this.#postings.get(term) ?? [];
      const mass = weight * Math.log(1 + this.commits.length / (1 + found.length));
      total += mass;
      for (const at of found) scores.set(at, (scores.get(at) ?? 0) + mass);
    }
    const length = Math.max(SHORT_MESSAGE, terms.length);
    return [...scores]
      .map(([at, score]) => ({
        at,
        share: score / total / Math.sqrt(Math.max(1, this.#lengths[at]! / length)),
      }))
      .sort((a, b) => b.share - a.share || a.at - b.at)
      .slice(0, most)
      .map(({ at, share }) => ({ commit: this.commits[at]!, share }));
  }
}

function termsOf(message: string): Set<string> {
  const terms = new Set<string>();
  eachWord(message.slice(0, MAX_MESSAGE).replace(TRAILER, " "), (word) => {
    const lower = word.toLowerCase();
    if (STOP_WORDS.has(lower) || CHANGE_WORDS.has(lower) || TASK_WORDS.has(lower) || /^\d+$/.test(word))
      return;
    for (const term of wordTerms(word)) if (term.length > 1) terms.add(term);
  });
  return terms;
}

function push(map: Map<string, number[]>, key: string, value: number): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
