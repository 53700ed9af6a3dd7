/** What the bodies of an answer lean on: symbols they use, users of them for tracing, imports of the best file. */
import type { SymbolFact } from "../../core/facts.ts";
import { type FlatImport, flatImports } from "../expand/flat-imports.ts";
import { importChain } from "../expand/import-chain.ts";
import { type ChosenSymbol, type RelatedSymbol, relatedSymbols } from "../expand/related-symbols.ts";
import { renderImportChain } from "../expand/render-import-chain.ts";
import { placeOfFile, repositoryOf, type ScopePath } from "../scope/qualified-path.ts";
import type { Scope } from "../scope/scope.ts";
import type { SearchAnswer } from "../search.ts";
import { titleOf } from "./map-line.ts";
import { strategyOf } from "./strategy.ts";

export interface SupportingLine extends ScopePath {
  startLine: number;
  endLine: number;
  symbol?: string;
  text: string;
  reason: string;
  /** Of an import chain: what its lines tell, and what they had no room for. */
  imports?: FlatImport[];
}

const MAX_SUPPORTING_LINES = 16;
const MAX_IMPORT_LINES = 14;
/** From its first to its last line. */
const SHORT_MEMBER_LINES = 2;
/** Symbols whose uses are looked up. */
const MAX_CHOSEN = 8;

/** Of what bodies use, what the question speaks of. Imports are shown when a depth is asked for. */
export async function supportingLines(
  scope: Scope,
  answer: SearchAnswer,
  chosen: readonly ChosenSymbol[],
  importDepth: number | undefined,
): Promise<SupportingLine[]> {
  const { withUsers } = strategyOf(answer.understanding);
  const lines: SupportingLine[] = [];
  for (const related of await relatedInScope(scope, chosen.slice(0, MAX_CHOSEN), withUsers)) {
    const { kind, scope: reach } = related.symbol;
    if (kind === "property" || kind === "enum-member" || reach === "local") continue;
    const isAsked = answer.lineMatcher.match(namesOf(related.symbol)) !== null;
    if (related.relation === "used by" && !isAsked) continue;
    if (lines.length >= MAX_SUPPORTING_LINES) break;
    lines.push(lineOf(related));
  }
  const first = answer.hits[0];
  if (!first || !importDepth) return lines;
  const member = scope.memberOf(first);
  const importing = (file: ScopePath) => {
    const { view, importsElsewhere } = scope.memberOf(repositoryOf(file));
    return { reader: view.reader, importsElsewhere };
  };
  const chain = await scope.askOne(member, () => importChain(importing, first, importDepth));
  if (chain.imports.length + chain.outside.length > 0) {
    const title = first.repository === undefined ? "imports:" : `imports in ${first.repository}:`;
    const text = [title, ...renderImportChain(chain, MAX_IMPORT_LINES)].join("\n");
    lines.push({
      ...repositoryOf(first),
      path: first.path,
      startLine: 1,
      endLine: 1,
      text,
      reason: "import chain",
      imports: flatImports(chain),
    });
  }
  return lines;
}

/** A getter or setter is not spoken of because its class is: the call in the body above tells as much as its place. */
function namesOf({ kind, name, qualifiedName, span }: SymbolFact): string {
  return kind === "method" && span.endLine - span.startLine <= SHORT_MEMBER_LINES ? name : qualifiedName;
}

/** Links stay inside a member. */
async function relatedInScope(
  scope: Scope,
  chosen: readonly ChosenSymbol[],
  withUsers: boolean,
): Promise<(RelatedSymbol & { repository?: string })[]> {
  const found: (RelatedSymbol & { repository?: string })[] = [];
  for (const member of new Set(chosen.map((one) => scope.memberOf(one)))) {
    const own = chosen.filter((one) => scope.memberOf(one) === member);
    const related = await scope.askOne(member, () => relatedSymbols(member.view, own, withUsers));
    found.push(...related.map((one) => ({ ...scope.nameOf(member.position), ...one })));
  }
  return found;
}

function lineOf(related: RelatedSymbol & { repository?: string }): SupportingLine {
  const { symbol, path, relation, to, tier } = related;
  const { startLine, endLine } = symbol.span;
  const reason = `${relation} ${to.slice(to.lastIndexOf("#") + 1)} (${tier})`;
  const title = titleOf(symbol.signature, symbol.kind, symbol.qualifiedName);
  return {
    ...repositoryOf(related),
    path,
    startLine,
    endLine,
    symbol: symbol.qualifiedName,
    text: `${placeOfFile(related)}:${startLine}-${endLine} ${title} — ${reason}`,
    reason,
  };
}
