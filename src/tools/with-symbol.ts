import type { FoundSymbols, ScopeSession, SymbolGroup } from "../engine/engine.ts";
import type { Answer } from "./contract.ts";
import { ambiguousAnswer, notFoundAnswer, type SuggestCandidate } from "./render-symbol.ts";
import { suggestSymbol } from "./suggestion.ts";

/** The answer about the one symbol that a name means; candidates when it may mean several, never a guess. */
export async function withSymbol(
  session: ScopeSession,
  name: string,
  use: (group: SymbolGroup) => Promise<Answer> | Answer,
  suggest: SuggestCandidate = suggestSymbol,
): Promise<Answer> {
  return choose(name, await session.searcher.symbols(name), use, suggest);
}

/** As `withSymbol`; the path of an indexed file means the file and all that is defined in it. */
export async function withSymbolOrFile(
  session: ScopeSession,
  name: string,
  use: (group: SymbolGroup) => Promise<Answer> | Answer,
  suggest: SuggestCandidate = suggestSymbol,
): Promise<Answer> {
  return choose(name, await session.searcher.symbols(name, { includesFiles: true }), use, suggest);
}

function choose(
  name: string,
  { groups, suggestions }: FoundSymbols,
  use: (group: SymbolGroup) => Promise<Answer> | Answer,
  suggest: SuggestCandidate,
): Promise<Answer> | Answer {
  if (groups.length === 0) return notFoundAnswer(name, suggestions);
  return groups.length > 1 ? ambiguousAnswer(name, groups, suggest) : use(groups[0]!);
}
