/** Symbols that the query names, resolved to the files that define them. */
import type { NamedSymbol } from "../../query/entities.ts";
import type { Scope } from "../../scope/scope.ts";
import { type Definition, readDefinitions } from "./read-definitions.ts";

/** What a member's docs define of what the query names. */
export interface NameScores {
  exactType: Map<number, number>;
  exactCallable: Map<number, number>;
  exactOther: Map<number, number>;
  exactQualified: Map<number, number>;
  /** Over all names, each counted once: a file that defines much of what is named. */
  exactSum: Map<number, number>;
  /** By doc: names that it defines, as they are written there. */
  found: Map<number, Set<string>>;
}

const TYPES = new Set(["class", "interface", "struct", "trait", "enum", "type", "namespace"]);
const CALLABLES = new Set(["function", "method", "constructor", "macro"]);
const CASE_FACTOR = 0.6;
const MAX_NAMES = 60;

/** By position of the member. A name that many files of the scope define points at none of them. */
export async function scoreNames(scope: Scope, symbols: readonly NamedSymbol[]): Promise<NameScores[]> {
  const wanted = symbols.slice(0, MAX_NAMES);
  const definitions = await readDefinitions(scope, wanted);
  const scores = scope.members.map(emptyScores);
  for (const [at, symbol] of wanted.entries()) {
    const found = definitions.map((lists) => lists[at]!);
    if (found.every((list) => list.length === 0)) continue;
    const spread = spreadOf(scope, found);
    for (const [position, list] of found.entries()) addName(scores[position]!, symbol, list, spread);
  }
  return scores;
}

function emptyScores(): NameScores {
  return {
    exactType: new Map(),
    exactCallable: new Map(),
    exactOther: new Map(),
    exactQualified: new Map(),
    exactSum: new Map(),
    found: new Map(),
  };
}

function addName(
  scores: NameScores,
  symbol: NamedSymbol,
  definitions: readonly Definition[],
  spread: number,
): void {
  const best = new Map<number, number>();
  for (const definition of definitions) {
    // A name in another case is likely another thing; a test's double of it rarely is what was meant.
    const sameCase = definition.name === symbol.name ? 1 : CASE_FACTOR;
    const reach = definition.isTopLevel ? 1 : definition.isExported ? 0.9 : 0.7;
    const value = (symbol.weight * sameCase * reach) / spread;
    raise(kindScores(scores, definition.kind), definition.doc, value);
    raise(best, definition.doc, value);
    const found = scores.found.get(definition.doc);
    if (found) found.add(definition.qualifiedName);
    else scores.found.set(definition.doc, new Set([definition.qualifiedName]));
    if (symbol.owner !== "" && ownerMatches(definition, symbol.owner))
      raise(scores.exactQualified, definition.doc, symbol.weight);
  }
  for (const [doc, value] of best) scores.exactSum.set(doc, (scores.exactSum.get(doc) ?? 0) + value);
}

function kindScores(scores: NameScores, kind: string): Map<number, number> {
  return TYPES.has(kind) ? scores.exactType : CALLABLES.has(kind) ? scores.exactCallable : scores.exactOther;
}

/** Over all members; tests are not counted. */
function spreadOf(scope: Scope, definitions: readonly (readonly Definition[])[]): number {
  let count = 0;
  for (const { corpus, position } of scope.members) {
    const docs = new Set<number>();
    for (const { doc } of definitions[position]!) {
      const isTest = corpus.filesOfDoc[doc]!.every((file) => corpus.files[file]!.facts.flags.has("test"));
      if (!isTest) docs.add(doc);
    }
    count += docs.size;
  }
  return 1 + Math.log2(Math.max(1, count)) * 0.5;
}

function ownerMatches(definition: Definition, owner: string): boolean {
  const parts = definition.qualifiedName.toLowerCase().split(".");
  return parts.length > 1 && parts.at(-2) === owner.toLowerCase();
}

function raise(scores: Map<number, number>, doc: number, value: number): void {
  scores.set(doc, Math.max(scores.get(doc) ?? 0, value));
}
