/** The members that one question is asked of, while it is answered. */
import type { Corpus } from "../corpus/corpus.ts";
import type { SearchableView } from "../searchable-view.ts";
import { MembersLost, reasonOf } from "./lost-members.ts";
import type { LostMember, SearchMember } from "./member.ts";
import { Patience } from "./patience.ts";

export interface ScopeMember extends SearchMember {
  /** Place among the members of the scope, which are in the order of their names. */
  position: number;
  corpus: Corpus;
  /** Files that filters leave; null when nothing is filtered. */
  isAllowed: ((file: number) => boolean) | null;
}

/** Sums over the members: rarity and mean lengths are those of all that is asked. */
export interface ScopeTotals {
  files: number;
  docs: number;
  averageChunkLength: number;
  averageDocLength: number;
}

export interface ScopeOptions {
  /** The test that filters of the question make of a member's files; null when nothing is filtered. */
  allowedIn?: (member: SearchMember) => ((file: number) => boolean) | null;
  hasSeveral?: boolean;
  /** What is waited for members of several before the others go on without them. */
  memberMs?: number;
}

export class Scope {
  readonly members: readonly ScopeMember[];
  readonly totals: ScopeTotals;
  /** Whether several were asked, so that answers must say which repository a path is of; true when one is left of them. */
  readonly hasSeveral: boolean;
  readonly #patience: Patience;
  #once: Promise<unknown> = Promise.resolve();

  constructor(
    members: readonly SearchMember[],
    {
      allowedIn = () => null,
      hasSeveral = members.length > 1,
      memberMs = Number.POSITIVE_INFINITY,
    }: ScopeOptions = {},
  ) {
    this.hasSeveral = hasSeveral;
    this.members = [...members].sort(byName).map((member, position) => ({
      ...member,
      position,
      corpus: member.view.index.corpus,
      isAllowed: allowedIn(member),
    }));
    this.totals = totalsOf(this.members.map(({ corpus }) => corpus));
    this.#patience = new Patience(memberMs);
  }

  /** The member of a hit. */
  memberOf({ repository }: { repository?: string }): ScopeMember {
    return this.members.find(({ name }) => name === repository) ?? this.members[0]!;
  }

  /**
   * How much of something that costs time each member may have: all of it when it is asked alone, less the more are asked,
   * since few of many have what is looked for.
   */
  shareOf(most: number, least: number): number {
    const fair = Math.ceil((2 * most) / this.members.length);
    return Math.min(most, Math.max(least, fair));
  }

  /** What names a member in an answer: nothing when there is one. */
  nameOf(position: number): { repository?: string } {
    return this.hasSeveral ? { repository: this.members[position]!.name } : {};
  }

  /**
   * Reads from every member, side by side; results by position. Where there are several, one that fails or is late ends
   * the attempt with `MembersLost`, and the question is asked again of the others: what is left of a member that broke
   * in the middle would bend the statistics of all.
   */
  async ask<T>(read: (member: ScopeMember) => Promise<T>): Promise<T[]> {
    if (!this.hasSeveral) return [await read(this.members[0]!)];
    const lost: LostMember[] = [];
    let cause: unknown;
    const results = await Promise.all(
      this.members.map(async (member) => {
        try {
          return await this.#patience.waitFor(read(member));
        } catch (error) {
          member.onFailure?.(error);
          cause ??= error;
          lost.push({ name: member.name, reason: reasonOf(error) });
          return null;
        }
      }),
    );
    if (lost.length > 0) throw new MembersLost(lost, cause);
    return results as T[];
  }

  /** Reads from one member, with the same care. */
  async askOne<T>(member: ScopeMember, read: () => Promise<T>): Promise<T> {
    if (!this.hasSeveral) return read();
    try {
      return await this.#patience.waitFor(read());
    } catch (error) {
      member.onFailure?.(error);
      throw new MembersLost([{ name: member.name, reason: reasonOf(error) }], error);
    }
  }

  /** What is made once for a generation and kept. One at a time: the clocks of the question stand still meanwhile. */
  once<T>(view: SearchableView, work: () => Promise<T>): Promise<T> {
    const { exempt } = view;
    if (!exempt) return work();
    if (!this.hasSeveral) return exempt(work);
    const turn = this.#once.then(() => this.#patience.holding(() => exempt(work)));
    this.#once = turn.catch(() => {});
    return turn;
  }

  /** Throws when nobody waits for the answer any more; long loops ask it. */
  readonly check = (): void => {
    for (const { view } of this.members) view.check?.();
  };
}

function byName(a: SearchMember, b: SearchMember): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

function totalsOf(corpora: readonly Corpus[]): ScopeTotals {
  let [files, docs, chunks, length] = [0, 0, 0, 0];
  for (const { totals } of corpora) {
    files += totals.files;
    docs += totals.docs;
    chunks += totals.chunks;
    length += totals.length;
  }
  return {
    files,
    docs,
    averageChunkLength: Math.max(1, length / Math.max(1, chunks)),
    averageDocLength: Math.max(1, length / Math.max(1, docs)),
  };
}
