/** A toy: it knows that `dispatch("path#name")` calls what the text names, which no rule can tell. */
import { type Edge, type Handle, handleOf } from "../../../../src/core/edges.ts";
import type { SymbolFact } from "../../../../src/core/facts.ts";
import type { ProviderDefinition } from "../../../../src/semantics/contract.ts";

const DISPATCH = /dispatch\("([^"]+)"\)/g;

export const dispatch: ProviderDefinition = {
  id: "dispatch",
  open: () => ({
    edgeKinds: [],
    speaksFor: (path) => path.endsWith(".py"),
    seesTargetsIn: () => false,
    async *analyse({ wanted, readText, symbolsOf }) {
      for (const path of wanted) {
        const text = await readText(path);
        if (text === null) yield { path, skipped: "unreadable", detail: "gone" };
        else {
          const edges = callsIn(path, text, symbolsOf(path));
          yield {
            path,
            links: {
              extractor: "dispatch-1",
              edges,
              unresolved: [],
              unknown: [],
              dependencies: [],
              shown: [],
            },
          };
        }
      }
    },
  }),
};

function callsIn(path: string, text: string, symbols: readonly SymbolFact[]): Edge[] {
  return [...text.matchAll(DISPATCH)].map((match): Edge => {
    const around = symbols.findLast(({ span }) => span.start <= match.index && match.index < span.end);
    const line = text.slice(0, match.index).split("\n").length;
    return {
      from: handleOf(path, around),
      to: match[1] as Handle,
      kind: "calls",
      tier: "compiler",
      lines: [line],
    };
  });
}
