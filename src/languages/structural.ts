/** Types that whatever has their members implements, without saying so. */
import type { SymbolFact } from "../core/facts.ts";

/** `likely` where what is written does not tell. */
export type Fit = "surely" | "likely" | "no";

export interface StructuralRules {
  isContract(type: Pick<SymbolFact, "kind" | "bases">): boolean;
  /** Whether a member is what a member of the contract asks for. */
  fits(asked: SymbolFact, given: SymbolFact, contract: SymbolFact): Fit;
  /** Members of contracts that every program can name, as signatures by the written name of the contract. */
  outside: ReadonlyMap<string, readonly string[]>;
  /** Whether a base dispatches to its heirs; Go's embedded structs are parts that know nothing of the whole. */
  basesDispatch: boolean;
}
