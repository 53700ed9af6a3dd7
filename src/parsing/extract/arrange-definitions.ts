/** Definition captures → the ones that become symbols, nested, and the ones that are mere locals. */
import type { SymbolKind } from "../../core/facts.ts";
import { byPlace, type Captures, type DefinitionCapture, type Place } from "./captures.ts";
import { InnermostSweep } from "./nesting.ts";

export const FUNCTION_KINDS: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  "function",
  "method",
  "constructor",
  "macro",
]);

export interface Arranged {
  /** In document order, parents first. */
  definitions: DefinitionCapture[];
  /** Index of the parent, -1 at top level. */
  parents: number[];
  /** The definition lies inside a block that is no body of a type or namespace: other files cannot name it. */
  isInBlock: boolean[];
  locals: DefinitionCapture[];
  /** Where later clauses of a function repeat its name. */
  clauseNames: number[];
}

export interface ArrangeOptions {
  /** Neighbours of one name are clauses of one function. */
  mergesClauses: boolean;
}

export function arrangeDefinitions(
  source: string,
  captures: Captures,
  scopes: readonly Place[],
  { mergesClauses }: ArrangeOptions,
): Arranged {
  let distinct = keepFirstPattern(captures.definitions, (definition) => definition.name.start);
  distinct.sort(compareDefinitions);
  distinct = limitSections(distinct);
  growToWrappers(distinct, captures.wrappers);
  growToAnnotations(distinct, captures.annotations, source);
  distinct.sort(compareDefinitions);

  const typeBodies = new Set<string>();
  for (const { kind, body } of distinct) {
    if (body && !FUNCTION_KINDS.has(kind)) typeBodies.add(`${body.start} ${body.end}`);
  }
  const blockPlaces = scopes.filter((scope) => !typeBodies.has(`${scope.start} ${scope.end}`));
  const blocks = new InnermostSweep(blockPlaces);

  const arranged: Arranged = { definitions: [], parents: [], isInBlock: [], locals: [], clauseNames: [] };
  const latestChild = new Map<number, number>();
  const stack: number[] = [];
  for (const definition of distinct) {
    const { start, end } = definition.node;
    while (stack.length > 0) {
      const top = arranged.definitions[stack.at(-1)!]!.node;
      const isInside = start >= top.start && end <= top.end && !(start === top.start && end === top.end);
      if (isInside) break;
      stack.pop();
    }
    const parent = stack.at(-1) ?? -1;
    const parentCapture = parent < 0 ? undefined : arranged.definitions[parent]!;
    const block = blocks.at(start);
    const isInBlock = block >= 0 && isBetween(blockPlaces[block]!, parentCapture, definition);
    const isVariable = definition.kind === "variable" || definition.kind === "constant";
    const isInFunction = parentCapture !== undefined && FUNCTION_KINDS.has(parentCapture.kind);
    if (isVariable && (isInBlock || isInFunction)) {
      arranged.locals.push(definition);
      continue;
    }
    const before = mergesClauses ? latestChild.get(parent) : undefined;
    if (before !== undefined && isClauseOf(source, arranged.definitions[before]!, definition)) {
      growByClause(arranged.definitions[before]!, definition);
      arranged.clauseNames.push(definition.name.start);
      stack.push(before);
      continue;
    }
    latestChild.set(parent, arranged.definitions.length);
    stack.push(arranged.definitions.length);
    arranged.definitions.push(definition);
    arranged.parents.push(parent);
    arranged.isInBlock.push(isInBlock);
  }
  return arranged;
}

/** `f 0 = 1` after `f :: Int -> Int`, or a second `def f(x)`: the same name and number of parameters. */
function isClauseOf(source: string, first: DefinitionCapture, next: DefinitionCapture): boolean {
  if (!FUNCTION_KINDS.has(next.kind) || first.kind !== next.kind) return false;
  if (textAt(source, first.name) !== textAt(source, next.name)) return false;
  if (!first.parameters || !next.parameters) return true;
  return countParts(textAt(source, first.parameters)) === countParts(textAt(source, next.parameters));
}

/** The signature stays that of the first clause. */
function growByClause(first: DefinitionCapture, next: DefinitionCapture): void {
  first.body ??= { ...first.node, start: first.node.end };
  first.node = { ...first.node, end: next.node.end };
}

function textAt(source: string, place: Place): string {
  return source.slice(place.start, place.end);
}

/** Parts between commas that no inner bracket holds; nothing but brackets has none. */
function countParts(list: string): number {
  const inner = list.replace(/^\(|\)$/g, "");
  if (inner.trim() === "") return 0;
  let depth = 0;
  let parts = 1;
  for (const char of inner) {
    if ("([{".includes(char)) depth += 1;
    else if (")]}".includes(char)) depth -= 1;
    else if (char === "," && depth === 0) parts += 1;
  }
  return parts;
}

/** A dump of data has a key on every line; the outer levels are enough to find one's way. */
const MAX_SECTIONS = 400;

function limitSections(sorted: DefinitionCapture[]): DefinitionCapture[] {
  const ends: number[] = [];
  const sections: { definition: DefinitionCapture; depth: number }[] = [];
  for (const definition of sorted) {
    if (definition.kind !== "section") continue;
    while (ends.length > 0 && ends.at(-1)! <= definition.node.start) ends.pop();
    sections.push({ definition, depth: ends.length });
    ends.push(definition.node.end);
  }
  if (sections.length <= MAX_SECTIONS) return sorted;
  sections.sort((a, b) => a.depth - b.depth || a.definition.node.start - b.definition.node.start);
  const dropped = new Set(sections.slice(MAX_SECTIONS).map(({ definition }) => definition));
  return sorted.filter((definition) => !dropped.has(definition));
}

/** The block lies inside the parent and around the definition, and is not the definition itself. */
function isBetween(
  block: Place,
  parent: DefinitionCapture | undefined,
  definition: DefinitionCapture,
): boolean {
  if (block.start === definition.node.start && block.end <= definition.node.end) return false;
  if (block.end < definition.node.end) return false;
  return parent === undefined || block.start >= parent.node.start;
}

function compareDefinitions(a: DefinitionCapture, b: DefinitionCapture): number {
  return byPlace(a.node, b.node) || a.name.start - b.name.start || a.pattern - b.pattern;
}

/** Several patterns may match one thing; the one that stands first in the query is the most exact. */
export function keepFirstPattern<T extends { pattern: number }>(
  items: readonly T[],
  keyOf: (item: T) => number,
): T[] {
  const best = new Map<number, T>();
  for (const item of items) {
    const key = keyOf(item);
    const known = best.get(key);
    if (!known || item.pattern < known.pattern) best.set(key, item);
  }
  return [...best.values()];
}

/**
 * `export class A {}`: the export statement belongs to A. The first definition inside a wrapper grows to its
 * start, and to its end when no other definition follows in it.
 */
function growToWrappers(sorted: readonly DefinitionCapture[], wrappers: Place[]): void {
  // Inner wrappers first, so that a definition grows step by step.
  for (const wrapper of [...wrappers].sort(byPlace).reverse()) {
    const first = firstStartingAt(sorted, wrapper.start);
    const grown = sorted[first];
    if (!grown || grown.node.end > wrapper.end) continue;
    const { start, end } = grown.node;
    let next = first;
    while (next < sorted.length && sorted[next]!.node.start < end) next += 1;
    const isAlone = next >= sorted.length || sorted[next]!.node.start >= wrapper.end;
    for (let at = first; at < sorted.length; at++) {
      const { node } = sorted[at]!;
      if (node.start !== start || node.end !== end) break;
      sorted[at]!.node = { ...wrapper, end: isAlone ? wrapper.end : end };
    }
  }
}

/** Decorators that some grammars put beside the declaration, right before it, belong to it. */
function growToAnnotations(
  definitions: readonly DefinitionCapture[],
  annotations: readonly Place[],
  source: string,
): void {
  if (annotations.length === 0) return;
  const byEnd = new Map<number, Place>();
  for (const annotation of annotations) byEnd.set(annotation.end, annotation);
  for (const definition of definitions) {
    for (;;) {
      let end = definition.node.start;
      while (end > 0 && isSpace(source.charCodeAt(end - 1))) end -= 1;
      const annotation = byEnd.get(end);
      if (!annotation) break;
      definition.node = { ...annotation, end: definition.node.end };
    }
  }
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

function firstStartingAt(sorted: readonly DefinitionCapture[], offset: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.node.start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
