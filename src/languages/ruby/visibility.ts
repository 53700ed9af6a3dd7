/** Ruby says who may call a method by statements between the methods, not by words on them. */
import type { BlobFacts, SymbolFact } from "../../core/facts.ts";

export const VISIBILITY_WORDS: readonly string[] = [
  "private",
  "protected",
  "public",
  "module_function",
  "private_class_method",
  "private_constant",
];

interface Range {
  start: number;
  end: number;
}

interface Statement {
  word: string;
  owner: number;
  offset: number;
  /** Names it lists; none means that it speaks of all that follows. */
  names: string[];
}

export function applyVisibility(facts: BlobFacts, source: string, singletons: readonly Range[]): void {
  const statements = readStatements(facts, source);
  for (const symbol of facts.symbols) {
    if (rangeAt(singletons, symbol.span.start) && isCallable(symbol)) {
      addModifier(symbol, "static");
    }
  }
  for (const statement of statements) {
    if (statement.names.length > 0) hideListed(facts, statement);
    else applyToFollowing(facts, statement, statements, singletons);
  }
}

function readStatements(facts: BlobFacts, source: string): Statement[] {
  const found = facts.references.filter(
    ({ name, kind, receiver }) =>
      kind === "call" && receiver === undefined && VISIBILITY_WORDS.includes(name),
  );
  if (found.length === 0) return [];
  const lines = lineStarts(source);
  return found.flatMap(({ name, from, position }) => {
    const offset = lines[position.line - 1]! + position.column;
    const rest = /^[^\n;#]*/.exec(source.slice(offset + name.length, offset + name.length + 400))![0];
    const names = Array.from(rest.matchAll(/:(\w+[?!=]?)/g), (match) => match[1]!);
    // `private def x` and `private attr_reader :x` are marked by their own modifier.
    if (names.length === 0 && rest.trim() !== "") return [];
    return [{ word: name, owner: from, offset, names }];
  });
}

function lineStarts(source: string): number[] {
  const starts = [0];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function hideListed(facts: BlobFacts, { word, owner, names }: Statement): void {
  if (word === "module_function") return;
  for (const symbol of facts.symbols) {
    if (symbol.parent !== owner || !names.includes(symbol.name)) continue;
    setVisibility(symbol, word.startsWith("private") ? "private" : word);
  }
}

/** Reaches to the next such statement, and not out of the `class << self` it stands in. */
function applyToFollowing(
  facts: BlobFacts,
  statement: Statement,
  all: readonly Statement[],
  singletons: readonly Range[],
): void {
  const range = rangeAt(singletons, statement.offset);
  const next = all.find(
    (other) =>
      other.owner === statement.owner &&
      other.offset > statement.offset &&
      other.names.length === 0 &&
      rangeAt(singletons, other.offset) === range,
  );
  for (const symbol of facts.symbols) {
    const { start } = symbol.span;
    if (symbol.parent !== statement.owner || start < statement.offset || start >= (next?.offset ?? Infinity))
      continue;
    if (rangeAt(singletons, start) !== range || !isCallable(symbol)) continue;
    if (statement.word === "module_function") addModifier(symbol, "static");
    // `def self.x` is not affected by `private`.
    else if (range || !symbol.modifiers.includes("static")) setVisibility(symbol, statement.word);
  }
}

function setVisibility(symbol: SymbolFact, word: string): void {
  if (word === "public") return;
  addModifier(symbol, word);
  if (word === "private" && symbol.scope === "exported") symbol.scope = "internal";
}

function isCallable({ kind, name }: SymbolFact): boolean {
  return kind === "method" || kind === "constructor" || (kind === "property" && !name.startsWith("@"));
}

function addModifier(symbol: SymbolFact, word: string): void {
  if (!symbol.modifiers.includes(word)) symbol.modifiers.push(word);
}

/** The last range that starts before the offset, if it reaches that far; ranges ascend and do not nest. */
function rangeAt(ranges: readonly Range[], offset: number): Range | undefined {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.start <= offset) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low - 1];
  return range && offset < range.end ? range : undefined;
}
