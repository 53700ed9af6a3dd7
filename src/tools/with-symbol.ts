import type { FoundSymbols, ScopeSession, SymbolGroup } from "../engine/engine.ts";
import type { Answer } from "./contract.ts";
import { ambiguousAnswer, notFoundAnswer } from "./render-symbol.ts";

/** The answer about the one symbol that a name means; candidates when it may mean several, never a guess. */
export async function withSymbol(
  session: ScopeSession,
  name: string,
  use: (group: SymbolGroup) => Promise<Answer> | Answer,
): Promise<Answer> {
  return choose(name, await session.searcher.symbols(name), use);
}

/** As `withSymbol`; the path of an indexed file means the file and all that is defined in it. */
export async function withSymbolOrFile(
  session: ScopeSession,
  name: string,
  use: (group: SymbolGroup) => Promise<Answer> | Answer,
): Promise<Answer> {
  return choose(name, await session.searcher.symbols(name, { includesFiles: true }), use);
}

function choose(
  name: string,
  { groups, suggestions }: FoundSymbols,
  use: (group: SymbolGroup) => Promise<Answer> | Answer,
): Promise<Answer> | Answer {
  if (groups.length === 0) return notFoundAnswer(name, suggestions);
  return groups.length > 1 ? ambiguousAnswer(name, groups) : use(groups[0]!);
}
