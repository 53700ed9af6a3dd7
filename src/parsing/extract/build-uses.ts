/** Reference, parameter, local and branch captures → facts tied to their enclosing symbols. */
import type { LocalFact, ObjectFact, ReferenceFact, SymbolFact } from "../../core/facts.ts";
import type { LanguageDefinition } from "../../languages/contract.ts";
import { type Arranged, FUNCTION_KINDS, keepFirstPattern } from "./arrange-definitions.ts";
import type { BindingCapture, Captures, ObjectCapture, Place, ReferenceCapture } from "./captures.ts";
import { countArguments, countTypeArguments } from "./count-arguments.ts";
import { EnclosingSymbol } from "./enclosing-symbol.ts";
import { readGivenType, readPart, readValue } from "./initial-value.ts";
import type { LineIndex } from "./line-index.ts";
import { InnermostSweep } from "./nesting.ts";
import { receiverText } from "./receiver-text.ts";
import { fold, nameText, typeText } from "./signature.ts";

const MAX_USE_NAME = 200;
const IDENTIFIER = /^[A-Za-z_$@#\x80-\uffff][\w$\x80-\uffff\-?!']*$/;

/** In document order, each name once, without those that a definition, parameter or local gives itself. */
export function distinctReferences(
  arranged: Arranged,
  captures: Captures,
  bindings: readonly BindingCapture[],
): ReferenceCapture[] {
  const defined = new Set<number>();
  for (const { name } of arranged.definitions) defined.add(name.start);
  for (const { name } of arranged.locals) defined.add(name.start);
  for (const start of arranged.clauseNames) defined.add(start);
  for (const { name } of bindings) defined.add(name.start);
  const distinct = keepFirstPattern(captures.references, (reference) => reference.name.start);
  distinct.sort((a, b) => a.name.start - b.name.start);
  return distinct.filter(({ name }) => !defined.has(name.start));
}

export function buildReferences(
  source: string,
  arranged: Arranged,
  distinct: readonly ReferenceCapture[],
  {
    countsArguments,
    countsTypeArguments,
  }: Pick<LanguageDefinition, "countsArguments" | "countsTypeArguments">,
): ReferenceFact[] {
  const enclosing = new EnclosingSymbol(arranged);
  const references: ReferenceFact[] = [];
  for (const { kind, name, receiver } of distinct) {
    const text = source.slice(name.start, Math.min(name.end, name.start + MAX_USE_NAME));
    if (text === "") continue;
    const fact: ReferenceFact = {
      kind,
      name: text,
      from: enclosing.at(name.start),
      position: { line: name.line, column: name.column },
    };
    if (receiver) fact.receiver = receiverText(source, receiver);
    const count =
      countsArguments && (kind === "call" || kind === "new") ? countArguments(source, name.end) : undefined;
    if (count !== undefined) fact.argumentCount = count;
    if (countsTypeArguments && (kind === "type" || kind === "new" || kind === "call"))
      fact.typeArgumentCount = countTypeArguments(source, name.end);
    references.push(fact);
  }
  return references;
}

/** In document order, each place once. */
export function buildObjects(
  source: string,
  lines: LineIndex,
  arranged: Arranged,
  captures: readonly ObjectCapture[],
): ObjectFact[] {
  const enclosing = new EnclosingSymbol(arranged);
  const sorted = [...captures].sort((a, b) => a.node.start - b.node.start || a.type.start - b.type.start);
  const distinct = sorted.filter(({ node }, at) => node.start !== sorted[at - 1]?.node.start);
  return distinct.map(({ node, type }) => ({
    type: typeText(source, type),
    from: enclosing.at(node.start),
    position: { line: node.line, column: node.column },
    endLine: lines.lastLine(node.start, node.end),
  }));
}

/** Branches count for the innermost function that contains them. */
export function countBranches(symbols: readonly SymbolFact[], branches: readonly Place[]): void {
  const sweep = new InnermostSweep(symbols.map((symbol) => symbol.span));
  for (const branch of branches) {
    let at = sweep.at(branch.start);
    while (at >= 0 && !FUNCTION_KINDS.has(symbols[at]!.kind)) at = symbols[at]!.parent;
    if (at >= 0) symbols[at]!.complexity += 1;
  }
}

/** Parameters that belong to no other parameter: a callback type's own parameters name nothing. */
export function outermostBindings(captures: Captures): BindingCapture[] {
  const distinct = keepFirstPattern(captures.bindings, ({ isParameter, node, name }) =>
    // A parameter is one node, however many patterns see a name in it; offsets of the two kinds must not meet.
    isParameter ? -1 - node.start : name.start,
  );
  distinct.sort(
    (a, b) => a.node.start - b.node.start || b.node.end - a.node.end || a.name.start - b.name.start,
  );
  let coveredTo = -1;
  return distinct.filter((binding) => {
    if (!binding.isParameter) return true;
    if (binding.node.end <= coveredTo && binding.node.start < coveredTo) {
      // Inside another parameter only what is in a body of its own (a default value's function) survives, and
      // that is captured as @local by the languages that care.
      return false;
    }
    coveredTo = binding.node.end;
    return true;
  });
}

export function attachParameters(
  source: string,
  symbols: readonly SymbolFact[],
  arranged: Arranged,
  bindings: readonly BindingCapture[],
): void {
  const lists: { start: number; end: number; symbol: number }[] = [];
  for (const [symbol, { parameters }] of arranged.definitions.entries()) {
    if (parameters) lists.push({ start: parameters.start, end: parameters.end, symbol });
  }
  lists.sort((a, b) => a.start - b.start || b.end - a.end);
  const sweep = new InnermostSweep(lists);
  for (const binding of bindings) {
    if (!binding.isParameter) continue;
    const list = lists[sweep.at(binding.node.start)];
    if (!list || binding.node.end > list.end) continue;
    const name = fold(source.slice(binding.name.start, binding.name.end), 100);
    const type = binding.type && typeText(source, binding.type);
    symbols[list.symbol]!.parameters.push(type ? { name, type } : { name });
  }
}

/** Where a scope ends; a whole file ends with its last line. */
function lastPlace(lines: LineIndex, within: Place | undefined): { endLine: number; endColumn: number } {
  if (!within) return { endLine: lines.count, endColumn: 0 };
  const endLine = lines.lastLine(within.start, within.end);
  return { endLine, endColumn: within.end - lines.startOf(endLine) };
}

export function buildLocals(
  source: string,
  lines: LineIndex,
  arranged: Arranged,
  bindings: readonly BindingCapture[],
  scopes: readonly Place[],
): LocalFact[] {
  const all: BindingCapture[] = [...bindings];
  for (const { pattern, node, name, valueType, value } of arranged.locals) {
    const local: BindingCapture = { pattern, node, name, isParameter: false };
    if (valueType) local.type = valueType;
    if (value) local.value = value;
    all.push(local);
  }
  all.sort((a, b) => a.name.start - b.name.start);
  const enclosing = new EnclosingSymbol(arranged);
  const blocks = new InnermostSweep(scopes);
  const locals: LocalFact[] = [];
  let before = -1;
  for (const { name, type, value, part, isParameter } of all) {
    const from = enclosing.at(name.start);
    const block = scopes[blocks.at(name.start)];
    const text = nameText(source, name);
    if (name.start === before || !IDENTIFIER.test(text)) continue;
    before = name.start;
    const owner = from < 0 ? undefined : arranged.definitions[from]!.node;
    // The smaller of block and symbol: both contain the name, so the later start is the inner one.
    const within = block && (!owner || block.start >= owner.start) ? block : owner;
    const local: LocalFact = {
      name: text,
      from,
      startLine: within?.line ?? 1,
      startColumn: within?.column ?? 0,
      ...lastPlace(lines, within),
      isParameter,
    };
    if (type) local.type = typeText(source, type);
    const origin = part ? readPart(source, part.of, part.name) : value && readValue(source, value);
    if (origin) local.value = origin;
    const given = value && origin?.kind === "call" ? readGivenType(source, value) : null;
    if (given) local.givenType = given;
    locals.push(local);
  }
  return locals;
}
