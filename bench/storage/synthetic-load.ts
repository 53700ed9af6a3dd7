/** Facts, terms and links of a made-up repository, the same for every run. */
import { hashContent } from "../../src/core/content-hash.ts";
import type { Edge, FileLinks, Handle } from "../../src/core/edges.ts";
import type { BlobFacts, ExtractedBlob, ReferenceFact, SymbolFact } from "../../src/core/facts.ts";
import type { FactsKey } from "../../src/storage/contract.ts";

export interface LoadSize {
  files: number;
  symbolsPerFile: number;
  chunksPerFile: number;
  entriesPerChunk: number;
  edgesPerFile: number;
  referencesPerFile: number;
  vocabulary: number;
}

/** About nestjs/nest: 1,900 files, 20,000 symbols, 15,000 chunks, 900,000 postings, 60,000 edges. */
export const NEST_SIZE: LoadSize = {
  files: 1_900,
  symbolsPerFile: 10,
  chunksPerFile: 8,
  entriesPerChunk: 60,
  edgesPerFile: 32,
  referencesPerFile: 60,
  vocabulary: 30_000,
};

/** Other files that one file's edges lead to. */
const TARGET_FILES = 6;

export interface LoadFile {
  path: string;
  key: FactsKey;
  extracted: ExtractedBlob;
  links: FileLinks;
}

function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function makeLoad(size: LoadSize, seed = 1): LoadFile[] {
  const random = randomNumbers(seed);
  const pick = (limit: number) => Math.floor(random() * limit);
  // Words of code: few are everywhere, most are rare.
  const pickWord = () => Math.min(size.vocabulary - 1, Math.floor(size.vocabulary ** random()) - 1 + pick(3));
  const words = Array.from(
    { length: size.vocabulary },
    (_, at) => `w${(at * 7919) % 99991}${at.toString(36)}`,
  );
  const pathOf = (file: number) => `packages/core/part-${file % 40}/module-file-${file}.ts`;
  const nameOf = (file: number, symbol: number) => `${words[(file * 31 + symbol * 17) % 6000]}Name${symbol}`;
  // A linker hands out one string per handle, not a new one per edge.
  const handles = Array.from({ length: size.files }, (_, file) =>
    Array.from({ length: size.symbolsPerFile }, (_, at) => `${pathOf(file)}#${nameOf(file, at)}` as Handle),
  );
  return Array.from({ length: size.files }, (_, file): LoadFile => {
    const path = pathOf(file);
    const symbols = Array.from({ length: size.symbolsPerFile }, (_, at) =>
      symbolOf(nameOf(file, at), at, nameOf(file, 0)),
    );
    const references = Array.from({ length: size.referencesPerFile }, (_, at): ReferenceFact => {
      const name = words[pickWord()]!;
      const position = { line: at * 2 + 1, column: pick(80) };
      return at % 2 === 0
        ? { kind: "call", name, from: at % size.symbolsPerFile, position }
        : { kind: "read", name, receiver: "this.service", from: at % size.symbolsPerFile, position };
    });
    const facts: BlobFacts = {
      language: "typescript",
      status: "full",
      bytes: 2_000,
      lines: 70,
      tokens: 500,
      symbols,
      references,
      locals: symbols.map((_, at) => ({
        name: `local${at}`,
        from: at,
        startLine: at,
        endLine: at + 5,
        isParameter: true,
      })),
      imports: Array.from({ length: 5 }, (_, at) => ({
        source: `../part-${at}/module`,
        kind: "import" as const,
        isWildcard: false,
        bindings: [{ imported: nameOf(file + at, 0), local: nameOf(file + at, 0) }],
        line: at + 1,
      })),
      exports: [],
      chunks: Array.from({ length: size.chunksPerFile }, (_, at) => ({
        kind: "method" as const,
        span: { start: at * 250, end: at * 250 + 240, startLine: at * 8 + 1, endLine: at * 8 + 8 },
        symbol: at,
        tokens: 60,
        fingerprint: Array.from({ length: 12 }, () => pick(2 ** 32)).sort((a, b) => a - b),
      })),
      problems: [],
    };
    const neighbours = Array.from({ length: TARGET_FILES }, () => pick(size.files));
    const edges = Array.from({ length: size.edgesPerFile }, (_, at): Edge => {
      const target = neighbours[pick(TARGET_FILES)]!;
      return {
        from: handles[file]![at % size.symbolsPerFile]!,
        to: handles[target]![pick(size.symbolsPerFile)]!,
        kind: at % 3 === 0 ? "references" : "calls",
        tier: "resolved",
        lines: [at + 1],
      };
    });
    return {
      path,
      key: {
        hash: hashContent(Buffer.from(`${seed} ${file}`)),
        language: "typescript",
        extractor: "bench-1",
      },
      extracted: { facts, terms: termsOf(size, pickWord, words) },
      links: {
        extractor: "bench-1",
        edges,
        unresolved: Array.from({ length: 10 }, (_, at) => ({
          name: words[pickWord()]!,
          from: edges[at % edges.length]!.from,
          line: at,
          candidates: at % 3,
        })),
        dependencies: Array.from({ length: 60 }, () => pick(2 ** 32)).sort((a, b) => a - b),
      },
    };
  });
}

function symbolOf(name: string, at: number, outer: string): SymbolFact {
  return {
    kind: at === 0 ? "class" : "method",
    name,
    qualifiedName: at === 0 ? name : `${outer}.${name}`,
    overload: 0,
    parent: at === 0 ? -1 : 0,
    signature: `async ${name}(request: Request): Promise<Result>`,
    parameters: [{ name: "request", type: "Request" }],
    returnType: `Promise<Result>`,
    modifiers: ["public", "async"],
    scope: "exported",
    span: { start: at * 200, end: at * 200 + 190, startLine: at * 7 + 1, endLine: at * 7 + 7 },
    namePosition: { line: at * 7 + 1, column: 13 },
    complexity: 2,
    bases: [],
    ...(at % 3 === 0
      ? { doc: `Does what ${name} says, for the request that came in, and returns the result.` }
      : {}),
  };
}

function termsOf(size: LoadSize, pickWord: () => number, words: readonly string[]) {
  const packed = new Map<number, Set<number>>();
  for (let chunk = 0; chunk < size.chunksPerFile; chunk++) {
    for (let at = 0; at < size.entriesPerChunk; at++) {
      const word = pickWord();
      const entries = packed.get(word) ?? new Set<number>();
      packed.set(
        word,
        entries.add(((chunk << 16) | ((at % 8 === 0 ? 1 : 0) << 12) | (1 + (at % 5 === 0 ? 1 : 0))) >>> 0),
      );
    }
  }
  const used = [...packed.keys()];
  const entries = used.flatMap((word, number) =>
    [...packed.get(word)!].sort((a, b) => a - b).flatMap((one) => [number, one]),
  );
  return { dictionary: used.map((word) => words[word]!), entries: Uint32Array.from(entries) };
}
