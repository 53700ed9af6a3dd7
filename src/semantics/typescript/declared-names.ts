/** Which names the definitions of a view have, kept up file by file. */
import type { SymbolRow } from "./symbol-table.ts";

export class DeclaredNames {
  readonly #names = new Map<string, number>([["default", 1]]);
  /** How many functions and methods have a name. */
  readonly callables = new Map<string, number>();

  has(name: string): boolean {
    return this.#names.has(name);
  }

  add(rows: readonly SymbolRow[]): void {
    this.#count(rows, 1);
  }

  remove(rows: readonly SymbolRow[]): void {
    this.#count(rows, -1);
  }

  #count(rows: readonly SymbolRow[], step: number): void {
    for (const [qualifiedName, overload, kind] of rows) {
      const name = qualifiedName.slice(qualifiedName.lastIndexOf(".") + 1);
      countIn(this.#names, name, step);
      if (overload === 0 && (kind === "method" || kind === "function")) countIn(this.callables, name, step);
    }
  }
}

function countIn(counts: Map<string, number>, name: string, step: number): void {
  const count = (counts.get(name) ?? 0) + step;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}
