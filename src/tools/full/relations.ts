/** `get_callers` and its siblings: trace with the relation in the name. */
import { z } from "zod";
import { TIERS } from "../../core/edges.ts";
import type { Relation } from "../../engine/engine.ts";
import { defineTool, type ToolDefinition } from "../contract.ts";
import { suggestTrace } from "../suggestion.ts";
import { traceGroup } from "../trace.ts";
import { withSymbol, withSymbolOrFile } from "../with-symbol.ts";
import { symbolInput } from "./symbol-input.ts";

const DESCRIPTIONS: Record<Relation, string> = {
  callers: "Who calls a symbol, with the lines of each call and how it is known.",
  callees: "What a symbol calls.",
  implementations: "What implements, extends or overrides a symbol.",
  references: "Every known use of a symbol, calls included.",
  dependencies: "What a symbol or a file needs: imports, calls, types.",
  dependents: "What needs a symbol or a file: importers, callers, subtypes, tests.",
};

/** Relations that make sense for a whole file, too. */
const OF_FILES: ReadonlySet<Relation> = new Set(["dependencies", "dependents"]);

const input = {
  symbol: symbolInput,
  depth: z.number().int().min(1).max(6).default(1).describe("Levels to follow"),
  min_tier: z.enum(TIERS).default("heuristic").describe("Leave out weaker links"),
  limit: z.number().int().min(1).max(500).default(200).describe("Rows of the first level"),
  tests: z.boolean().default(false).describe("List uses in tests; otherwise they are one line"),
};

export const relationTools: readonly ToolDefinition[] = (Object.keys(DESCRIPTIONS) as Relation[]).map(
  (relation) =>
    defineTool({
      name: `get_${relation}`,
      title: `Get ${relation}`,
      description: DESCRIPTIONS[relation],
      input,
      spansRepositories: true,
      answer: (session, asked) => {
        const find = OF_FILES.has(relation) ? withSymbolOrFile : withSymbol;
        return find(
          session,
          asked.symbol,
          (group) => traceGroup(session, group, { ...asked, relation }),
          (handle) => suggestTrace(handle, relation),
        );
      },
    }),
);
