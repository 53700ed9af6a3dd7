import type { BlobFacts, LocalFact } from "../core/facts.ts";
import { isVisibleAt } from "../core/local-scopes.ts";
import type { Position } from "../core/span.ts";

/** Names bound inside bodies, found by name, place and enclosing symbol. */
export class Locals {
  /** By name, then by the symbol they are bound in: thousands of functions may each bind the same name. */
  readonly #byName = new Map<string, Map<number, LocalFact[]>>();
  readonly #parents: readonly number[];
  readonly #lastLine: number;

  constructor(facts: Pick<BlobFacts, "locals" | "symbols" | "lines">) {
    for (const local of facts.locals) {
      let bySymbol = this.#byName.get(local.name);
      if (!bySymbol) {
        bySymbol = new Map();
        this.#byName.set(local.name, bySymbol);
      }
      const list = bySymbol.get(local.from);
      if (list) list.push(local);
      else bySymbol.set(local.from, [local]);
    }
    this.#parents = facts.symbols.map((symbol) => symbol.parent);
    this.#lastLine = facts.lines;
  }

  /** The innermost binding that a use of `name` at this place inside symbol `from` sees; null when there is none. */
  find(name: string, from: number, at: Position): LocalFact | null {
    const bySymbol = this.#byName.get(name);
    if (!bySymbol) return null;
    let best = innermost(bySymbol.get(OF_THE_FILE), at, null);
    for (let symbol = from; symbol >= 0; symbol = this.#parents[symbol]!)
      best = innermost(bySymbol.get(symbol), at, best);
    return best;
  }

  /** True for a binding of the whole file, which a symbol of the same name stands for. */
  isFileWide(local: LocalFact): boolean {
    return local.from === OF_THE_FILE && local.startLine <= 1 && local.endLine >= this.#lastLine;
  }
}

const OF_THE_FILE = -1;

function innermost(
  locals: readonly LocalFact[] | undefined,
  at: Position,
  known: LocalFact | null,
): LocalFact | null {
  let best = known;
  for (const local of locals ?? [])
    if (isVisibleAt(local, at) && (!best || isInner(local, best))) best = local;
  return best;
}

/** Of two stretches around one place the shorter is the inner one; in the same stretch the later binding counts. */
function isInner(a: LocalFact, b: LocalFact): boolean {
  const lengthA = a.endLine - a.startLine;
  const lengthB = b.endLine - b.startLine;
  if (lengthA !== lengthB) return lengthA < lengthB;
  if (a.startColumn !== b.startColumn) return a.startColumn > b.startColumn;
  return a.from >= b.from;
}
