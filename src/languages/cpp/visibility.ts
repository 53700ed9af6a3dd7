/** C++ says who may see a member by labels between the members, and hides names in namespaces without one. */
import { type BlobFacts, type ExportFact, type SymbolFact, TYPE_KINDS } from "../../core/facts.ts";
import type { CapturedMatch } from "../contract.ts";

/** Marks among the exports until `applyVisibility` has used them; no name has a space. */
const ACCESS_MARK = "access of ";
const UNNAMED_MARK = "unnamed to ";

export function readVisibility(match: CapturedMatch): ExportFact[] {
  const node = match.export![0]!;
  const word = match.name?.[0]?.text;
  const exported = word ? `${ACCESS_MARK}${node.start}` : `${UNNAMED_MARK}${node.end}`;
  return [{ exported, local: word ?? String(node.start), line: node.startLine }];
}

export function applyVisibility(facts: BlobFacts): void {
  const marks = facts.exports;
  facts.exports = [];
  hideUnnamed(facts.symbols, marks);
  hidePrivate(facts.symbols, marks);
}

function hideUnnamed(symbols: readonly SymbolFact[], marks: readonly ExportFact[]): void {
  const ranges = marks
    .filter(({ exported }) => exported.startsWith(UNNAMED_MARK))
    .map(({ exported, local }) => ({
      start: Number(local),
      end: Number(exported.slice(UNNAMED_MARK.length)),
    }))
    .sort((a, b) => a.start - b.start);
  let next = 0;
  let hiddenTo = -1;
  for (const symbol of symbols) {
    while (next < ranges.length && ranges[next]!.start < symbol.span.start) {
      hiddenTo = Math.max(hiddenTo, ranges[next]!.end);
      next += 1;
    }
    if (symbol.span.end <= hiddenTo && symbol.scope === "exported") symbol.scope = "internal";
  }
}

/** One sweep over labels and symbols in document order; a label counts for the innermost type around it. */
function hidePrivate(symbols: readonly SymbolFact[], marks: readonly ExportFact[]): void {
  const labels = marks
    .filter(({ exported }) => exported.startsWith(ACCESS_MARK))
    .map(({ exported, local }) => ({ start: Number(exported.slice(ACCESS_MARK.length)), word: local }))
    .sort((a, b) => a.start - b.start);
  const current = new Map<SymbolFact, string>();
  const open: SymbolFact[] = [];
  const closeBefore = (offset: number): void => {
    while (open.length > 0 && open.at(-1)!.span.end <= offset) open.pop();
  };
  let next = 0;
  for (const symbol of symbols) {
    for (; next < labels.length && labels[next]!.start < symbol.span.start; next++) {
      closeBefore(labels[next]!.start);
      const owner = open.at(-1);
      if (owner) current.set(owner, labels[next]!.word);
    }
    closeBefore(symbol.span.start);
    const owner = symbols[symbol.parent];
    if (owner && (owner.kind === "class" || owner.kind === "struct") && symbol.scope === "exported") {
      const word = current.get(owner) ?? (owner.kind === "class" ? "private" : "public");
      if (word === "private") symbol.scope = "internal";
    }
    if (TYPE_KINDS.has(symbol.kind)) open.push(symbol);
  }
}
