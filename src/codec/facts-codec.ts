/**
 * Facts as three values, so that what is asked for often is read without the rest:
 * `chunks` (ranking), `outline` (symbols, imports, exports, file data), `uses` (references, locals; linking only).
 */
import type {
  BlobFacts,
  ChunkFact,
  ExportFact,
  ImportFact,
  LocalFact,
  ReferenceFact,
  SymbolFact,
  ValueFact,
} from "../core/facts.ts";
import { putVarint } from "./byte-writer.ts";
import {
  CHUNK_KIND,
  IMPORT_KIND,
  PARSE_STATUS,
  REFERENCE_KIND,
  RELATION,
  SCOPE,
  SYMBOL_KIND,
  VALUE_KIND,
} from "./fact-codes.ts";
import { FactReader, type FactWriter, foldSign, type ValueRange } from "./fact-writer.ts";

export interface StoredFacts {
  chunks: Uint8Array;
  outline: Uint8Array;
  uses: Uint8Array;
}

export type FactsOutline = Omit<BlobFacts, "language" | "chunks" | "references" | "locals">;
export type FactsUses = Pick<BlobFacts, "references" | "locals">;

/** One value behind the other. */
export function writeFacts(out: FactWriter, facts: BlobFacts): Record<keyof StoredFacts, ValueRange> {
  const chunks = writeChunks(out, facts.chunks);
  const outline = writeOutline(out, facts);
  return { chunks, outline, uses: writeUses(out, facts) };
}

export function decodeFacts(stored: StoredFacts, language: string): BlobFacts {
  return { ...decodeFactsForLinking(stored, language), chunks: decodeChunks(stored.chunks) };
}

/** All but the chunks. */
export function decodeFactsForLinking(
  stored: Pick<StoredFacts, "outline" | "uses">,
  language: string,
): Omit<BlobFacts, "chunks"> {
  const { references, locals } = decodeUses(stored.uses);
  return { language, ...decodeOutline(stored.outline), references, locals };
}

function writeChunks(out: FactWriter, chunks: readonly ChunkFact[]): ValueRange {
  out.begin();
  out.varint(chunks.length);
  for (let at = 0; at < chunks.length; at++) {
    const { kind, span, symbol, tokens, fingerprint } = chunks[at]!;
    out.varint(CHUNK_KIND.codeOf[kind]);
    out.span(span);
    out.varint(symbol + 1);
    out.varint(tokens);
    out.varint(fingerprint.length);
    out.uint32s(fingerprint);
  }
  return out.end();
}

export function decodeChunks(stored: Uint8Array): ChunkFact[] {
  const from = new FactReader(stored, "the chunks of a blob");
  return from.list(() => {
    const kind = CHUNK_KIND.wordOf(from.varint());
    const span = from.span();
    const symbol = from.varint() - 1;
    const tokens = from.varint();
    return { kind, span, symbol, tokens, fingerprint: from.list(() => from.uint32()) };
  });
}

function writeOutline(out: FactWriter, facts: FactsOutline): ValueRange {
  out.begin();
  out.varint(PARSE_STATUS.codeOf[facts.status]);
  out.varint(facts.bytes);
  out.varint(facts.lines);
  out.varint(facts.tokens);
  out.ownString(facts.packageName);
  out.ownString(facts.header);
  const { symbols } = facts;
  out.varint(symbols.length);
  for (let at = 0; at < symbols.length; at++) writeSymbol(out, symbols[at]!, symbols);
  const { imports } = facts;
  out.varint(imports.length);
  for (let at = 0; at < imports.length; at++) writeImport(out, imports[at]!);
  out.varint(facts.exports.length);
  for (const fact of facts.exports) writeExport(out, fact);
  out.varint(facts.problems.length);
  for (const problem of facts.problems) {
    out.string(problem.code);
    out.ownString(problem.message);
    out.varint(problem.line ?? 0);
  }
  return out.end();
}

export function decodeOutline(stored: Uint8Array): FactsOutline {
  const from = new FactReader(stored, "the outline of a blob");
  const status = PARSE_STATUS.wordOf(from.varint());
  const bytes = from.varint();
  const lines = from.varint();
  const tokens = from.varint();
  const packageName = from.optional();
  const header = from.optional();
  const symbols: SymbolFact[] = [];
  for (let left = from.varint(); left > 0; left--) symbols.push(readSymbol(from, symbols));
  const imports = readImports(from);
  const exports = readExports(from);
  const problems = from.list(() => {
    const [code, message, line] = [from.string(), from.string(), from.varint()];
    return line > 0 ? { code, message, line } : { code, message };
  });
  const outline: FactsOutline = { status, bytes, lines, tokens, symbols, imports, exports, problems };
  if (packageName !== undefined) outline.packageName = packageName;
  if (header !== undefined) outline.header = header;
  return outline;
}

/** What most qualified names are; only the others are spelled out. */
export function derivedName(
  symbol: { name: string; parent: number },
  symbols: readonly { qualifiedName: string }[],
): string {
  const parent = symbols[symbol.parent];
  return parent ? `${parent.qualifiedName}.${symbol.name}` : symbol.name;
}

/** Without making the name only to compare it. */
function isDerivedName({ name, qualifiedName }: SymbolFact, parent: SymbolFact | undefined): boolean {
  if (!parent) return qualifiedName === name;
  const outer = parent.qualifiedName;
  return (
    qualifiedName.length === outer.length + 1 + name.length &&
    qualifiedName.charCodeAt(outer.length) === DOT &&
    qualifiedName.endsWith(name) &&
    qualifiedName.startsWith(outer)
  );
}

const DOT = 46;

/** `readSymbol` and `readOutwardSymbol` follow the order of this. */
function writeSymbol(out: FactWriter, symbol: SymbolFact, symbols: readonly SymbolFact[]): void {
  const { parameters, modifiers, bases, namePosition } = symbol;
  out.varint(SYMBOL_KIND.codeOf[symbol.kind]);
  out.ownString(symbol.name);
  out.varint(symbol.parent + 1);
  out.ownString(isDerivedName(symbol, symbols[symbol.parent]) ? undefined : symbol.qualifiedName);
  out.varint(symbol.overload);
  out.ownString(symbol.signature);
  out.varint(parameters.length);
  for (let at = 0; at < parameters.length; at++) {
    out.string(parameters[at]!.name);
    out.string(parameters[at]!.type);
  }
  out.string(symbol.returnType);
  out.string(symbol.valueType);
  writeValue(out, symbol.value);
  out.ownString(symbol.doc);
  out.varint(modifiers.length);
  for (let at = 0; at < modifiers.length; at++) out.string(modifiers[at]);
  out.varint(SCOPE.codeOf[symbol.scope]);
  out.span(symbol.span);
  out.varint(namePosition.line);
  out.varint(namePosition.column);
  out.varint(symbol.complexity);
  out.varint(bases.length);
  for (let at = 0; at < bases.length; at++) {
    out.string(bases[at]!.name);
    out.varint(RELATION.codeOf[bases[at]!.relation]);
  }
  out.string(symbol.receiverType);
}

function readSymbol(from: FactReader, before: readonly SymbolFact[]): SymbolFact {
  const kind = SYMBOL_KIND.wordOf(from.varint());
  const name = from.string();
  const parent = from.varint() - 1;
  const qualifiedName = from.optional() ?? derivedName({ name, parent }, before);
  const overload = from.varint();
  const signature = from.string();
  const parameters: SymbolFact["parameters"] = [];
  for (let left = from.varint(); left > 0; left--) {
    const parameter = from.string();
    const type = from.optional();
    parameters.push(type === undefined ? { name: parameter } : { name: parameter, type });
  }
  const returnType = from.optional();
  const valueType = from.optional();
  const value = readValue(from);
  const doc = from.optional();
  const modifiers = readModifiers(from);
  const scope = SCOPE.wordOf(from.varint());
  const span = from.span();
  const namePosition = { line: from.varint(), column: from.varint() };
  const complexity = from.varint();
  const bases = readBases(from);
  const receiverType = from.optional();
  const symbol: SymbolFact = {
    kind,
    name,
    qualifiedName,
    overload,
    parent,
    signature,
    parameters,
    modifiers,
    scope,
    span,
    namePosition,
    complexity,
    bases,
  };
  if (returnType !== undefined) symbol.returnType = returnType;
  if (valueType !== undefined) symbol.valueType = valueType;
  if (value !== undefined) symbol.value = value;
  if (doc !== undefined) symbol.doc = doc;
  if (receiverType !== undefined) symbol.receiverType = receiverType;
  return symbol;
}

export function readModifiers(from: FactReader): string[] {
  const modifiers: string[] = [];
  for (let left = from.varint(); left > 0; left--) modifiers.push(from.string());
  return modifiers;
}

export function readBases(from: FactReader): SymbolFact["bases"] {
  const bases: SymbolFact["bases"] = [];
  for (let left = from.varint(); left > 0; left--)
    bases.push({ name: from.string(), relation: RELATION.wordOf(from.varint()) });
  return bases;
}

function writeImport(out: FactWriter, fact: ImportFact): void {
  out.ownString(fact.source);
  out.varint(IMPORT_KIND.codeOf[fact.kind] * 2 + (fact.isWildcard ? 1 : 0));
  const { bindings } = fact;
  out.varint(bindings.length);
  for (let at = 0; at < bindings.length; at++) {
    out.ownString(bindings[at]!.imported);
    out.string(bindings[at]!.local);
  }
  out.varint(fact.line);
}

export function readImports(from: FactReader): ImportFact[] {
  const imports: ImportFact[] = [];
  for (let left = from.varint(); left > 0; left--) {
    const source = from.string();
    const packed = from.varint();
    const kind = IMPORT_KIND.wordOf(packed >>> 1);
    const bindings: ImportFact["bindings"] = [];
    for (let more = from.varint(); more > 0; more--)
      bindings.push({ imported: from.string(), local: from.string() });
    imports.push({ source, kind, isWildcard: packed % 2 === 1, bindings, line: from.varint() });
  }
  return imports;
}

function writeExport(out: FactWriter, fact: ExportFact): void {
  out.ownString(fact.exported);
  out.string(fact.local);
  out.ownString(fact.source);
  out.varint(fact.line);
}

export function readExports(from: FactReader): ExportFact[] {
  const exports: ExportFact[] = [];
  for (let left = from.varint(); left > 0; left--) {
    const exported = from.string();
    const local = from.string();
    const source = from.optional();
    const line = from.varint();
    exports.push(source === undefined ? { exported, local, line } : { exported, local, source, line });
  }
  return exports;
}

function writeUses(out: FactWriter, uses: FactsUses): ValueRange {
  out.begin();
  writeReferences(out, uses.references);
  const { locals } = uses;
  out.varint(locals.length);
  for (let at = 0; at < locals.length; at++) writeLocal(out, locals[at]!);
  return out.end();
}

/** Six numbers of at most 32 bits, as varints. */
const MAX_REFERENCE_BYTES = 6 * 5;

/** In one stretch, since there are more of them than of anything else and the code that runs is mostly unoptimised. */
function writeReferences(out: FactWriter, references: readonly ReferenceFact[]): void {
  out.varint(references.length);
  const bytes = out.room(references.length * MAX_REFERENCE_BYTES);
  let at = out.length;
  let lastLine = 0;
  for (let index = 0; index < references.length; index++) {
    const { kind, name, receiver, from, position } = references[index]!;
    const { line, column } = position;
    bytes[at++] = REFERENCE_KIND.codeOf[kind];
    at = putVarint(bytes, at, out.numberOf(name));
    at = putVarint(bytes, at, receiver === undefined ? 0 : out.numberOf(receiver));
    at = putVarint(bytes, at, from + 1);
    at = putVarint(bytes, at, foldSign(line - lastLine));
    at = putVarint(bytes, at, column);
    lastLine = line;
  }
  out.length = at;
}

export function decodeUses(stored: Uint8Array): FactsUses {
  const from = new FactReader(stored, "the references of a blob");
  const references: ReferenceFact[] = [];
  let line = 0;
  for (let left = from.varint(); left > 0; left--) {
    const kind = REFERENCE_KIND.wordOf(from.varint());
    const name = from.string();
    const receiver = from.optional();
    const symbol = from.varint() - 1;
    line += from.signed();
    const position = { line, column: from.varint() };
    references.push(
      receiver === undefined
        ? { kind, name, from: symbol, position }
        : { kind, name, receiver, from: symbol, position },
    );
  }
  const locals: LocalFact[] = [];
  for (let left = from.varint(); left > 0; left--) locals.push(readLocal(from));
  return { references, locals };
}

function writeLocal(out: FactWriter, local: LocalFact): void {
  out.string(local.name);
  out.varint(local.from + 1);
  out.varint(local.startLine);
  out.signed(local.endLine - local.startLine);
  out.varint(local.isParameter ? 1 : 0);
  out.string(local.type);
  writeValue(out, local.value);
}

function readLocal(from: FactReader): LocalFact {
  const name = from.string();
  const symbol = from.varint() - 1;
  const startLine = from.varint();
  const endLine = startLine + from.signed();
  const isParameter = from.varint() === 1;
  const type = from.optional();
  const value = readValue(from);
  const local: LocalFact = { name, from: symbol, startLine, endLine, isParameter };
  if (type !== undefined) local.type = type;
  if (value !== undefined) local.value = value;
  return local;
}

function writeValue(out: FactWriter, value: ValueFact | undefined): void {
  if (!value) {
    out.varint(0);
    return;
  }
  out.varint(VALUE_KIND.codeOf[value.kind] + 1);
  out.string(value.name);
  out.string(value.receiver);
}

export function readValue(from: FactReader): ValueFact | undefined {
  const code = from.varint();
  if (code === 0) return undefined;
  const kind = VALUE_KIND.wordOf(code - 1);
  const name = from.string();
  const receiver = from.optional();
  return receiver === undefined ? { kind, name } : { kind, name, receiver };
}
