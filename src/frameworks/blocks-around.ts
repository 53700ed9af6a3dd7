/** The calls whose blocks a call stands in, outermost first: `namespace :api do … end`. */
import type { CallFact } from "../core/facts.ts";

export function blocksAround(calls: readonly CallFact[], { span }: CallFact): CallFact[] {
  // `collection { get :search }` is one line and read as an argument.
  return calls.filter(
    ({ span: outer, blockEnd }) => outer.start < span.start && span.start < Math.max(outer.end, blockEnd),
  );
}
