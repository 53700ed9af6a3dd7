/**
 * Which symbols go on under another name or in another file. A pair must be the best for both sides with no other as
 * good; what has no such partner is gone or new, and nothing is guessed.
 */
import type { BlobFacts, SymbolFact } from "../../core/facts.ts";
import type { RelPath } from "../../core/rel-path.ts";
import { type Features, featuresOfSymbols, likeness, SAME_FROM } from "./likeness.ts";

export interface FileWithFacts {
  path: RelPath;
  facts: BlobFacts;
}

export interface SymbolPlace {
  path: RelPath;
  symbol: SymbolFact;
}

export interface SymbolPair {
  from: SymbolPlace;
  to: SymbolPlace;
}

export interface MatchedSymbols {
  pairs: SymbolPair[];
  /** Of before, without a partner. */
  ended: SymbolPlace[];
}

interface Candidate extends SymbolPlace {
  features: Features;
}

/**
 * `before` and `after` are the files that changed, as they were and as they are; `pathNow` says where a file of before
 * is now, which is the same path unless it was renamed.
 */
export function matchSymbols(
  before: readonly FileWithFacts[],
  after: readonly FileWithFacts[],
  pathNow: (path: RelPath) => RelPath,
): MatchedSymbols {
  const now = new Map(after.map((file) => [file.path, file.facts.symbols]));
  const then = new Map(before.map((file) => [pathNow(file.path), file.facts.symbols]));
  const vanished = before.flatMap((file) => candidates(file, now.get(pathNow(file.path)) ?? []));
  const appeared = after.flatMap((file) => candidates(file, then.get(file.path) ?? []));
  const pairs: SymbolPair[] = [];
  const renamedTo = new Map<string, string>();
  const placed = (path: RelPath, name: string) => renamedTo.get(`${path}#${name}`) ?? name;
  // Containers first: what is in a renamed class has the new class around it.
  const depths = [...vanished, ...appeared].map(({ symbol }) => depthOf(symbol));
  for (let depth = 0; depth <= Math.max(0, ...depths); depth++) {
    const atDepth = (found: readonly Candidate[]) => found.filter(({ symbol }) => depthOf(symbol) === depth);
    const [old, fresh] = [atDepth(vanished), atDepth(appeared)];
    const inPlace = mutualBest(old, fresh, (from, to) => {
      const path = pathNow(from.path);
      return (
        path === to.path &&
        isSameShape(from, to) &&
        placed(path, containerOf(from.symbol)) === containerOf(to.symbol)
      );
    });
    const left = <T extends SymbolPlace>(found: readonly T[], side: "from" | "to") => {
      const taken = new Set(inPlace.map((pair) => pair[side].symbol));
      return found.filter(({ symbol }) => !taken.has(symbol));
    };
    const elsewhere = mutualBest(left(old, "from"), left(fresh, "to"), (from, to) => {
      return isSameShape(from, to) && from.symbol.qualifiedName === to.symbol.qualifiedName;
    });
    for (const pair of inPlace)
      renamedTo.set(`${pair.to.path}#${pair.from.symbol.qualifiedName}`, pair.to.symbol.qualifiedName);
    pairs.push(...inPlace, ...elsewhere);
  }
  const taken = new Set(pairs.map(({ from }) => from.symbol));
  return { pairs, ended: vanished.filter(({ symbol }) => !taken.has(symbol)) };
}

/** Those that the other state of their file lacks. Names inside of bodies are nobody's handles. */
function candidates({ path, facts }: FileWithFacts, others: readonly SymbolFact[]): Candidate[] {
  const known = new Set(others.map(keyOf));
  const lacking = facts.symbols.some((symbol) => isNamed(symbol) && !known.has(keyOf(symbol)));
  if (!lacking) return [];
  const features = featuresOfSymbols(facts);
  return facts.symbols.flatMap((symbol, at) =>
    isNamed(symbol) && !known.has(keyOf(symbol)) ? [{ path, symbol, features: features[at]! }] : [],
  );
}

function isNamed(symbol: SymbolFact): boolean {
  return symbol.scope !== "local" && symbol.kind !== "section";
}

function keyOf({ kind, qualifiedName, overload }: SymbolFact): string {
  return `${kind} ${qualifiedName}~${overload}`;
}

function containerOf({ qualifiedName, name }: SymbolFact): string {
  return qualifiedName.slice(0, Math.max(0, qualifiedName.length - name.length - 1));
}

function depthOf({ qualifiedName }: SymbolFact): number {
  return qualifiedName.split(".").length - 1;
}

function isSameShape(from: Candidate, to: Candidate): boolean {
  return from.symbol.kind === to.symbol.kind && from.symbol.parameters.length === to.symbol.parameters.length;
}

/** Pairs that are alike enough, where neither side has another partner that is as good. */
function mutualBest(
  old: readonly Candidate[],
  fresh: readonly Candidate[],
  mayBeSame: (from: Candidate, to: Candidate) => boolean,
): SymbolPair[] {
  const bestOfOld = new Map<Candidate, Best>();
  const bestOfFresh = new Map<Candidate, Best>();
  for (const from of old) {
    for (const to of fresh) {
      if (!mayBeSame(from, to)) continue;
      const score = likeness(from.features, to.features);
      if (score < SAME_FROM) continue;
      keepBest(bestOfOld, from, to, score);
      keepBest(bestOfFresh, to, from, score);
    }
  }
  return old.flatMap((from) => {
    const best = bestOfOld.get(from);
    const back = best && bestOfFresh.get(best.other);
    return best && !best.isTied && back?.other === from && !back.isTied ? [{ from, to: best.other }] : [];
  });
}

interface Best {
  other: Candidate;
  score: number;
  isTied: boolean;
}

function keepBest(best: Map<Candidate, Best>, of: Candidate, other: Candidate, score: number): void {
  const known = best.get(of);
  if (!known || score > known.score) best.set(of, { other, score, isTied: false });
  else if (score === known.score) known.isTied = true;
}
