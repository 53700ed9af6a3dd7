import type { BlobFacts, LocalFact } from "../core/facts.ts";
import { isVisibleAt } from "../core/local-scopes.ts";
import type { Position } from "../core/span.ts";

/** Names bound inside bodies, found by name, place and enclosing symbol. */
export class Locals {
  readonly #byName = new Map<string, LocalFact[]>();
  readonly #parents: readonly number[];
  readonly #lastLine: number;

  constructor(facts: Pick<BlobFacts, "locals" | "symbols" | "lines">) {
    for (const local of facts.locals) {
      const list = this.#byName.get(local.name);
      if (list) list.push(local);
      else this.#byName.set(local.name, [local]);
    }
    this.#parents = facts.symbols.map((symbol) => symbol.parent);
    this.#lastLine = facts.lines;
  }

  /** The innermost binding that a use of `name` at this place inside symbol `from` sees; null when there is none. */
  find(name: string, from: number, at: Position): LocalFact | null {
    const list = this.#byName.get(name);
    if (!list) return null;
    let best: LocalFact | null = null;
    for (const local of list) {
      if (!isVisibleAt(local, at) || !this.#encloses(local.from, from)) continue;
      if (!best || isInner(local, best)) best = local;
    }
    return best;
  }

  /** True for a binding of the whole file, which a symbol of the same name stands for. */
  isFileWide(local: LocalFact): boolean {
    return local.from === -1 && local.startLine <= 1 && local.endLine >= this.#lastLine;
  }

  #encloses(outer: number, inner: number): boolean {
    if (outer === -1) return true;
    for (let at = inner; at >= 0; at = this.#parents[at]!) if (at === outer) return true;
    return false;
  }
}

/** Of two stretches around one place the shorter is the inner one; in the same stretch the later binding counts. */
function isInner(a: LocalFact, b: LocalFact): boolean {
  const lengthA = a.endLine - a.startLine;
  const lengthB = b.endLine - b.startLine;
  if (lengthA !== lengthB) return lengthA < lengthB;
  if (a.startColumn !== b.startColumn) return a.startColumn > b.startColumn;
  return a.from >= b.from;
}
