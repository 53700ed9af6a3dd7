/** One question's view of a scope: every member at one generation, and a searcher over all of them. */
import type { Edge, Handle, Tier } from "../core/edges.ts";
import { TYPE_KINDS } from "../core/facts.ts";
import { qualify, splitPlace } from "../core/qualified-places.ts";
import type { MemberNeed, MemberOrigin, ScopeMember } from "../core/scope.ts";
import type { SymbolDescription } from "../navigation/describe-symbol.ts";
import type { SymbolGroup } from "../navigation/find-symbol.ts";
import type { Trace } from "../navigation/trace.ts";
import {
  type ForeignImport,
  type ImportNode,
  type ImportsElsewhere,
  importChain,
  type ServiceCall,
} from "../retrieval/index.ts";
import type { AbsentMember, Searcher } from "../searching/contract.ts";
import {
  FederatedSearcher,
  type FederationParts,
  type UsesElsewhere,
} from "../searching/federated-searcher.ts";
import { inMember } from "../searching/member-failure.ts";
import { bareGroup, qualifyEdge, qualifyGroup, qualifyHit } from "../searching/qualified-answers.ts";
import type { MemberUses } from "../searching/uses-elsewhere.ts";
import type { ViewId } from "../storage/contract.ts";
import { importsFrom } from "./foreign-imports.ts";
import { usesElsewhere } from "./foreign-uses.ts";
import { type ContractEdge, graphOf } from "./questions/contract-edges.ts";
import { type Contracts, findContracts } from "./questions/contracts.ts";
import { type Flow, findFlow } from "./questions/flow.ts";
import { LinksOfFlow } from "./questions/flow-links.ts";
import { mayHaveContracts } from "./questions/may-have-contracts.ts";
import { callsToOtherLanguages } from "./questions/service-calls.ts";
import type { SymbolFlags } from "./questions/symbol-flags.ts";
import type { Freshness, ViewSession } from "./session.ts";
import type { MemberLimit } from "./time-limit.ts";
import { type AcrossOptions, type CrossedTrace, traceAcross } from "./trace-across.ts";
import { ViewQuestions } from "./view-questions.ts";

export interface OpenMember {
  member: ScopeMember;
  view: ViewSession;
  /** Of its share of the question's time; null: as long as it takes. */
  limit: MemberLimit | null;
}

/** What an answer says of a member that it speaks of. */
export interface MemberState {
  name: string;
  root: string;
  generation: number;
  /** Only these folders of it were asked; empty: all. */
  folders: readonly string[];
  /** How it came into the scope. */
  origin: MemberOrigin;
  /** Other members that it depends on. */
  needs: readonly MemberNeed[];
  /** Tells one view of one index file from all others. */
  index: { indexId: string; view: ViewId };
  freshness: Freshness;
  /** Fresh because the watches saw no change, not because of a scan for this question. */
  isByWatching: boolean;
  /** What the reader of an answer must know of how it was made; asked when it is made. */
  notes: () => readonly string[];
  /** Lines that notes may come to, for who sets room aside. */
  longestNotes: readonly string[];
}

/** What the user's settings say of answers, for calls that do not; absent: as each tool does. */
export interface AnswerDefaults {
  maxFiles?: number;
  maxSnippets?: number;
  nearDuplicate: number;
  importDepth: number;
}

/** A flow begins far down the list, too: its stations share few words each. */
const FLOW_RANKING = { limit: 60, spans: 6, filters: { excludesTests: true } };

/** A place of the scope: the member it lies in, and how the member and the answer call it. */
interface Located {
  open: OpenMember;
  path: string;
  /** A path of the member as the answer shows it. */
  show: (path: string) => string;
}

export class ScopeSession {
  readonly #open: readonly [OpenMember, ...OpenMember[]];
  readonly members: readonly MemberState[];
  readonly searcher: Searcher;
  /** Whether places of this session carry the names of repositories. */
  readonly isFederation: boolean;
  /** How often the store's server was waited for so far; null where there is none. */
  readonly roundTrips: () => number | null;

  /** `federation`: null for a scope of one member. */
  constructor(
    open: readonly [OpenMember, ...OpenMember[]],
    federation: Omit<FederationParts, "members" | "wholeFiles"> | null,
    roundTrips: () => number | null,
  ) {
    this.#open = open;
    this.roundTrips = roundTrips;
    this.members = open.map(stateOf);
    this.isFederation = federation !== null;
    const [{ member, view }] = open;
    this.searcher = federation
      ? new FederatedSearcher({
          ...federation,
          members: open.map((one) => ({ ...federated(one), importsElsewhere: this.#importsElsewhere(one) })),
          usesElsewhere: (asked) => this.#usesElsewhere(asked),
          wholeFiles: view.settings.wholeFiles,
        })
      : view.searcherCalled(member.name, member.folders);
  }

  /** Members that depend on a library are asked one after the other: each is linked against the same files. */
  async #usesElsewhere({ library, ...asked }: Parameters<UsesElsewhere>[0]): Promise<MemberUses[]> {
    const home = this.#open.find(({ member }) => member.name === library)!;
    const found: MemberUses[] = [];
    for (const { member, view } of this.#open) {
      if (!member.needs.some(({ repository }) => repository === library)) continue;
      const uses = await inMember(member.name, () => usesElsewhere(home.view, view, asked));
      found.push({ repository: member.name, ...uses });
    }
    return found;
  }

  /** Into the members that it depends on. */
  #importsElsewhere({ member, view }: OpenMember): ImportsElsewhere {
    const libraries = this.#open.filter((one) =>
      member.needs.some(({ repository }) => repository === one.member.name),
    );
    return async (paths) => {
      const found = paths.map((): ForeignImport[] => []);
      for (const library of libraries) {
        const repository = library.member.name;
        const imports = await inMember(member.name, () => importsFrom(library.view, view, paths));
        for (const [at, targets] of imports.entries())
          found[at]!.push(...targets.map((target) => ({ repository, ...target })));
      }
      return found;
    };
  }

  /** Calls that files of a member make over contracts, where another language answers. */
  async #serviceCalls({ member, view }: OpenMember, paths: readonly string[]): Promise<ServiceCall[][]> {
    if (!(await mayHaveContracts(view.reader, paths as Handle[]))) return paths.map(() => []);
    const languages = new Map<string, string>();
    for (const one of this.#open)
      for (const { path, language } of await one.view.reader.files())
        languages.set(qualify(one.member.name, path), language);
    const files = paths.map((path) => ({ repository: member.name, path }));
    const calls = callsToOtherLanguages(await this.contracts(), files, ({ repository, path }) =>
      languages.get(qualify(repository, path)),
    );
    if (this.isFederation) return calls;
    return calls.map((own) => own.map(({ repository: _, ...call }) => call));
  }

  /** Imports of a file, level by level, over all members. */
  importChain(place: string, depth: number): Promise<ImportNode> {
    const { open, path } = this.#locate(place);
    const start = this.isFederation ? { repository: open.member.name, path } : { path };
    return importChain(
      ({ repository }) => {
        const one = this.#open.find(({ member }) => member.name === repository) ?? open;
        return {
          reader: one.view.reader,
          importsElsewhere: this.#importsElsewhere(one),
          serviceCalls: (paths) => this.#serviceCalls(one, paths),
        };
      },
      start,
      depth,
    );
  }

  /** The user's settings are the same for every member. */
  get defaults(): AnswerDefaults {
    const { maxFiles, maxSnippets, nearDuplicate, importDepth } = this.#open[0].view.settings;
    return {
      ...(maxFiles > 0 && { maxFiles }),
      ...(maxSnippets > 0 && { maxSnippets }),
      nearDuplicate,
      importDepth,
    };
  }

  /** What the members offer to others and need of them, joined over all of them. */
  contracts(): Promise<Contracts> {
    return findContracts(
      this.#open.map(({ member: { name, serviceId = null }, view }) => ({ name, serviceId, view })),
    );
  }

  /** The trace with what lies behind contracts; the same one where its symbols have none. */
  async traceAcross(trace: Trace, options: AcrossOptions): Promise<CrossedTrace> {
    const handles = [...trace.start, ...trace.rows.map(({ handle }) => handle)];
    if (options.relation === "implementations" || !(await this.#mayHaveContracts(handles)))
      return { ...trace, guessedAcross: 0 };
    const graph = graphOf(await this.contracts());
    const { searcher, isFederation } = this;
    const repositoryOf = (handle: Handle) => this.#locate(handle).open.member.name;
    return traceAcross({ searcher, graph, repositoryOf, isFederation }, trace, options);
  }

  /** Edges over contracts at symbols, as they are called in answers; none where their files have nothing to do with any. */
  async contractsAt(handles: readonly Handle[]): Promise<ContractEdge[]> {
    if (handles.length === 0 || !(await this.#mayHaveContracts(handles))) return [];
    const graph = graphOf(await this.contracts());
    return handles.flatMap((handle) => {
      const { open, path } = this.#locate(handle);
      const end = { repository: open.member.name, handle: path as Handle };
      return [...graph.at(end, "from"), ...graph.at(end, "into")];
    });
  }

  async #mayHaveContracts(handles: readonly Handle[]): Promise<boolean> {
    for (const one of this.#open) {
      const own = handles.flatMap((handle) => {
        const { open, path } = this.#locate(handle);
        return open === one ? [path as Handle] : [];
      });
      if (own.length > 0 && (await mayHaveContracts(one.view.reader, own))) return true;
    }
    return false;
  }

  /** The only member, for questions that are about one repository. */
  get one(): ViewQuestions {
    if (this.isFederation) throw new Error("a question about one repository was asked of several");
    return new ViewQuestions(this.#open[0].view);
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
    const { open, path, show } = this.#locate(place);
    const work = () => ask(new ViewQuestions(open.view), path, show);
    return this.isFederation ? inMember(open.member.name, () => inTime(open, work)) : work();
  }

  async describeSymbol(group: SymbolGroup): Promise<SymbolDescription> {
    const { repository } = group;
    const told = await this.about(group.path, (view) => view.describeSymbol(bareGroup(group)));
    if (repository === undefined) return told;
    return {
      ...told,
      group: qualifyGroup(repository, told.group),
      members: told.members.map((hit) => qualifyHit(repository, hit)),
    };
  }

  /** Paths in it are bare. */
  flagsOf(group: SymbolGroup): Promise<SymbolFlags> {
    return this.about(group.path, (view) => view.flagsOf(bareGroup(group)));
  }

  /** A shortest chain of uses; it stays inside one member. */
  async findPath(from: SymbolGroup, to: SymbolGroup, minTier: Tier): Promise<Edge[] | null> {
    const { repository } = from;
    if (repository !== to.repository) return null;
    const path = await this.about(from.path, (view) =>
      view.findPath(bareGroup(from), bareGroup(to), minTier),
    );
    return repository === undefined || !path ? path : path.map((edge) => qualifyEdge(repository, edge));
  }

  /** The chains of calls, over contracts too, that pass through most of what the words tell. */
  async flow(words: string): Promise<Flow> {
    const answer = await this.searcher.search(words, FLOW_RANKING);
    const links = new LinksOfFlow({
      members: this.#open.map(({ member, view }) => ({ name: member.name, reader: view.reader })),
      locate: (handle) => {
        const { open, path, show } = this.#locate(handle);
        return { member: open.member.name, handle: path as Handle, show };
      },
      contracts: async () => graphOf(await this.contracts()),
      show: ({ repository, handle }) => (this.isFederation ? qualify(repository, handle) : handle) as Handle,
    });
    const isFunction = async (handle: Handle) => {
      const { groups } = await this.searcher.symbols(handle);
      return !TYPE_KINDS.has(groups[0]?.hits[0]?.symbol.kind ?? "function");
    };
    return findFlow(answer, (handles, direction) => links.read(handles, direction), isFunction);
  }

  /** Those of the places whose content in the working tree is not what their generation was made from. */
  async changedOf(places: readonly string[]): Promise<string[]> {
    if (!this.isFederation) return this.#open[0].view.changedOf(places);
    const changed: string[] = [];
    for (const place of new Set(places)) {
      const { open, path } = this.#locate(place);
      if ((await open.view.changedOf([path])).length > 0) changed.push(place);
    }
    return changed;
  }

  #locate(place: string): Located {
    const [first] = this.#open;
    if (!this.isFederation) return { open: first, path: place, show: (path) => path };
    const isMember = (name: string) => this.#open.some(({ member }) => member.name === name);
    const { repository, rest } = splitPlace(place, isMember);
    const open = this.#open.find((one) => one.member.name === repository) ?? first;
    return { open, path: rest, show: (path) => qualify(open.member.name, path) };
  }
}

function stateOf({ member: { name, root, folders, origin, needs }, view }: OpenMember): MemberState {
  const { info, freshness, isByWatching, indexId } = view;
  return {
    name,
    root,
    folders,
    origin,
    needs,
    generation: info.generation,
    index: { indexId, view: info.id },
    freshness,
    isByWatching,
    notes: () => view.notes,
    longestNotes: view.longestNotes,
  };
}

function inTime<T>({ limit }: Pick<OpenMember, "limit">, work: () => Promise<T>): Promise<T> {
  return limit ? limit.during(work) : work();
}

function federated({ member, view, limit }: OpenMember): FederationParts["members"][number] {
  const { name, weight, cap, group, folders } = member;
  return {
    name,
    weight,
    cap,
    group,
    folders,
    searcher: view.searcherCalled(name, folders),
    files: view.info.files,
    openView: (isOverview) => view.openSearchable({ isOverview }),
    inTime: (work) => inTime({ limit }, work),
  };
}
