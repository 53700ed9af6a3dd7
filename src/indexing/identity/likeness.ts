/** How much two declarations say the same, whatever they are called. */
import type { BlobFacts, SymbolFact } from "../../core/facts.ts";

/** Same identity from here on; below, a thing is another one. */
export const SAME_FROM = 0.8;
/** Declarations that say less resemble each other by accident. */
const LEAST_FEATURES = 4;

/** What a declaration says, each with how often. */
export type Features = ReadonlyMap<string, number>;

/** Of every symbol, its members among it; the names of the symbols themselves do not count. */
export function featuresOfSymbols(facts: BlobFacts): Features[] {
  const features = facts.symbols.map(() => new Map<string, number>());
  const ownNames = new Set<string>();
  const add = (symbol: number, feature: string) => {
    for (let at = symbol; at >= 0; at = facts.symbols[at]!.parent)
      features[at]!.set(feature, (features[at]!.get(feature) ?? 0) + 1);
  };
  for (const [at, symbol] of facts.symbols.entries()) {
    ownNames.add(symbol.name);
    for (const feature of headFeatures(symbol)) add(at, feature);
    // Members count by their names for what holds them.
    if (symbol.parent >= 0) add(symbol.parent, `member ${symbol.kind} ${symbol.name}`);
  }
  const plain = (name: string | undefined) => (name === undefined || ownNames.has(name) ? "" : name);
  for (const { from, kind, name, receiver } of facts.references)
    if (from >= 0) add(from, `use ${kind} ${plain(name)} ${plain(receiver)}`);
  for (const { from, name, type } of facts.locals) if (from >= 0) add(from, `local ${name} ${type ?? ""}`);
  for (const { from, name, arguments: given } of facts.calls) {
    if (from < 0) continue;
    for (const { position, key, text } of given)
      add(from, `given ${plain(name)} ${position} ${key ?? ""} ${text}`);
  }
  return features;
}

/** Of a whole file. */
export function featuresOfFile(facts: BlobFacts, ofSymbols: readonly Features[]): Features {
  const whole = new Map<string, number>();
  for (const { source, kind } of facts.imports) count(whole, `import ${kind} ${source}`);
  for (const [at, symbol] of facts.symbols.entries()) {
    if (symbol.parent >= 0) continue;
    count(whole, `member ${symbol.kind} ${symbol.name}`);
    for (const [feature, times] of ofSymbols[at]!) whole.set(feature, (whole.get(feature) ?? 0) + times);
  }
  return whole;
}

function* headFeatures(symbol: SymbolFact): Generator<string> {
  for (const { name, type } of symbol.parameters) yield `parameter ${name} ${type ?? ""}`;
  if (symbol.returnType) yield `returns ${symbol.returnType}`;
  if (symbol.valueType) yield `type ${symbol.valueType}`;
  if (symbol.literal) yield `text ${symbol.literal}`;
  for (const { name, relation } of symbol.bases) yield `${relation} ${name}`;
}

function count(features: Map<string, number>, feature: string): void {
  features.set(feature, (features.get(feature) ?? 0) + 1);
}

/** What both say over what either says, 0 to 1; 0 for those that say too little. */
export function likeness(a: Features, b: Features): number {
  let both = 0;
  let either = 0;
  for (const [feature, times] of a) {
    const other = b.get(feature) ?? 0;
    both += Math.min(times, other);
    either += Math.max(times, other);
  }
  for (const [feature, times] of b) if (!a.has(feature)) either += times;
  return both < LEAST_FEATURES ? 0 : both / either;
}
