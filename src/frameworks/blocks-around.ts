/** The calls whose blocks a call stands in, outermost first: `namespace :api do … end`. */
import type { CallFact } from "../core/facts.ts";

export function blocksAround(calls: readonly CallFact[], { span }: CallFact): CallFact[] {
  return calls.filter(
    ({ span: outer, blockEnd }) => blockEnd > 0 && outer.start < span.start && span.start < blockEnd,
  );
}
