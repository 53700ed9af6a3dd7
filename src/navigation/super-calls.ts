/** Calls of an overridden member by the name of the base run that very member and are never dispatched. */
import { type Handle, handleOf } from "../core/edges.ts";
import type { BlobFacts } from "../core/facts.ts";
import { parseHandle } from "../core/handles.ts";
import type { LanguageFamily } from "../languages/family.ts";
import { parseChain } from "../linking/expressions.ts";
import type { ViewReader } from "../storage/contract.ts";
import { findFile } from "./find-symbol.ts";
import type { PlacedSymbol } from "./hierarchy/symbols-of-view.ts";
import type { Neighbour } from "./neighbours.ts";

/** Only a member of the same name is looked at: others have no reason to call past an override. */
export async function withoutSuperCalls(
  reader: ViewReader,
  declaration: PlacedSymbol,
  uses: readonly Neighbour[],
): Promise<Neighbour[]> {
  const { symbol, family } = declaration;
  const kept: Neighbour[] = [];
  for (const use of uses) {
    const user = parseHandle(use.handle);
    if (user?.qualifiedName?.split(".").at(-1) !== symbol.name) {
      kept.push(use);
      continue;
    }
    const file = await findFile(reader, user.path);
    const [facts] = file ? await reader.facts([file.blob]) : [];
    const lines = facts ? dispatchedLines(facts, use, symbol.name, family) : use.edge.lines;
    if (lines.length > 0) kept.push({ ...use, edge: { ...use.edge, lines } });
  }
  return kept;
}

/** Lines of the use with a reference that does not name the base. */
function dispatchedLines(
  { references, symbols }: BlobFacts,
  { handle, edge }: Neighbour,
  name: string,
  family: LanguageFamily,
): number[] {
  const path = parseHandle(handle)!.path;
  const isUser = (from: number): boolean => from >= 0 && handleOf(path, symbols[from]) === (handle as Handle);
  return edge.lines.filter((line) => {
    const here = references.filter(
      (use) => use.name === name && use.position.line === line && isUser(use.from),
    );
    return here.length === 0 || here.some(({ receiver }) => !namesBase(receiver, family));
  });
}

function namesBase(receiver: string | undefined, family: LanguageFamily): boolean {
  const root = receiver === undefined ? undefined : parseChain(receiver)?.root.name;
  return root !== undefined && family.superNames.includes(root);
}
