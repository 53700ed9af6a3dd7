/**
 * A file → chunks by lines: functions and methods with their comments, types (large ones by member), the import
 * block, the opening comment, sections, and blocks of what lies between. Chunks do not overlap, follow the document
 * and leave out only blank lines.
 */
import { type ChunkKind, type SymbolFact, type SymbolKind, TYPE_KINDS } from "../../core/facts.ts";
import type { Layout } from "./build-facts.ts";
import type { LineIndex } from "./line-index.ts";

export interface Piece {
  kind: ChunkKind;
  /** -1 when no symbol owns or encloses it. */
  symbol: number;
  first: number;
  last: number;
}

/** Shorter declarations are grouped with their neighbours. */
const SMALL_LINES = 5;
const BLOCK_LINES = 60;
/** About 600 tokens: a type of that size is read whole. */
const WHOLE_TYPE_CHARS = 2_200;
const LONG_FUNCTION_LINES = 120;
const PART_LINES = 80;
export const MAX_CHUNKS = 4_000;

const SPLIT_KINDS: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  ...TYPE_KINDS,
  "namespace",
  "section",
  "constant",
  "variable",
]);

export function cutIntoPieces(
  source: string,
  lines: LineIndex,
  symbols: readonly SymbolFact[],
  layout: Layout,
): Piece[] {
  const cutter = new Cutter(lines, symbols, layout);
  const pieces = cutter.cut(-1, 1, lines.count, "block");
  const sized = mergeSmall(joinClosers(pieces, source, lines), symbols).flatMap((piece) =>
    splitLong(piece, source, lines),
  );
  return limitCount(sized);
}

class Cutter {
  readonly #children = new Map<number, number[]>();
  readonly #lines: LineIndex;
  readonly #symbols: readonly SymbolFact[];
  readonly #layout: Layout;

  constructor(lines: LineIndex, symbols: readonly SymbolFact[], layout: Layout) {
    this.#lines = lines;
    this.#symbols = symbols;
    this.#layout = layout;
    for (const [at, { parent }] of symbols.entries()) {
      const known = this.#children.get(parent);
      if (known) known.push(at);
      else this.#children.set(parent, [at]);
    }
  }

  /** Pieces of lines first..last inside `owner`; what belongs to no child gets `restKind`. */
  cut(owner: number, first: number, last: number, restKind: ChunkKind): Piece[] {
    const pieces: Piece[] = [];
    let next = first;
    const units = owner < 0 ? this.#topUnits() : this.#childUnits(owner);
    for (const unit of units) {
      const from = Math.max(unit.first, next);
      const to = Math.min(unit.last, last);
      if (to < from) continue;
      this.#pushRest(pieces, owner, next, from - 1, restKind);
      pieces.push(...this.#cutUnit({ ...unit, first: from, last: to }));
      next = to + 1;
    }
    this.#pushRest(pieces, owner, next, last, restKind);
    return pieces;
  }

  #cutUnit(unit: Piece): Piece[] {
    const symbol = this.#symbols[unit.symbol];
    const isWhole =
      !symbol ||
      unit.symbol < 0 ||
      !SPLIT_KINDS.has(symbol.kind) ||
      !this.#children.has(unit.symbol) ||
      this.#lines.endOf(unit.last) - this.#lines.startOf(unit.first) <= WHOLE_TYPE_CHARS;
    return isWhole ? [unit] : this.cut(unit.symbol, unit.first, unit.last, unit.kind);
  }

  #topUnits(): Piece[] {
    const units = this.#childUnits(-1);
    for (const { first, last } of this.#layout.importLines)
      units.push({ kind: "imports", symbol: -1, first, last });
    const { header } = this.#layout;
    if (header) {
      const first = this.#lines.lineAt(header.start);
      units.push({
        kind: "module-doc",
        symbol: -1,
        first,
        last: this.#lines.lastLine(header.start, header.end),
      });
    }
    return units.sort((a, b) => a.first - b.first || b.last - a.last || a.symbol - b.symbol);
  }

  #childUnits(owner: number): Piece[] {
    const units: Piece[] = [];
    for (const at of this.#children.get(owner) ?? []) {
      const symbol = this.#symbols[at]!;
      const first = this.#lines.lineAt(this.#layout.docStarts.get(symbol) ?? symbol.span.start);
      const unit = { kind: pieceKind(symbol.kind), symbol: at, first, last: symbol.span.endLine };
      // A short function inside some block (a stub in a test) must not tear the block apart.
      if (symbol.scope !== "local" || sizeOf(unit) >= SMALL_LINES) units.push(unit);
    }
    return units;
  }

  /** Lines that no unit claims; blank ones at the edges are dropped. */
  #pushRest(pieces: Piece[], symbol: number, from: number, to: number, kind: ChunkKind): void {
    let first = from;
    let last = to;
    while (first <= last && this.#lines.isBlank(first)) first += 1;
    while (last >= first && this.#lines.isBlank(last)) last -= 1;
    if (first <= last) pieces.push({ kind, symbol, first, last });
  }
}

function pieceKind(kind: SymbolKind): ChunkKind {
  if (kind === "function" || kind === "macro") return "function";
  if (kind === "method" || kind === "constructor") return "method";
  if (kind === "section") return "section";
  return TYPE_KINDS.has(kind) || kind === "namespace" ? "class" : "block";
}

const MAX_CLOSER_LINES = 3;

/** Brackets that close what came before (the end of a class, of a JSON object) are no chunk of their own. */
function joinClosers(pieces: readonly Piece[], source: string, lines: LineIndex): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const before = joined.at(-1);
    const isCloser =
      sizeOf(piece) <= MAX_CLOSER_LINES &&
      /^[\s)\]};,]*$/.test(source.slice(lines.startOf(piece.first), lines.endOf(piece.last)));
    if (before && isCloser) joined[joined.length - 1] = { ...before, last: piece.last };
    else joined.push(piece);
  }
  return joined;
}

/** Neighbouring small pieces of one owner become blocks; neighbouring imports one import block. */
function mergeSmall(pieces: readonly Piece[], symbols: readonly SymbolFact[]): Piece[] {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const before = merged.at(-1);
    const joined = before && join(before, piece, symbols);
    if (joined) merged[merged.length - 1] = joined;
    else merged.push({ ...piece });
  }
  return merged;
}

function join(a: Piece, b: Piece, symbols: readonly SymbolFact[]): Piece | null {
  if (a.kind === "imports" && b.kind === "imports") return { ...a, last: b.last };
  // A stray line between imports (a directive, a comment) belongs to the import block.
  if (a.kind === "imports" && b.kind === "block" && b.symbol < 0 && sizeOf(b) <= 2)
    return { ...a, last: b.last };
  if (a.kind === "imports" || b.kind === "imports") return null;
  const isOpening = a.kind === "module-doc" && sizeOf(a) < SMALL_LINES;
  if (!(isSmall(a) || isOpening) || !isSmall(b) || b.last - a.first + 1 > BLOCK_LINES) return null;
  const owner = commonOwner(a, b, symbols);
  if (owner === null) return null;
  return { kind: joinedKind(a, b, owner), symbol: owner, first: a.first, last: b.last };
}

function joinedKind(a: Piece, b: Piece, owner: number): ChunkKind {
  if (a.kind === "section" && b.kind === "section") return "section";
  // The head of a type with its first members, or several members of one type.
  const isOfType = a.kind === "class" && (a.symbol === owner || b.kind === "class") && owner >= 0;
  return isOfType ? "class" : "block";
}

function isSmall(piece: Piece): boolean {
  return piece.kind === "block" || sizeOf(piece) < SMALL_LINES;
}

function sizeOf(piece: Piece): number {
  return piece.last - piece.first + 1;
}

/** The symbol that encloses both, when they are neighbours in it; null when they live in different owners. */
function commonOwner(a: Piece, b: Piece, symbols: readonly SymbolFact[]): number | null {
  if (a.symbol === b.symbol) return a.symbol;
  const above = (piece: Piece): number => symbols[piece.symbol]?.parent ?? -1;
  if (above(a) === above(b)) return above(a);
  if (above(b) === a.symbol) return a.symbol;
  if (above(a) === b.symbol) return b.symbol;
  return null;
}

function splitLong(piece: Piece, source: string, lines: LineIndex): Piece[] {
  const limit = piece.kind === "function" || piece.kind === "method" ? LONG_FUNCTION_LINES : PART_LINES;
  const parts: Piece[] = [];
  let rest = piece;
  while (sizeOf(rest) > limit) {
    const cut = bestCut(rest, source, lines);
    parts.push({ ...rest, last: cut - 1 });
    rest = { ...rest, first: cut };
    while (rest.first < rest.last && lines.isBlank(rest.first)) rest = { ...rest, first: rest.first + 1 };
  }
  parts.push(rest);
  return parts;
}

/** The line to start the next part at: the least indented one in the second half of a part, best after a blank line. */
function bestCut(piece: Piece, source: string, lines: LineIndex): number {
  const from = piece.first + (PART_LINES >> 1);
  const to = Math.min(piece.first + PART_LINES, piece.last);
  let best = to;
  let bestCost = Number.POSITIVE_INFINITY;
  for (let line = from; line <= to; line++) {
    const start = lines.startOf(line);
    if (lines.isBlank(line)) continue;
    let indent = 0;
    while (source.charCodeAt(start + indent) === 32 || source.charCodeAt(start + indent) === 9) indent += 1;
    // A line that only closes something belongs to what it closes.
    const isCloser = /[})\]]/.test(source[start + indent] ?? "");
    const cost = indent * 2 + (lines.isBlank(line - 1) ? 0 : 3) + (isCloser ? 8 : 0);
    if (cost <= bestCost) {
      best = line;
      bestCost = cost;
    }
  }
  return best;
}

/** Beyond the limit, neighbours are merged evenly. */
function limitCount(pieces: Piece[]): Piece[] {
  if (pieces.length <= MAX_CHUNKS) return pieces;
  const share = Math.ceil(pieces.length / MAX_CHUNKS);
  const merged: Piece[] = [];
  for (let at = 0; at < pieces.length; at += share) {
    const group = pieces.slice(at, at + share);
    const only = group.length === 1 ? group[0]! : { kind: "block" as const, symbol: -1 };
    merged.push({ ...only, first: group[0]!.first, last: group.at(-1)!.last });
  }
  return merged;
}
