/** One view as a searcher. */
import {
  type FoundSymbols,
  findFileGroup,
  findSymbols,
  type SymbolGroup,
} from "../navigation/find-symbol.ts";
import { type Trace, type TraceOptions, traceSymbol } from "../navigation/trace.ts";
import {
  type ContextAnswer,
  type ContextOptions,
  context,
  type SearchAnswer,
  type SearchableView,
  type SearchOptions,
  search,
} from "../retrieval/index.ts";
import type { ViewReader } from "../storage/contract.ts";
import type { AbsentMember, Searcher, SymbolOptions } from "./contract.ts";

export interface ViewSearcherParts {
  name: string;
  reader: ViewReader;
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

  async search(query: string, options: SearchOptions): Promise<SearchAnswer> {
    return search(await this.#parts.openView(), query, options);
  }

  async context(task: string, options: ContextOptions): Promise<ContextAnswer> {
    return context(await this.#parts.openView(), task, options);
  }

  async symbols(text: string, { includesFiles = false }: SymbolOptions = {}): Promise<FoundSymbols> {
    const { reader } = this.#parts;
    const file = includesFiles ? await findFileGroup(reader, text.replace(/^\.\//, "")) : null;
    return file ? { groups: [file], suggestions: [] } : findSymbols(reader, text);
  }

  trace(group: SymbolGroup, options: TraceOptions): Promise<Trace> {
    return traceSymbol(this.#parts.reader, group, options);
  }
}
