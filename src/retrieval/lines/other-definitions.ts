/** What else a file defines, as far as it may be what the question asks for: names with their lines, so that no outline has to be asked for. */
import type { SymbolFact, SymbolKind } from "../../core/facts.ts";
import type { LineMatcher } from "./line-matcher.ts";

export interface OtherDefinition {
  line: number;
  /** Last line of the definition. */
  endLine: number;
  name: string;
}

export interface NamingLimits {
  /** Definitions that are told. */
  most: number;
  /** Of all names together; a longer line is skipped by its reader. */
  characters: number;
}

const IN_A_LIST: NamingLimits = { most: 6, characters: 120 };
const TOLD: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  "function",
  "method",
  "constructor",
  "class",
  "interface",
  "struct",
  "trait",
]);
/** A name that holds the heaviest word of the question is as good as a body of so many branches. */
const NAME_WEIGHT = 4;

export interface Range {
  startLine: number;
  endLine: number;
}

/** Those whose names hold words of the question first, then those in which most is decided; told in the order of the file. */
export function otherDefinitions(
  symbols: readonly SymbolFact[],
  shown: readonly Range[],
  matcher: LineMatcher,
  { most, characters }: NamingLimits = IN_A_LIST,
): OtherDefinition[] {
  const rated = symbols
    .filter(
      ({ kind, scope, namePosition: { line } }) =>
        TOLD.has(kind) &&
        scope !== "local" &&
        !shown.some(({ startLine, endLine }) => line >= startLine && line <= endLine),
    )
    .map((symbol) => ({ symbol, worth: worthOf(symbol, matcher) }))
    .sort((a, b) => b.worth - a.worth || a.symbol.namePosition.line - b.symbol.namePosition.line);
  const told: OtherDefinition[] = [];
  let left = characters;
  for (const { symbol } of rated) {
    const name = nameIn(symbols, symbol);
    if (told.length === most || name.length > left) break;
    left -= name.length;
    told.push({ line: symbol.namePosition.line, endLine: symbol.span.endLine, name });
  }
  return told.sort((a, b) => a.line - b.line);
}

/** With its class where another definition of the file has the same name. */
function nameIn(symbols: readonly SymbolFact[], { name, qualifiedName }: SymbolFact): string {
  return symbols.some((other) => other.name === name && other.qualifiedName !== qualifiedName)
    ? qualifiedName
    : name;
}

function worthOf({ name, complexity }: SymbolFact, matcher: LineMatcher): number {
  let named = 0;
  for (const [at, share] of matcher.match(name) ?? []) named += matcher.masses[at]! * share;
  return named * NAME_WEIGHT + Math.log2(1 + complexity);
}
