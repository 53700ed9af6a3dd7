/** Runs a query inside the runtime and reads the matches where it leaves them: in the heap of its module. */
import type { Language, Tree } from "web-tree-sitter";
import type { CpuDeadline } from "./cpu-deadline.ts";
import type { MatchList } from "./match-list.ts";
import { addressOf, type RuntimeMemory } from "./runtime.ts";

const NO_MATCH_LIMIT = 0xffffffff;

/** `read` gets the matches, which are gone afterwards; false when the deadline passed first. */
export function withHeapMatches(
  memory: RuntimeMemory,
  query: number,
  grammar: Language,
  tree: Tree,
  deadline: CpuDeadline,
  read: (matches: MatchList) => void,
): boolean {
  const { raw, transfer } = memory;
  let isLate = false;
  raw.currentQueryProgressCallback = () => {
    isLate ||= deadline.isPast();
    return isLate;
  };
  const { rootNode } = tree;
  const { row, column } = rootNode.startPosition;
  raw.HEAP32.set([rootNode.id, rootNode.startIndex, row, column, 0], transfer);
  const treeAddress = addressOf(tree);
  raw._ts_query_matches_wasm(
    query,
    treeAddress,
    ...[0, 0, 0, 0, 0, 0],
    ...[0, 0, 0, 0, 0, 0],
    NO_MATCH_LIMIT,
    NO_MATCH_LIMIT,
  );
  raw.currentQueryProgressCallback = null;
  const count = raw.HEAP32[transfer]!;
  const address = raw.HEAP32[transfer + 1]!;
  if (!isLate) read(new HeapMatches(memory, grammar, treeAddress, count, address >> 2));
  raw._free(address);
  return !isLate;
}

class HeapMatches implements MatchList {
  readonly words: Int32Array;
  readonly count: number;
  readonly first: number;
  readonly #memory: RuntimeMemory;
  readonly #grammar: Language;
  readonly #tree: number;

  constructor(memory: RuntimeMemory, grammar: Language, tree: number, count: number, first: number) {
    this.words = memory.raw.HEAP32;
    this.count = count;
    this.first = first;
    this.#memory = memory;
    this.#grammar = grammar;
    this.#tree = tree;
  }

  endOf(at: number): number {
    this.#putNode(at);
    return this.#memory.raw._ts_node_end_index_wasm(this.#tree);
  }

  typeOf(at: number): string {
    this.#putNode(at);
    return this.#grammar.types[this.#memory.raw._ts_node_symbol_wasm(this.#tree)] ?? "ERROR";
  }

  /** Where the module looks for the node that it is asked about. */
  #putNode(at: number): void {
    const { words } = this;
    const to = this.#memory.transfer;
    words[to] = words[at + 1]!;
    words[to + 1] = words[at + 2]!;
    words[to + 2] = words[at + 3]!;
    words[to + 3] = words[at + 4]!;
    words[to + 4] = words[at + 5]!;
  }
}
