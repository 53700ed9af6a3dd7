/** Several views asked as one. A member that fails or is late is named in the answer, and the others answer. */
import { type EdgeKind, type Handle, handleOf } from "../core/edges.ts";
import { parseSymbolQuery } from "../core/handles.ts";
import { splitPlace } from "../core/qualified-places.ts";
import { comparePaths } from "../core/rel-path.ts";
import type { Accounting } from "../navigation/accounting/contract.ts";
import { compareGroups, type FoundSymbols, type SymbolGroup } from "../navigation/find-symbol.ts";
import type { RelatedSymbol } from "../navigation/related.ts";
import { RELATIONS } from "../navigation/relations.ts";
import type { Trace, TraceOptions } from "../navigation/trace.ts";
import {
  type ContextAnswer,
  type ContextOptions,
  contextOfMembers,
  type ImportsElsewhere,
  type SearchAnswer,
  type SearchableView,
  type SearchMember,
  type SearchOptions,
  searchMembers,
} from "../retrieval/index.ts";
import type { AbsentMember, Searcher, SymbolOptions } from "./contract.ts";
import { folderFilter } from "./folder-filter.ts";
import { inMember, MemberFailure, messageOf } from "./member-failure.ts";
import {
  bareGroup,
  qualifyAccounting,
  qualifyGroup,
  qualifyRelated,
  qualifyTrace,
} from "./qualified-answers.ts";
import { type MemberUses, withUsesElsewhere } from "./uses-elsewhere.ts";

export interface FederationMember {
  name: string;
  weight: number;
  cap: number | null;
  group: string | undefined;
  folders: readonly string[];
  /** Of its view alone. */
  searcher: Searcher;
  /** Of its view. */
  files: number;
  openView: (isOverview: boolean) => Promise<SearchableView>;
  importsElsewhere?: ImportsElsewhere;
  /** Runs one question to it within its share of the time. */
  inTime: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Asks the files of members that depend on another one for uses of what it defines. */
export type UsesElsewhere = (asked: {
  library: string;
  targets: readonly Handle[];
  name: string;
  kinds: readonly EdgeKind[];
}) => Promise<MemberUses[]>;

export interface FederationParts {
  usesElsewhere?: UsesElsewhere;
  members: readonly FederationMember[];
  /** Views are opened whole while they have no more files than these together. */
  wholeFiles: number;
  /** Members that could not be opened. */
  absent: readonly AbsentMember[];
  /** Whether the whole question must hear of a failure, because it can be put right and asked again. */
  mustTell: (failure: MemberFailure) => boolean;
  /** Throws when nobody waits for the answer any more. */
  check: () => void;
}

const MAX_SUGGESTIONS = 8;

export class FederatedSearcher implements Searcher {
  readonly members: readonly string[];
  readonly #parts: FederationParts;
  readonly #failed = new Map<string, unknown>();

  constructor(parts: FederationParts) {
    this.#parts = parts;
    this.members = [...parts.members.map(({ name }) => name), ...parts.absent.map((one) => one.repository)];
  }

  get absent(): readonly AbsentMember[] {
    const failed = [...this.#failed].map(([repository, error]) => ({ repository, reason: messageOf(error) }));
    return [...this.#parts.absent, ...failed];
  }

  async search(query: string, options: SearchOptions): Promise<SearchAnswer> {
    return searchMembers(await this.#openViews(), query, { ...options, hasSeveral: true });
  }

  async context(task: string, options: ContextOptions): Promise<ContextAnswer> {
    return contextOfMembers(await this.#openViews(), task, { ...options, hasSeveral: true });
  }

  #openViews(): Promise<SearchMember[]> {
    const files = this.#parts.members.reduce((sum, member) => sum + member.files, 0);
    const isOverview = files > this.#parts.wholeFiles;
    return this.#askAll(
      this.#answering(),
      async ({ name, weight, cap, group, folders, openView, importsElsewhere }) => ({
        name,
        // A member that is late is lost alone; that nobody waits any more is asked of the whole question.
        view: { ...(await openView(isOverview)), check: this.#parts.check },
        weight,
        cap: cap ?? undefined,
        group,
        pathFilter: folderFilter(folders),
        importsElsewhere,
        onFailure: (error) => void this.#noteFailure(new MemberFailure(name, error)),
      }),
    );
  }

  async symbols(text: string, options: SymbolOptions = {}): Promise<FoundSymbols> {
    const { repository, rest } = this.#split(text);
    const asked = repository === null ? this.#answering() : [this.#member(repository)];
    const found = await this.#askAll(asked, async ({ name, searcher }) => {
      const { groups, suggestions, moved } = await searcher.symbols(rest, options);
      return {
        groups: groups.map((group) => ({ bare: group, group: qualifyGroup(name, group) })),
        suggestions,
        moved: moved && { ...moved, to: `${name}:${moved.to}` as Handle },
      };
    });
    const groups = closest(
      found.flatMap((one) => one.groups),
      rest,
    );
    const suggestions = [...new Set(found.flatMap((one) => one.suggestions))].slice(0, MAX_SUGGESTIONS);
    const moved = found.flatMap((one) => one.moved ?? []);
    const only = groups.length === 1 && moved.length === 1 ? { moved: moved[0]! } : {};
    const imported = repository === null ? null : await this.#imported(repository, groups);
    return {
      groups,
      suggestions: groups.length > 0 ? [] : suggestions,
      ...only,
      ...(imported && { imported }),
    };
  }

  /** A library's name may stand for several things of it; others can import one of them at most. */
  async #imported(library: string, groups: readonly SymbolGroup[]): Promise<SymbolGroup | null> {
    const named = groups.filter(({ isFile }) => !isFile);
    if (named.length < 2 || !this.#parts.usesElsewhere) return null;
    const handlesOf = (group: SymbolGroup) =>
      bareGroup(group).hits.map(({ path, symbol }) => handleOf(path, symbol));
    const asked = { library, targets: named.flatMap(handlesOf), name: named[0]!.hits[0]!.symbol.name };
    const uses = await this.#parts.usesElsewhere({ ...asked, kinds: ["imports"] });
    const targets = new Set(uses.flatMap(({ edges }) => edges.map(({ to }) => to)));
    const [first, ...others] = named.filter((group) => handlesOf(group).some((one) => targets.has(one)));
    return first && others.length === 0 ? first : null;
  }

  /** Of the member itself, then uses in members that depend on it. What these lead to is not followed further. */
  async trace(group: SymbolGroup, options: TraceOptions): Promise<Trace> {
    const { name, searcher, inTime } = this.#member(group.repository!);
    const bare = bareGroup(group);
    const trace = await inMember(name, () => inTime(() => searcher.trace(bare, options)));
    const own = qualifyTrace(name, trace);
    const { direction, kinds } = RELATIONS[options.relation];
    if (direction !== "into" || group.isFile || !this.#parts.usesElsewhere) return own;
    const asked = { library: name, targets: trace.start, name: bare.hits[0]!.symbol.name, kinds };
    return withUsesElsewhere(own, await this.#parts.usesElsewhere(asked), options);
  }

  async related(group: SymbolGroup, limit: number): Promise<RelatedSymbol[]> {
    const { name, searcher, inTime } = this.#member(group.repository!);
    const found = await inMember(name, () => inTime(() => searcher.related(bareGroup(group), limit)));
    return found.map((one) => qualifyRelated(name, one));
  }

  /** Of the member that has the symbol: names of another mean something else there. */
  async account(group: SymbolGroup): Promise<Accounting | null> {
    const { name, searcher, inTime } = this.#member(group.repository!);
    const accounting = await inMember(name, () => inTime(() => searcher.account(bareGroup(group))));
    return accounting && qualifyAccounting(name, accounting);
  }

  #split(text: string) {
    return splitPlace(text, (name) => this.#parts.members.some((member) => member.name === name));
  }

  #member(name: string): FederationMember {
    return this.#parts.members.find((member) => member.name === name)!;
  }

  #answering(): FederationMember[] {
    return this.#parts.members.filter(({ name }) => !this.#failed.has(name));
  }

  /** Side by side. Answers of those that gave one, in the order of the members; throws when none did. */
  async #askAll<T>(
    members: readonly FederationMember[],
    work: (member: FederationMember) => Promise<T>,
  ): Promise<T[]> {
    const answers = await Promise.all(
      members.map((member) =>
        inMember(member.name, () => member.inTime(() => work(member))).then(
          (value) => [value],
          (failure: MemberFailure) => this.#noteFailure(failure),
        ),
      ),
    );
    return answers.flat();
  }

  /** Nothing, when the others can answer without it. */
  #noteFailure(failure: MemberFailure): [] {
    this.#parts.check();
    if (this.#parts.mustTell(failure)) throw failure;
    this.#failed.set(failure.repository, failure.cause);
    if (this.#answering().length === 0) throw failure;
    return [];
  }
}

interface Candidate {
  bare: SymbolGroup;
  group: SymbolGroup;
}

/**
 * Best first over all members. Each member alone takes the next best thing when it has not what was asked for: a name
 * for a handle, another case for a name, what is inside bodies for what others see. It counts only when no member has
 * the better thing.
 */
function closest(candidates: readonly Candidate[], text: string): SymbolGroup[] {
  const query = parseSymbolQuery(text);
  const better: ((candidate: Candidate) => boolean)[] = [({ bare }) => bare.isFile === true];
  if (query?.kind === "handle") better.push(({ bare }) => bare.path === query.handle.path);
  const name = query?.kind === "name" ? query.parts.at(-1) : undefined;
  if (name !== undefined) better.push(({ bare }) => bare.hits.some(({ symbol }) => symbol.name === name));
  better.push(({ bare }) => bare.isFile === true || bare.hits[0]!.symbol.scope !== "local");
  let left = candidates;
  for (const isBetter of better) {
    const kept = left.filter(isBetter);
    if (kept.length > 0) left = kept;
  }
  return [...left].sort(compareCandidates).map(({ group }) => group);
}

function compareCandidates(a: Candidate, b: Candidate): number {
  if (a.bare.isFile && b.bare.isFile) return comparePaths(a.group.path, b.group.path);
  return compareGroups(a.bare, b.bare) || comparePaths(a.group.repository!, b.group.repository!);
}
