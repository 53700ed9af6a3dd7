import { displayPath } from "../core/rel-path.ts";
import type { FoundSymbols, ScopeSession, SymbolGroup } from "../engine/engine.ts";
import type { Answer } from "./contract.ts";
import { ambiguousAnswer, notFoundAnswer, type SuggestCandidate } from "./render-symbol.ts";
import { suggestSymbol } from "./suggestion.ts";
import { isInTest } from "./tracing/trace-body.ts";

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
  if (groups.length === 1) return use(groups[0]!);
  const own = groups.filter(({ path, repository }) => !isInTest(path, repository));
  return own.length === 1 ? besideTests(own[0]!, groups, use) : ambiguousAnswer(name, groups, suggest);
}

/** Where one symbol of a name is the product's and the others belong to tests, the one is meant; the others are named. */
async function besideTests(
  own: SymbolGroup,
  groups: readonly SymbolGroup[],
  use: (group: SymbolGroup) => Promise<Answer> | Answer,
): Promise<Answer> {
  const answer = await use(own);
  const others = groups.filter((group) => group !== own).map(({ path }) => displayPath(path));
  const more = others.length > MAX_NAMED ? `, ${others.length - MAX_NAMED} more` : "";
  const note = `the name stands in tests, too: ${others.slice(0, MAX_NAMED).join(", ")}${more}`;
  return { ...answer, notes: [...(answer.notes ?? []), note] };
}

const MAX_NAMED = 3;
