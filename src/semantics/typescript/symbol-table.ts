import { type Handle, handleOf } from "../../core/edges.ts";
import type { SymbolFact, SymbolKind } from "../../core/facts.ts";

/** What the compiler process needs of one symbol's facts: [qualified name, overload, kind, line and column of the name, start, end]. */
export type SymbolRow = [
  qualifiedName: string,
  overload: number,
  kind: SymbolKind,
  line: number,
  column: number,
  start: number,
  end: number,
];

/** Small on purpose: tables of all files of a view travel to the child process. */
export function symbolRowsOf(symbols: readonly SymbolFact[]): SymbolRow[] {
  return symbols.map(({ qualifiedName, overload, kind, namePosition, span }) => [
    qualifiedName,
    overload,
    kind,
    namePosition.line,
    namePosition.column,
    span.start,
    span.end,
  ]);
}

export interface KnownSymbol {
  readonly handle: Handle;
  readonly kind: SymbolKind;
  /** Last part of the qualified name. */
  readonly name: string;
  readonly nameStart: number;
  readonly start: number;
  readonly end: number;
  /** Position in `FileSymbols.symbols` of the symbol whose span is next around this one; -1 when none is. */
  readonly outer: number;
}

/** The symbols of one file, found by the place of their name and by what they enclose. */
export class FileSymbols {
  /** By start, outer before inner; declarations that share one statement by their names. */
  readonly symbols: readonly KnownSymbol[];
  readonly fileHandle: Handle;
  readonly lineStarts: readonly number[];
  readonly #byNameStart = new Map<number, KnownSymbol>();

  constructor(
    readonly path: string,
    rows: readonly SymbolRow[],
    text: string,
  ) {
    this.fileHandle = handleOf(path);
    this.lineStarts = lineStartsOf(text);
    const known = rows.map(([qualifiedName, overload, kind, line, column, start, end]) => ({
      handle: handleOf(path, { qualifiedName, overload }),
      kind,
      name: qualifiedName.slice(qualifiedName.lastIndexOf(".") + 1),
      nameStart: (this.lineStarts[line - 1] ?? text.length) + column,
      start,
      end,
      outer: -1,
    }));
    known.sort((a, b) => a.start - b.start || b.end - a.end || a.nameStart - b.nameStart);
    const open: number[] = [];
    for (const [at, symbol] of known.entries()) {
      while (open.length > 0 && known[open.at(-1)!]!.end < symbol.end) open.pop();
      while (open.length > 0 && known[open.at(-1)!]!.end <= symbol.start) open.pop();
      symbol.outer = open.at(-1) ?? -1;
      open.push(at);
      // Two symbols with one name position are one declaration that was captured twice; the outer one speaks.
      if (!this.#byNameStart.has(symbol.nameStart)) this.#byNameStart.set(symbol.nameStart, symbol);
    }
    this.symbols = known;
  }

  namedAt(offset: number): KnownSymbol | undefined {
    return this.#byNameStart.get(offset);
  }

  /** Handle of the innermost symbol around a place, or of the file. */
  handleAround(offset: number): Handle {
    return this.symbolAround(offset)?.handle ?? this.fileHandle;
  }

  symbolAround(offset: number): KnownSymbol | undefined {
    const { symbols } = this;
    let low = 0;
    let high = symbols.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (symbols[middle]!.start <= offset) low = middle + 1;
      else high = middle;
    }
    let at = low - 1;
    while (at >= 0) {
      const symbol = symbols[at]!;
      const outer = symbols[symbol.outer];
      // `const a = f(), b = g()`: both have the whole statement as span, so the name decides.
      const isLaterSibling =
        outer?.start === symbol.start && outer.end === symbol.end && symbol.nameStart > offset;
      if (offset < symbol.end && !isLaterSibling) return symbol;
      at = symbol.outer;
    }
    return undefined;
  }

  lineAt(offset: number): number {
    const starts = this.lineStarts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }
}

/** Lines end with a line feed alone, as in facts; the compiler also counts `\r`, U+2028 and U+2029. */
function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
