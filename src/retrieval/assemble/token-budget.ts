import { countTokens } from "../../core/tokens.ts";

/**
 * Collects blocks of text while they fit. Counts of single blocks do not add up exactly to the count of the whole
 * (a token may span a border), so every addition keeps one token in reserve and `finish` counts the real text.
 */
export class TokenBudget {
  #used = 0;

  constructor(readonly limit: number) {}

  get left(): number {
    return this.limit - this.#used;
  }

  /** Tokens that the block costs, with the reserve for its border. */
  static costOf(block: string): number {
    return block === "" ? 0 : countTokens(block) + 1;
  }

  fits(cost: number): boolean {
    return cost <= this.left;
  }

  spend(cost: number): void {
    this.#used += cost;
  }
}
