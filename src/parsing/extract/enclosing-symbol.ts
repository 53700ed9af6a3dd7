import type { Arranged } from "./arrange-definitions.ts";
import { InnermostSweep } from "./nesting.ts";

/** Innermost symbol of a point; among declarations that share one statement, the one whose name came last. */
export class EnclosingSymbol {
  readonly #arranged: Arranged;
  readonly #sweep: InnermostSweep;

  constructor(arranged: Arranged) {
    this.#arranged = arranged;
    this.#sweep = new InnermostSweep(arranged.definitions.map((definition) => definition.node));
  }

  /** Points must not descend. */
  at(point: number): number {
    let found = this.#sweep.at(point);
    const { definitions } = this.#arranged;
    while (found > 0 && definitions[found]!.name.start > point) {
      const { node } = definitions[found]!;
      const before = definitions[found - 1]!.node;
      if (before.start !== node.start || before.end !== node.end) break;
      found -= 1;
    }
    return found;
  }
}
