/** Symbols that the query names, resolved to the files that define them. */
import { wordTerms } from "../../core/terms.ts";
import type { Corpus } from "../corpus/corpus.ts";
import type { NamedSymbol } from "../query/entities.ts";
import { STOP_WORDS } from "../query/stop-words.ts";

/** One definition of a name; `doc` in the corpus's numbering. */
export interface Definition {
  doc: number;
  name: string;
  kind: string;
  qualifiedName: string;
  isExported: boolean;
  isTopLevel: boolean;
}

export interface NameSource {
  /** `term` is the name as the index holds it, for a cheap look at how common it is. */
  definitionsOf(name: string, term: string): Promise<readonly Definition[]>;
}

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

export async function scoreNames(
  corpus: Corpus,
  source: NameSource,
  symbols: readonly NamedSymbol[],
): Promise<NameScores> {
  const scores: NameScores = {
    exactType: new Map(),
    exactCallable: new Map(),
    exactOther: new Map(),
    exactQualified: new Map(),
    exactSum: new Map(),
    found: new Map(),
  };
  for (const symbol of symbols.slice(0, MAX_NAMES)) {
    const definitions = await source.definitionsOf(symbol.name, wordTerms(symbol.name)[0] ?? "");
    if (definitions.length === 0) continue;
    const spread = spreadOf(corpus, definitions);
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
  return scores;
}

/** Plain words of the first line as names, alone and in neighbouring pairs: `request context` may be RequestContext. */
export function wordsAsNames(title: string): NamedSymbol[] {
  const words = (title.match(/[A-Za-z][A-Za-z\d]*/g) ?? []).filter((word) => word.length > 2);
  const names = new Map<string, NamedSymbol>();
  const note = (name: string, weight: number) => {
    const known = names.get(name.toLowerCase());
    if (!known || known.weight < weight) names.set(name.toLowerCase(), { name, owner: "", weight });
  };
  words.slice(0, 24).forEach((word, at) => {
    const isStop = STOP_WORDS.has(word.toLowerCase());
    const previous = words[at - 1];
    if (!isStop) {
      note(word, 0.7);
      if (/[^s]s$/.test(word) && word.length > 4) note(word.slice(0, -1), 0.6);
    }
    if (previous && !isStop && !STOP_WORDS.has(previous.toLowerCase())) {
      for (const right of /[^s]s$/.test(word) ? [word, word.slice(0, -1)] : [word]) {
        note(previous + right, 1);
        note(`${previous}_${right}`, 1);
      }
    }
  });
  return [...names.values()];
}

function kindScores(scores: NameScores, kind: string): Map<number, number> {
  return TYPES.has(kind) ? scores.exactType : CALLABLES.has(kind) ? scores.exactCallable : scores.exactOther;
}

/** A name defined in many files points at none of them; tests are not counted. */
function spreadOf(corpus: Corpus, definitions: readonly Definition[]): number {
  const docs = new Set<number>();
  for (const definition of definitions) {
    const isTest = corpus.filesOfDoc[definition.doc]!.every((file) =>
      corpus.files[file]!.facts.flags.has("test"),
    );
    if (!isTest) docs.add(definition.doc);
  }
  return 1 + Math.log2(Math.max(1, docs.size)) * 0.5;
}

function ownerMatches(definition: Definition, owner: string): boolean {
  const parts = definition.qualifiedName.toLowerCase().split(".");
  return parts.length > 1 && parts.at(-2) === owner.toLowerCase();
}

function raise(scores: Map<number, number>, doc: number, value: number): void {
  scores.set(doc, Math.max(scores.get(doc) ?? 0, value));
}
