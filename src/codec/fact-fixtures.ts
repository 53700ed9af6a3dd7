/** Facts for tests. Typed with Required<>: a new optional field must be added here to compile. */
import type {
  AnnotationFact,
  ArgumentFact,
  BlobFacts,
  CallFact,
  ChunkFact,
  ExportFact,
  ImportFact,
  LocalFact,
  ReferenceFact,
  SymbolFact,
} from "../core/facts.ts";

function lineSpan(line: number) {
  return { start: line * 40, end: line * 40 + 30, startLine: line, endLine: line + 1 };
}

export function symbolNamed(name: string, line: number): SymbolFact {
  return {
    kind: "function",
    name,
    qualifiedName: name,
    overload: 0,
    parent: -1,
    signature: `function ${name}()`,
    parameters: [],
    modifiers: [],
    scope: "exported",
    span: lineSpan(line),
    namePosition: { line, column: 9 },
    complexity: 1,
    bases: [],
  };
}

export function chunkOf(symbol: number, line: number): ChunkFact {
  return { kind: "function", span: lineSpan(line), symbol, tokens: 12, fingerprint: [] };
}

/** Every field of every fact is set, with the values that are easy to lose. */
export function fullFacts(): Required<BlobFacts> {
  const symbol: Required<SymbolFact> = {
    kind: "method",
    name: "größe",
    qualifiedName: "Kiste.größe",
    overload: 2,
    parent: 0,
    signature: 'größe(\u{1f4e6}: Kiste<"a\\b">): number',
    parameters: [{ name: "kiste", type: "Kiste" }, { name: "rest" }],
    returnType: "number",
    valueType: "Promise<number>",
    doc: "First line.\n\nSecond \ud800 line, with half a pair.",
    modifiers: ["public", "async"],
    scope: "internal",
    span: { start: 70_000, end: 140_000, startLine: 3_000, endLine: 70_000 },
    namePosition: { line: 3_001, column: 130 },
    complexity: 17,
    bases: [
      { name: "ns.Base", relation: "extends", typeArgumentCount: 2 },
      { name: "Faces", relation: "implements" },
    ],
    receiverType: "Kiste",
    literal: "/kisten",
    arity: 0,
    givenType: "Kiste",
    required: 0,
    typeArity: 0,
    typeBounds: "T: Kiste & Faces",
    value: { kind: "name", name: "base", receiver: "this" },
  };
  const outer: SymbolFact = { ...symbolNamed("Kiste", 1), kind: "class", scope: "local" };
  const reference: Required<ReferenceFact> = {
    kind: "decorator",
    name: "call",
    receiver: "this.config",
    from: 1,
    position: { line: 3_002, column: 0 },
    argumentCount: 0,
    typeArgumentCount: 0,
  };
  const bare: ReferenceFact = { kind: "jsx", name: "Box", from: -1, position: { line: 3, column: 4 } };
  const local: Required<LocalFact> = {
    name: "item",
    from: 1,
    startLine: 3_002,
    startColumn: 12,
    endLine: 3_010,
    endColumn: 3,
    isParameter: true,
    type: "Item[]",
    givenType: "Item",
    value: { kind: "call", name: "make", receiver: "factory" } satisfies Required<LocalFact["value"]>,
  };
  const bareLocal: LocalFact = {
    name: "x",
    from: -1,
    startLine: 1,
    startColumn: 0,
    endLine: 1,
    endColumn: 0,
    isParameter: false,
  };
  const newLocal: LocalFact = { ...bareLocal, name: "y", value: { kind: "new", name: "Foo" } };
  const importFact: Required<ImportFact> = {
    source: "./a",
    kind: "dynamic",
    isWildcard: true,
    bindings: [
      { imported: "*", local: "all" },
      { imported: "default", local: "one" },
    ],
    line: 1,
  };
  const exportFact: Required<ExportFact> = { exported: "*", local: "*", source: "./b", line: 2 };
  const chunk: Required<ChunkFact> = {
    kind: "module-doc",
    span: { start: 0, end: 5, startLine: 1, endLine: 1 },
    symbol: -1,
    tokens: 700,
    fingerprint: [0, 1, 0x7fffffff, 0x80000000, 0xffffffff],
  };
  const argument: Required<ArgumentFact> = {
    position: 1,
    name: "pfad",
    key: "größe",
    text: "/kisten/",
    holes: [
      { at: 0, text: "BASIS" },
      { at: 8, text: "kiste.id" },
    ],
  };
  const call: Required<CallFact> = {
    name: "get",
    receiver: "app",
    from: 1,
    span: lineSpan(3_004),
    arguments: [argument, { position: 0, text: "", holes: [] }],
    typeArguments: ["IKiste"],
    target: "kiste",
    blockEnd: 3_100,
  };
  const annotation: Required<AnnotationFact> = {
    name: "Get",
    receiver: "web",
    symbol: 1,
    parameter: "kiste",
    span: lineSpan(2_999),
    arguments: [argument],
  };
  return {
    language: "toy",
    status: "partial",
    bytes: 200_000,
    lines: 70_001,
    tokens: 40_000,
    packageName: "a.b",
    header: "About this file",
    symbols: [outer, symbol],
    references: [reference, bare],
    locals: [local, bareLocal, newLocal],
    objects: [
      { type: "IKiste<Ding>", from: 1, position: { line: 3_003, column: 11 }, endLine: 3_009 },
      { type: "Ding", from: -1, position: { line: 3_012, column: 0 }, endLine: 3_012 },
    ],
    imports: [importFact, { ...importFact, kind: "include", isWildcard: false, bindings: [] }],
    exports: [exportFact, { exported: "a", local: "b", line: 9 }],
    calls: [
      call,
      { name: "fetch", from: -1, span: lineSpan(2), arguments: [], typeArguments: [], blockEnd: 0 },
    ],
    annotations: [annotation, { name: "allow", symbol: -1, span: lineSpan(4), arguments: [] }],
    hasAllLiterals: true,
    chunks: [chunk, chunkOf(1, 3_000)],
    problems: [
      { code: "PARSE_PARTIAL", message: "one error", line: 7 },
      { code: "X", message: "no place" },
    ],
  };
}
