/** Functions and methods that may implement an operation: looked up by name, tests, clients and generated code left out. */
import { type Handle, handleOf } from "../../core/edges.ts";
import type { SymbolFact, SymbolKind } from "../../core/facts.ts";
import { isTestPath, isTestSupportPath } from "../../languages/test-paths.ts";
import type { SymbolHit, ViewReader } from "../../storage/contract.ts";

export interface Candidate {
  handle: Handle;
  path: string;
  symbol: SymbolFact;
  /** The type or object around it, by its name; empty for a plain function. */
  owner: string;
  /** What the owner and its bases in the same file extend and implement, as written. */
  ownerBases: readonly string[];
  ownerKind: SymbolKind | null;
}

const CALLABLE: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  "function",
  "method",
  "property",
  "constant",
  "variable",
]);
/** What compilers of specifications write: it hands on, and implements nothing. */
const GENERATED =
  /(?:_pb2?(?:_grpc)?\.\w+|\.pb(?:\.gw)?\.go|_grpc\.pb\.go|\.pb\.\w+|Grpc\.(?:java|kt|cs)|_grpc_pb\.\w+|\.g\.\w+|\.gen\.\w+|[_.]generated\.\w+|\.d\.ts)$|(?:^|\/)(?:generated|__generated__|gen|genproto)\//i;
const NAMES_AT_ONCE = 500;

export function isGeneratedPath(path: string): boolean {
  return GENERATED.test(path);
}

type SymbolReader = Pick<ViewReader, "symbolsNamed" | "outlines">;

/** By every asked name as it is written; the store looks names up without regard to their case. */
export async function candidatesNamed(
  reader: SymbolReader,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly Candidate[]>> {
  const asked = [...new Set(names)];
  const found = new Map<string, readonly Candidate[]>();
  for (let from = 0; from < asked.length; from += NAMES_AT_ONCE) {
    const some = asked.slice(from, from + NAMES_AT_ONCE);
    const hits = await reader.symbolsNamed(some);
    const usable = hits.map((list) => list.filter(isUsable));
    const owners = await ownersOf(reader, usable.flat());
    for (const [at, name] of some.entries())
      found.set(
        name,
        usable[at]!.filter(({ symbol }) => symbol.name === name).map((hit) => candidateOf(hit, owners)),
      );
  }
  return found;
}

function isUsable({ path, symbol }: SymbolHit): boolean {
  return (
    CALLABLE.has(symbol.kind) &&
    symbol.scope !== "local" &&
    !isTestPath(path) &&
    !isTestSupportPath(path) &&
    !isGeneratedPath(path) &&
    !/\.(?:proto|graphqls?|gql|json|ya?ml|md|sql|css|html)$/.test(path)
  );
}

/** Symbols of the files that candidates lie in. */
async function ownersOf(
  reader: SymbolReader,
  hits: readonly SymbolHit[],
): Promise<ReadonlyMap<number, readonly SymbolFact[]>> {
  const blobs = [...new Set(hits.map(({ blob }) => blob))];
  const outlines = await reader.outlines(blobs);
  return new Map(blobs.map((blob, at) => [blob, outlines[at]!.symbols]));
}

function candidateOf(
  { path, blob, symbol }: SymbolHit,
  files: ReadonlyMap<number, readonly SymbolFact[]>,
): Candidate {
  const symbols = files.get(blob) ?? [];
  const outside = symbol.qualifiedName.split(".").slice(0, -1).join(".");
  const around = symbols[symbol.parent] ?? symbols.find(({ qualifiedName }) => qualifiedName === outside);
  const owner = symbol.receiverType ?? (outside || "");
  // A struct of Go is tied by its methods' receiver, `impl Trait for` of Rust by what stands around the method.
  const named = around ?? symbols.find(({ name }) => name === owner);
  return {
    handle: handleOf(path, symbol),
    path,
    symbol,
    owner,
    ownerBases: named ? basesOf(named, symbols) : [],
    ownerKind: named?.kind ?? null,
  };
}

const MAX_BASES = 16;

/** Also those of its bases in the same file: a class and its stand-in share one that extends the servicer. */
function basesOf(type: SymbolFact, symbols: readonly SymbolFact[]): string[] {
  const found = new Set(type.bases.map(({ name }) => name));
  for (const name of found) {
    const base = found.size < MAX_BASES ? symbols.find((one) => one.name === name) : undefined;
    for (const above of base?.bases ?? []) found.add(above.name);
  }
  return [...found];
}
