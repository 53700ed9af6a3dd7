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
} from "../../core/facts.ts";
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
import { FactReader, FactWriter, type ValueRange } from "./fact-writer.ts";

export interface StoredFacts {
  chunks: Uint8Array;
  outline: Uint8Array;
  uses: Uint8Array;
}

export type FactsOutline = Omit<BlobFacts, "language" | "chunks" | "references" | "locals">;
export type FactsUses = Pick<BlobFacts, "references" | "locals">;

const out = new FactWriter();

/** The values lie in a buffer that the next call overwrites. */
export function encodeFacts(facts: BlobFacts): StoredFacts {
  out.reset();
  const chunks = writeChunks(facts.chunks);
  const outline = writeOutline(facts);
  const uses = writeUses(facts);
  return { chunks: out.view(chunks), outline: out.view(outline), uses: out.view(uses) };
}

export function decodeFacts(stored: StoredFacts, language: string): BlobFacts {
  const { status, bytes, lines, tokens, packageName, header, symbols, imports, exports, problems } =
    decodeOutline(stored.outline);
  const chunks = decodeChunks(stored.chunks);
  const { references, locals } = decodeUses(stored.uses);
  const facts: BlobFacts = {
    language,
    status,
    bytes,
    lines,
    tokens,
    symbols,
    references,
    locals,
    imports,
    exports,
    chunks,
    problems,
  };
  if (packageName !== undefined) facts.packageName = packageName;
  if (header !== undefined) facts.header = header;
  return facts;
}

function writeChunks(chunks: readonly ChunkFact[]): ValueRange {
  out.begin();
  out.list(chunks, (chunk) => {
    out.number(CHUNK_KIND.codeOf[chunk.kind]);
    out.span(chunk.span);
    out.number(chunk.symbol + 1);
    out.number(chunk.tokens);
    out.number(chunk.fingerprint.length);
    for (const hash of chunk.fingerprint) out.data.uint32(hash);
  });
  return out.end();
}

export function decodeChunks(stored: Uint8Array): ChunkFact[] {
  const from = new FactReader(stored, "the chunks of a blob");
  return from.list(() => {
    const kind = CHUNK_KIND.wordOf(from.number());
    const span = from.span();
    const symbol = from.number() - 1;
    const tokens = from.number();
    return { kind, span, symbol, tokens, fingerprint: from.list(() => from.uint32()) };
  });
}

function writeOutline(facts: FactsOutline): ValueRange {
  out.begin();
  out.number(PARSE_STATUS.codeOf[facts.status]);
  out.number(facts.bytes);
  out.number(facts.lines);
  out.number(facts.tokens);
  out.ownString(facts.packageName);
  out.ownString(facts.header);
  out.number(facts.symbols.length);
  for (const symbol of facts.symbols) writeSymbol(symbol, derivedName(symbol, facts.symbols));
  out.list(facts.imports, (fact) => writeImport(fact));
  out.list(facts.exports, (fact) => writeExport(fact));
  out.list(facts.problems, (problem) => {
    out.string(problem.code);
    out.ownString(problem.message);
    out.number(problem.line ?? 0);
  });
  return out.end();
}

export function decodeOutline(stored: Uint8Array): FactsOutline {
  const from = new FactReader(stored, "the outline of a blob");
  const status = PARSE_STATUS.wordOf(from.number());
  const [bytes, lines, tokens] = [from.number(), from.number(), from.number()];
  const [packageName, header] = [from.optional(), from.optional()];
  const symbols: SymbolFact[] = [];
  for (let left = from.number(); left > 0; left--) symbols.push(readSymbol(from, symbols));
  const imports = from.list(() => readImport(from));
  const exports = from.list(() => readExport(from));
  const problems = from.list(() => {
    const [code, message, line] = [from.string(), from.string(), from.number()];
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

/** `readSymbol` and `readOutwardSymbol` follow the order of this. */
function writeSymbol(symbol: SymbolFact, derived: string): void {
  out.number(SYMBOL_KIND.codeOf[symbol.kind]);
  out.ownString(symbol.name);
  out.number(symbol.parent + 1);
  out.ownString(symbol.qualifiedName === derived ? undefined : symbol.qualifiedName);
  out.number(symbol.overload);
  out.ownString(symbol.signature);
  out.list(symbol.parameters, (parameter) => {
    out.string(parameter.name);
    out.string(parameter.type);
  });
  out.string(symbol.returnType);
  out.string(symbol.valueType);
  writeValue(symbol.value);
  out.ownString(symbol.doc);
  out.list(symbol.modifiers, (modifier) => out.string(modifier));
  out.number(SCOPE.codeOf[symbol.scope]);
  out.span(symbol.span);
  out.number(symbol.namePosition.line);
  out.number(symbol.namePosition.column);
  out.number(symbol.complexity);
  out.list(symbol.bases, (base) => {
    out.string(base.name);
    out.number(RELATION.codeOf[base.relation]);
  });
  out.string(symbol.receiverType);
}

function readSymbol(from: FactReader, before: readonly SymbolFact[]): SymbolFact {
  const kind = SYMBOL_KIND.wordOf(from.number());
  const name = from.string();
  const parent = from.number() - 1;
  const qualifiedName = from.optional() ?? derivedName({ name, parent }, before);
  const overload = from.number();
  const signature = from.string();
  const parameters = from.list(() => {
    const [parameter, type] = [from.string(), from.optional()];
    return type === undefined ? { name: parameter } : { name: parameter, type };
  });
  const [returnType, valueType, value, doc] = [
    from.optional(),
    from.optional(),
    readValue(from),
    from.optional(),
  ];
  const modifiers = from.list(() => from.string());
  const scope = SCOPE.wordOf(from.number());
  const span = from.span();
  const namePosition = { line: from.number(), column: from.number() };
  const complexity = from.number();
  const bases = from.list(() => ({ name: from.string(), relation: RELATION.wordOf(from.number()) }));
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

function writeImport(fact: ImportFact): void {
  out.ownString(fact.source);
  out.number(IMPORT_KIND.codeOf[fact.kind] * 2 + (fact.isWildcard ? 1 : 0));
  out.list(fact.bindings, (binding) => {
    out.ownString(binding.imported);
    out.string(binding.local);
  });
  out.number(fact.line);
}

export function readImport(from: FactReader): ImportFact {
  const source = from.string();
  const packed = from.number();
  const bindings = from.list(() => ({ imported: from.string(), local: from.string() }));
  return {
    source,
    kind: IMPORT_KIND.wordOf(packed >>> 1),
    isWildcard: packed % 2 === 1,
    bindings,
    line: from.number(),
  };
}

function writeExport(fact: ExportFact): void {
  out.ownString(fact.exported);
  out.string(fact.local);
  out.ownString(fact.source);
  out.number(fact.line);
}

export function readExport(from: FactReader): ExportFact {
  const [exported, local, source, line] = [from.string(), from.string(), from.optional(), from.number()];
  return source === undefined ? { exported, local, line } : { exported, local, source, line };
}

function writeUses(uses: FactsUses): ValueRange {
  out.begin();
  out.number(uses.references.length);
  let line = 0;
  for (const reference of uses.references) {
    out.number(REFERENCE_KIND.codeOf[reference.kind]);
    out.string(reference.name);
    out.string(reference.receiver);
    out.number(reference.from + 1);
    out.signed(reference.position.line - line);
    out.number(reference.position.column);
    line = reference.position.line;
  }
  out.list(uses.locals, (local) => writeLocal(local));
  return out.end();
}

export function decodeUses(stored: Uint8Array): FactsUses {
  const from = new FactReader(stored, "the references of a blob");
  let line = 0;
  const references = from.list((): ReferenceFact => {
    const kind = REFERENCE_KIND.wordOf(from.number());
    const [name, receiver, symbol] = [from.string(), from.optional(), from.number() - 1];
    line += from.signed();
    const position = { line, column: from.number() };
    return receiver === undefined
      ? { kind, name, from: symbol, position }
      : { kind, name, receiver, from: symbol, position };
  });
  return { references, locals: from.list(() => readLocal(from)) };
}

function writeLocal(local: LocalFact): void {
  out.string(local.name);
  out.number(local.from + 1);
  out.number(local.startLine);
  out.signed(local.endLine - local.startLine);
  out.number(local.isParameter ? 1 : 0);
  out.string(local.type);
  writeValue(local.value);
}

function readLocal(from: FactReader): LocalFact {
  const [name, symbol, startLine] = [from.string(), from.number() - 1, from.number()];
  const endLine = startLine + from.signed();
  const isParameter = from.number() === 1;
  const [type, value] = [from.optional(), readValue(from)];
  const local: LocalFact = { name, from: symbol, startLine, endLine, isParameter };
  if (type !== undefined) local.type = type;
  if (value !== undefined) local.value = value;
  return local;
}

function writeValue(value: ValueFact | undefined): void {
  if (!value) {
    out.number(0);
    return;
  }
  out.number(VALUE_KIND.codeOf[value.kind] + 1);
  out.string(value.name);
  out.string(value.receiver);
}

export function readValue(from: FactReader): ValueFact | undefined {
  const code = from.number();
  if (code === 0) return undefined;
  const [kind, name, receiver] = [VALUE_KIND.wordOf(code - 1), from.string(), from.optional()];
  return receiver === undefined ? { kind, name } : { kind, name, receiver };
}
