/** Arranged definitions → symbol facts. */
import type { BaseFact, SymbolFact } from "../../core/facts.ts";
import { type Arranged, FUNCTION_KINDS } from "./arrange-definitions.ts";
import type { Captures, DefinitionCapture, Place } from "./captures.ts";
import type { CommentGroups } from "./comment-groups.ts";
import { stripComment } from "./comment-text.ts";
import { countTypeArguments } from "./count-arguments.ts";
import { readGivenType, readValue } from "./initial-value.ts";
import type { LineIndex } from "./line-index.ts";
import { InnermostSweep } from "./nesting.ts";
import { bareTypeName, fold, nameText, signatureOf, typeText } from "./signature.ts";

export interface BuiltSymbols {
  symbols: SymbolFact[];
  docStarts: Map<SymbolFact, number>;
}

export function buildSymbols(
  source: string,
  lines: LineIndex,
  arranged: Arranged,
  captures: Captures,
  comments: CommentGroups,
  countsTypeArguments: boolean,
): BuiltSymbols {
  const { definitions, parents } = arranged;
  const docStarts = new Map<SymbolFact, number>();
  const asides = new AsidesIn([...captures.annotations, ...captures.comments]);
  const symbols: SymbolFact[] = [];
  for (const [at, definition] of definitions.entries()) {
    const { node, name } = definition;
    const parent = parents[at]!;
    const receiverType = definition.receiverType && bareTypeName(source, definition.receiverType);
    const own = nameText(source, name);
    const above = parent < 0 ? receiverType : symbols[parent]!.qualifiedName;
    const qualifiedName = above ? `${above}.${own}` : own;
    const doc = comments.docAbove(node.start);
    const symbol: SymbolFact = {
      kind: definition.kind,
      name: own,
      qualifiedName,
      overload: 0,
      parent,
      signature: signatureOf(source, definition, asides.within(node.start, headEnd(definition))),
      parameters: [],
      modifiers: [],
      scope: "internal",
      span: {
        start: node.start,
        end: node.end,
        startLine: node.line,
        endLine: lines.lastLine(node.start, node.end),
      },
      namePosition: { line: name.line, column: name.column },
      complexity: FUNCTION_KINDS.has(definition.kind) ? 1 : 0,
      bases: [],
    };
    if (definition.returns) symbol.returnType = typeText(source, definition.returns);
    if (definition.valueType) symbol.valueType = typeText(source, definition.valueType);
    else if (definition.value) {
      const value = readValue(source, definition.value);
      if (value) symbol.value = value;
      const given = value?.kind === "call" ? readGivenType(source, definition.value) : null;
      if (given) symbol.givenType = given;
    }
    if (doc) {
      symbol.doc = doc.doc;
      docStarts.set(symbol, doc.start);
    }
    if (receiverType) symbol.receiverType = receiverType;
    symbols.push(symbol);
  }
  const headerEnds = definitions.map(headerEnd);
  attachModifiers(source, symbols, definitions, headerEnds, captures.modifiers);
  attachBases(source, symbols, captures, countsTypeArguments);
  attachDocStrings(source, symbols, captures.docs);
  return { symbols, docStarts };
}

function headerEnd({ body, value, name, node }: DefinitionCapture): number {
  if (body && body.start > name.start) return body.start;
  if (value && value.start > name.start) return value.start;
  return node.end;
}

/** Where the part of a declaration ends that a signature may show. */
function headEnd({ body, name, node }: DefinitionCapture): number {
  return body && body.start > name.start ? body.start : node.end;
}

/** Annotations and comments that lie in the head of a declaration: a signature is shown without them. */
class AsidesIn {
  readonly #sorted: Place[];

  constructor(asides: readonly Place[]) {
    this.#sorted = [...asides].sort((a, b) => a.start - b.start);
  }

  within(start: number, end: number): Place[] {
    const found: Place[] = [];
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sorted[middle]!.start < start) low = middle + 1;
      else high = middle;
    }
    for (let at = low; at < this.#sorted.length && this.#sorted[at]!.start < end; at++) {
      found.push(this.#sorted[at]!);
    }
    return found;
  }
}

function attachModifiers(
  source: string,
  symbols: readonly SymbolFact[],
  definitions: readonly DefinitionCapture[],
  headerEnds: readonly number[],
  modifiers: Place[],
): void {
  const sweep = new InnermostSweep(definitions.map((definition) => definition.node));
  for (const modifier of modifiers.sort((a, b) => a.start - b.start)) {
    const at = sweep.at(modifier.start);
    if (at < 0 || modifier.start >= headerEnds[at]!) continue;
    const words = fold(source.slice(modifier.start, modifier.end), 100).toLowerCase().split(" ");
    // Declarations that share one statement (`export const a = 1, b = 2`) share its modifiers.
    for (let sibling = at; sibling >= 0 && isSameNode(definitions, sibling, at); sibling--) {
      for (const word of words) {
        if (word !== "" && !symbols[sibling]!.modifiers.includes(word))
          symbols[sibling]!.modifiers.push(word);
      }
    }
  }
}

function isSameNode(definitions: readonly DefinitionCapture[], a: number, b: number): boolean {
  return (
    definitions[a]!.node.start === definitions[b]!.node.start &&
    definitions[a]!.node.end === definitions[b]!.node.end
  );
}

function attachBases(
  source: string,
  symbols: readonly SymbolFact[],
  captures: Captures,
  countsTypeArguments: boolean,
): void {
  const sweep = new InnermostSweep(symbols.map((symbol) => symbol.span));
  for (const base of captures.bases.sort((a, b) => a.node.start - b.node.start)) {
    const at = sweep.at(base.node.start);
    const name = bareTypeName(source, base.node);
    if (at < 0 || name === "") continue;
    const { bases } = symbols[at]!;
    const fact: BaseFact = { name, relation: base.relation };
    const open = source.slice(base.node.start, base.node.end).indexOf("<");
    if (countsTypeArguments)
      fact.typeArgumentCount = open < 0 ? 0 : countTypeArguments(source, base.node.start + open);
    const isKnown = (known: BaseFact) =>
      known.name === name &&
      known.relation === fact.relation &&
      known.typeArgumentCount === fact.typeArgumentCount;
    if (!bases.some(isKnown)) bases.push(fact);
  }
}

/** A doc string inside a declaration documents it; one outside all of them is handled with the file's header. */
function attachDocStrings(source: string, symbols: readonly SymbolFact[], docs: Place[]): void {
  const sweep = new InnermostSweep(symbols.map((symbol) => symbol.span));
  for (const place of docs.sort((a, b) => a.start - b.start)) {
    const at = sweep.at(place.start);
    if (at < 0) continue;
    symbols[at]!.doc ??= stripComment(source.slice(place.start, place.end));
  }
}
