import { displayPath } from "../core/rel-path.ts";
import { spokenName } from "../core/spoken-name.ts";
import type { FoundSymbols, ScopeSession, SymbolGroup } from "../engine/engine.ts";
import type { Answer } from "./contract.ts";
import { ambiguousAnswer, handleOfGroup, notFoundAnswer, type SuggestCandidate } from "./render-symbol.ts";
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

async function choose(
  name: string,
  found: FoundSymbols,
  use: (group: SymbolGroup) => Promise<Answer> | Answer,
  suggest: SuggestCandidate,
): Promise<Answer> {
  const { moved } = found;
  const answer = await chosen(name, found, use, suggest);
  if (!moved) return answer;
  const note = `${spokenName(name)} is ${spokenName(moved.to)} now (${moved.reason})`;
  return { ...answer, notes: [note, ...(answer.notes ?? [])] };
}

function chosen(
  name: string,
  { groups, suggestions, imported }: FoundSymbols,
  use: (group: SymbolGroup) => Promise<Answer> | Answer,
  suggest: SuggestCandidate,
): Promise<Answer> | Answer {
  if (groups.length === 0) return notFoundAnswer(name, suggestions);
  if (groups.length === 1) return use(groups[0]!);
  if (imported)
    return beside(
      imported,
      groups,
      use,
      `${spokenName(handleOfGroup(imported))} is what other repositories import; the name stands also in`,
    );
  const own = groups.filter(({ path, repository }) => !isInTest(path, repository));
  // Where one symbol of a name is the product's and the others belong to tests, the one is meant.
  return own.length === 1
    ? beside(own[0]!, groups, use, "the name stands in tests, too")
    : ambiguousAnswer(name, groups, suggest);
}

/** The answer about the one that is meant; where the others are is said. */
async function beside(
  meant: SymbolGroup,
  groups: readonly SymbolGroup[],
  use: (group: SymbolGroup) => Promise<Answer> | Answer,
  why: string,
): Promise<Answer> {
  const answer = await use(meant);
  const others = groups.filter((group) => group !== meant).map(({ path }) => displayPath(path));
  const more = others.length > MAX_NAMED ? `, ${others.length - MAX_NAMED} more` : "";
  const note = `${why}: ${others.slice(0, MAX_NAMED).join(", ")}${more}`;
  return { ...answer, notes: [...(answer.notes ?? []), note] };
}

const MAX_NAMED = 3;
