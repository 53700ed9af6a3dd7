/** Captures of one file → everything of BlobFacts but chunks and tokens. */
import type { BlobFacts, SymbolFact } from "../../core/facts.ts";
import type { LanguageDefinition } from "../../languages/contract.ts";
import { attachTypeBounds } from "../../languages/type-bounds.ts";
import { arrangeDefinitions } from "./arrange-definitions.ts";
import { attachInitialStrings } from "./attach-initial-strings.ts";
import { buildLiterals } from "./build-literals.ts";
import { buildSymbols } from "./build-symbols.ts";
import {
  attachParameters,
  buildLocals,
  buildObjects,
  buildReferences,
  countBranches,
  distinctReferences,
  outermostBindings,
} from "./build-uses.ts";
import { type Captures, type Place, sortPlaces } from "./captures.ts";
import { CommentGroups } from "./comment-groups.ts";
import { stripComment } from "./comment-text.ts";
import { attachArity, attachTypeArity } from "./count-arguments.ts";
import { assignScopes } from "./default-scope.ts";
import { joinExports, joinImports } from "./imports.ts";
import type { LineIndex } from "./line-index.ts";
import { fold } from "./signature.ts";

/** What chunking needs to know beside the facts. */
export interface Layout {
  /** Where the doc comment of a symbol starts, when it has one. */
  docStarts: ReadonlyMap<SymbolFact, number>;
  importLines: { first: number; last: number }[];
  header: { start: number; end: number } | null;
  /** Sorted; comments and doc strings. */
  comments: Place[];
}

export function buildFacts(
  definition: LanguageDefinition,
  source: string,
  lines: LineIndex,
  captures: Captures,
  withBodies: boolean,
  facts: BlobFacts,
): Layout {
  const scopes = sortPlaces(captures.scopes);
  const hasShebang = source.startsWith("#!");
  const comments = sortPlaces(captures.comments).filter(({ start }) => start > 0 || !hasShebang);
  const groups = new CommentGroups(source, lines, comments);
  const arranged = arrangeDefinitions(source, captures, scopes, {
    mergesClauses: definition.mergesClauses === true,
  });
  const built = buildSymbols(
    source,
    lines,
    arranged,
    captures,
    groups,
    definition.countsTypeArguments === true,
  );
  const bindings = outermostBindings(captures);
  facts.symbols = built.symbols;
  attachParameters(source, facts.symbols, arranged, bindings);
  if (definition.countsArguments) attachArity(facts.symbols);
  if (definition.countsTypeArguments) attachTypeArity(facts.symbols);
  if (definition.typeBounds) attachTypeBounds(facts.symbols, definition.typeBounds);
  countBranches(facts.symbols, sortPlaces(captures.branches));
  facts.imports = joinImports(captures.imports);
  facts.exports = joinExports(captures.exports);
  if (withBodies) {
    const references = distinctReferences(arranged, captures, bindings);
    facts.references = buildReferences(source, arranged, references, definition);
    facts.locals = buildLocals(source, lines, arranged, bindings, scopes);
    facts.objects = buildObjects(source, lines, arranged, captures.objects);
    const syntax = definition.literals;
    if (syntax) {
      attachInitialStrings(source, syntax, arranged.definitions, built.symbols);
      const input = { source, lines, syntax, arranged, references, bindings, captures };
      Object.assign(facts, buildLiterals(input));
    }
  }
  const packageName = captures.packages.sort((a, b) => a.start - b.start)[0];
  if (packageName) facts.packageName = fold(source.slice(packageName.start, packageName.end), 300);
  assignScopes(facts, arranged, definition);
  const header = groups.header() ?? moduleDocString(source, captures.docs, facts);
  if (header) facts.header = header.text;
  return {
    docStarts: built.docStarts,
    importLines: captures.imports
      .filter(({ at, fact }) => fact.kind !== "dynamic" && startsLine(source, lines.startOf(at.line)))
      .map(({ at }) => ({ first: at.line, last: lines.lastLine(at.start, at.end) })),
    header,
    comments: sortPlaces([...comments, ...captures.docs]),
  };
}

/** An indented import is part of some block, not of the import block. */
function startsLine(source: string, lineStart: number): boolean {
  const code = source.charCodeAt(lineStart);
  return code !== 32 && code !== 9;
}

/** A doc string before the first symbol speaks of the whole file. */
function moduleDocString(
  source: string,
  docs: readonly Place[],
  facts: BlobFacts,
): { text: string; start: number; end: number } | null {
  const first = docs[0];
  const firstSymbol = facts.symbols[0];
  if (!first || (firstSymbol && firstSymbol.span.start <= first.start)) return null;
  return { text: stripComment(source.slice(first.start, first.end)), start: first.start, end: first.end };
}
