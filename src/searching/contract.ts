/**
 * What can be asked of code, whether it is one view or a federation of several. Answers of one view name bare paths
 * and handles; answers of several name `repository:path`.
 */
import type { Accounting } from "../navigation/accounting/contract.ts";
import type { FoundSymbols, SymbolGroup } from "../navigation/find-symbol.ts";
import type { RelatedSymbol } from "../navigation/related.ts";
import type { Trace, TraceOptions } from "../navigation/trace.ts";
import type { ContextAnswer, ContextOptions, SearchAnswer, SearchOptions } from "../retrieval/index.ts";

export interface Searcher {
  /** Names of the repositories that are asked, in the order of the scope. */
  readonly members: readonly string[];
  /** Those of them that gave no answer so far; whoever prints an answer names them. */
  readonly absent: readonly AbsentMember[];
  /** Ranked files with the spans to read. */
  search(query: string, options: SearchOptions): Promise<SearchAnswer>;
  /** The code for a task within a budget of tokens. */
  context(task: string, options: ContextOptions): Promise<ContextAnswer>;
  /** What somebody may mean by a name; several candidates when it is ambiguous, never a guess. */
  symbols(text: string, options?: SymbolOptions): Promise<FoundSymbols>;
  /** Edges from a symbol that `symbols` found. */
  trace(group: SymbolGroup, options: TraceOptions): Promise<Trace>;
  /** Symbols with neighbours in common, best first. */
  related(group: SymbolGroup, limit: number): Promise<RelatedSymbol[]>;
  /** What every occurrence of the symbol's name means; null when its name cannot be looked for. */
  account(group: SymbolGroup): Promise<Accounting | null>;
}

export interface SymbolOptions {
  /** The path of an indexed file means the file and all that is defined in it. */
  includesFiles?: boolean;
}

export interface AbsentMember {
  repository: string;
  /** What kept it from answering. */
  reason: string;
}
