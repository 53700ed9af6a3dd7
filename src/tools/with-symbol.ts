import type { SymbolGroup, ViewSession } from "../engine/engine.ts";
import type { Answer } from "./contract.ts";
import { ambiguousAnswer, notFoundAnswer } from "./render-symbol.ts";

/** The answer about the one symbol that a name means; candidates when it may mean several, never a guess. */
export async function withSymbol(
  session: ViewSession,
  name: string,
  use: (group: SymbolGroup) => Promise<Answer> | Answer,
): Promise<Answer> {
  const { groups, suggestions } = await session.findSymbols(name);
  if (groups.length === 0) return notFoundAnswer(name, suggestions);
  return groups.length > 1 ? ambiguousAnswer(name, groups) : use(groups[0]!);
}

/** As `withSymbol`; the path of an indexed file means the file and all that is defined in it. */
export async function withSymbolOrFile(
  session: ViewSession,
  name: string,
  use: (group: SymbolGroup) => Promise<Answer> | Answer,
): Promise<Answer> {
  const file = await session.findFileGroup(name.replace(/^\.\//, ""));
  return file ? use(file) : withSymbol(session, name, use);
}
