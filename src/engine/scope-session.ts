/** One question's view of a scope: every member at one generation, and a searcher over all of them. */
import type { Edge, Tier } from "../core/edges.ts";
import type { ScopeMember } from "../core/scope.ts";
import type { SymbolDescription } from "../navigation/describe-symbol.ts";
import type { SymbolGroup } from "../navigation/find-symbol.ts";
import type { AbsentMember, Searcher } from "../searching/contract.ts";
import type { ViewId } from "../storage/contract.ts";
import type { Freshness, ViewSession } from "./session.ts";
import { ViewQuestions } from "./view-questions.ts";

export interface OpenMember {
  member: ScopeMember;
  view: ViewSession;
}

/** What an answer says of a member that it speaks of. */
export interface MemberState {
  name: string;
  root: string;
  generation: number;
  /** Tells one view of one index file from all others. */
  index: { indexId: string; view: ViewId };
  freshness: Freshness;
  /** Fresh because the watches saw no change, not because of a scan for this question. */
  isByWatching: boolean;
}

export class ScopeSession {
  readonly #view: ViewSession;
  readonly members: readonly MemberState[];
  readonly searcher: Searcher;

  constructor(open: OpenMember) {
    this.#view = open.view;
    this.members = [stateOf(open)];
    this.searcher = open.view.searcherCalled(open.member.name);
  }

  /** The only member, for questions that are about one repository. */
  get one(): ViewQuestions {
    return new ViewQuestions(this.#view);
  }

  /** Members that gave no answer. */
  get absent(): readonly AbsentMember[] {
    return this.searcher.absent;
  }

  /** Asks the member in which a path lies; `show` makes its paths those of the answer. */
  about<T>(
    place: string,
    ask: (view: ViewQuestions, path: string, show: (path: string) => string) => Promise<T>,
  ): Promise<T> {
    return ask(this.one, place, (path) => path);
  }

  describeSymbol(group: SymbolGroup): Promise<SymbolDescription> {
    return this.one.describeSymbol(group);
  }

  findPath(from: SymbolGroup, to: SymbolGroup, minTier: Tier): Promise<Edge[] | null> {
    return this.one.findPath(from, to, minTier);
  }

  /** Those of the places whose content in the working tree is not what their generation was made from. */
  changedOf(places: readonly string[]): Promise<string[]> {
    return this.#view.changedOf(places);
  }
}

function stateOf({ member: { name, root }, view }: OpenMember): MemberState {
  const { info, freshness, isByWatching, indexId } = view;
  return {
    name,
    root,
    generation: info.generation,
    index: { indexId, view: info.id },
    freshness,
    isByWatching,
  };
}
