/**
 * Facts as they travel from a worker: JSON of rows without keys, a third of the size of plain JSON and read back in
 * half the time; structured cloning of so many small objects costs several times as much. Both ends are one version.
 */
import type {
  BlobFacts,
  ChunkFact,
  ImportFact,
  LocalFact,
  ReferenceFact,
  SymbolFact,
} from "../core/facts.ts";

/** Absent optional fields travel as 0: no field of these rows has a number where a text may be absent. */
type Row = unknown[];

/** A field added to facts must be added to the rows below: then, and only then, name it here. */
type AllOf<T, Known extends keyof T> = Exclude<keyof T, Known> extends never ? true : never;
const KNOWN_FIELDS: [
  AllOf<
    SymbolFact,
    | ("kind" | "name" | "qualifiedName" | "overload" | "parent" | "signature" | "parameters" | "returnType")
    | (
        | "valueType"
        | "value"
        | "doc"
        | "modifiers"
        | "scope"
        | "span"
        | "namePosition"
        | "complexity"
        | "bases"
      )
    | "receiverType"
  >,
  AllOf<ReferenceFact, "kind" | "name" | "receiver" | "from" | "position">,
  AllOf<LocalFact, "name" | "from" | "startLine" | "endLine" | "isParameter" | "type" | "value">,
  AllOf<ImportFact, "source" | "kind" | "isWildcard" | "bindings" | "line">,
  AllOf<ChunkFact, "kind" | "span" | "symbol" | "tokens" | "fingerprint">,
] = [true, true, true, true, true];
void KNOWN_FIELDS;

const orAbsent = (value: unknown): unknown => value ?? 0;

export function writeFacts(facts: BlobFacts): string {
  const { symbols, references, locals, imports, chunks, ...rest } = facts;
  return JSON.stringify({
    ...rest,
    symbols: symbols.map(symbolRow),
    references: referenceColumns(references),
    locals: locals.map(localRow),
    imports: imports.map(({ source, kind, isWildcard, bindings, line }) => [
      source,
      kind,
      isWildcard ? 1 : 0,
      bindings.flatMap(({ imported, local }) => [imported, local]),
      line,
    ]),
    chunks: chunks.map(({ kind, span, symbol, tokens, fingerprint }) => [
      kind,
      span.start,
      span.end,
      span.startLine,
      span.endLine,
      symbol,
      tokens,
      fingerprint,
    ]),
  });
}

export function readFacts(text: string): BlobFacts {
  const facts = JSON.parse(text) as Record<string, unknown>;
  facts.symbols = (facts.symbols as Row[]).map(readSymbol);
  facts.references = readReferences(facts.references as Row[]);
  facts.locals = (facts.locals as Row[]).map(readLocal);
  facts.imports = (facts.imports as Row[]).map(readImport);
  facts.chunks = (facts.chunks as Row[]).map(readChunk);
  return facts as unknown as BlobFacts;
}

function symbolRow(symbol: SymbolFact): Row {
  const { span, namePosition } = symbol;
  return [
    symbol.kind,
    symbol.name,
    // Most names follow from the parent; only the others are spelled out.
    symbol.qualifiedName === symbol.name ? 0 : symbol.qualifiedName,
    symbol.overload,
    symbol.parent,
    symbol.signature,
    symbol.parameters.flatMap(({ name, type }) => [name, orAbsent(type)]),
    orAbsent(symbol.returnType),
    orAbsent(symbol.valueType),
    orAbsent(symbol.value),
    orAbsent(symbol.doc),
    symbol.modifiers,
    symbol.scope,
    [span.start, span.end, span.startLine, span.endLine, namePosition.line, namePosition.column],
    symbol.complexity,
    symbol.bases,
    orAbsent(symbol.receiverType),
  ];
}

function readSymbol(row: Row): SymbolFact {
  const [kind, name, qualifiedName, overload, parent, signature, parameters, returnType, valueType] = row;
  const [value, doc, modifiers, scope, places, complexity, bases, receiverType] = row.slice(9);
  const [start, end, startLine, endLine, line, column] = places as number[];
  const pairs = parameters as (string | 0)[];
  const symbol = {
    kind,
    name,
    qualifiedName: qualifiedName === 0 ? name : qualifiedName,
    overload,
    parent,
    signature,
    parameters: [] as SymbolFact["parameters"],
    modifiers,
    scope,
    span: { start, end, startLine, endLine },
    namePosition: { line, column },
    complexity,
    bases,
  } as SymbolFact;
  for (let at = 0; at < pairs.length; at += 2) {
    const type = pairs[at + 1];
    symbol.parameters.push(
      type === 0 ? { name: String(pairs[at]) } : { name: String(pairs[at]), type: String(type) },
    );
  }
  if (returnType !== 0) symbol.returnType = returnType as string;
  if (valueType !== 0) symbol.valueType = valueType as string;
  if (value !== 0) symbol.value = value as NonNullable<SymbolFact["value"]>;
  if (doc !== 0) symbol.doc = doc as string;
  if (receiverType !== 0) symbol.receiverType = receiverType as string;
  return symbol;
}

function referenceColumns(references: readonly ReferenceFact[]): Row[] {
  return [
    references.map(({ kind }) => kind),
    references.map(({ name }) => name),
    references.map(({ receiver }) => orAbsent(receiver)),
    references.map(({ from }) => from),
    references.map(({ position }) => position.line),
    references.map(({ position }) => position.column),
  ];
}

function readReferences(columns: Row[]): ReferenceFact[] {
  const [kinds, names, receivers, froms, lines, places] = columns as [
    ReferenceFact["kind"][],
    string[],
    (string | 0)[],
    number[],
    number[],
    number[],
  ];
  return kinds.map((kind, at) => {
    const position = { line: lines[at]!, column: places[at]! };
    const receiver = receivers[at]!;
    const name = names[at]!;
    const from = froms[at]!;
    return receiver === 0 ? { kind, name, from, position } : { kind, name, receiver, from, position };
  });
}

function localRow({ name, from, startLine, endLine, isParameter, type, value }: LocalFact): Row {
  return [name, from, startLine, endLine, isParameter ? 1 : 0, orAbsent(type), orAbsent(value)];
}

function readLocal(row: Row): LocalFact {
  const [name, from, startLine, endLine, isParameter, type, value] = row;
  const local = { name, from, startLine, endLine, isParameter: isParameter === 1 } as LocalFact;
  if (type !== 0) local.type = type as string;
  if (value !== 0) local.value = value as NonNullable<LocalFact["value"]>;
  return local;
}

function readImport([source, kind, isWildcard, names, line]: Row): ImportFact {
  const bindings: ImportFact["bindings"] = [];
  const pairs = names as string[];
  for (let at = 0; at < pairs.length; at += 2) bindings.push({ imported: pairs[at]!, local: pairs[at + 1]! });
  return { source, kind, isWildcard: isWildcard === 1, bindings, line } as ImportFact;
}

function readChunk([kind, start, end, startLine, endLine, symbol, tokens, fingerprint]: Row): ChunkFact {
  return { kind, span: { start, end, startLine, endLine }, symbol, tokens, fingerprint } as ChunkFact;
}
