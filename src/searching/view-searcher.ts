/** One view as a searcher. */
import { accountFor } from "../navigation/accounting/account.ts";
import type { Accounting, SourceReader } from "../navigation/accounting/contract.ts";
import { findComponents } from "../navigation/find-component.ts";
import {
  type FoundSymbols,
  findFileGroup,
  findSymbols,
  followFile,
  type SymbolGroup,
} from "../navigation/find-symbol.ts";
import { findRelated, type RelatedSymbol } from "../navigation/related.ts";
import { startHandles, type Trace, type TraceOptions, traceSymbol } from "../navigation/trace.ts";
import {
  type ContextAnswer,
  type ContextOptions,
  contextOfMembers,
  type SearchAnswer,
  type SearchableView,
  type SearchMember,
  type SearchOptions,
  searchMembers,
} from "../retrieval/index.ts";
import type { ViewReader } from "../storage/contract.ts";
import type { AbsentMember, Searcher, SymbolOptions } from "./contract.ts";
import { folderFilter } from "./folder-filter.ts";

export interface ViewSearcherParts {
  name: string;
  /** Only files below one of these; empty: every file. */
  folders: readonly string[];
  reader: ViewReader;
  sources: SourceReader;
  /** Makes the generation ready for searching; asked when a search needs it. */
  openView: () => Promise<SearchableView>;
}

export class ViewSearcher implements Searcher {
  readonly members: readonly string[];
  readonly absent: readonly AbsentMember[] = [];
  readonly #parts: ViewSearcherParts;

  constructor(parts: ViewSearcherParts) {
    this.#parts = parts;
    this.members = [parts.name];
  }

  async #member(): Promise<SearchMember> {
    const { name, folders, openView } = this.#parts;
    return { name, view: await openView(), pathFilter: folderFilter(folders) };
  }

  async search(query: string, options: SearchOptions): Promise<SearchAnswer> {
    return searchMembers([await this.#member()], query, options);
  }

  async context(task: string, options: ContextOptions): Promise<ContextAnswer> {
    return contextOfMembers([await this.#member()], task, options);
  }

  async symbols(text: string, { includesFiles = false }: SymbolOptions = {}): Promise<FoundSymbols> {
    const { reader, folders } = this.#parts;
    const path = text.replace(/^\.\//, "");
    const file = includesFiles ? await findFileGroup(reader, path) : null;
    const moved = includesFiles && !file ? await followFile(reader, path) : null;
    const found = file
      ? { groups: [file], suggestions: [] }
      : (moved ?? (await this.#named(text, includesFiles)));
    const filter = folderFilter(folders);
    if (!filter) return found;
    return { ...found, groups: found.groups.filter(({ path }) => filter.matches(path)) };
  }

  /** Where files are meant, too, a component that is called exactly so comes before names that are spelled differently. */
  async #named(text: string, includesFiles: boolean): Promise<FoundSymbols> {
    const { reader } = this.#parts;
    const found = await findSymbols(reader, text);
    const components = includesFiles ? await findComponents(reader, text) : [];
    if (components.length === 0) return found;
    const exact = found.groups.filter(({ hits }) => hits[0]!.symbol.name === text);
    return { groups: [...components, ...exact], suggestions: [] };
  }

  trace(group: SymbolGroup, options: TraceOptions): Promise<Trace> {
    return traceSymbol(this.#parts.reader, group, options);
  }

  async related(group: SymbolGroup, limit: number): Promise<RelatedSymbol[]> {
    const { reader } = this.#parts;
    return findRelated(reader, await startHandles(reader, group, "callees"), limit);
  }

  async account(group: SymbolGroup): Promise<Accounting | null> {
    const { reader, sources } = this.#parts;
    return accountFor(reader, group, await startHandles(reader, group, "callers"), sources);
  }
}
