import { z } from "zod";
import { plural } from "../../core/counts.ts";
import { handleOf } from "../../core/edges.ts";
import { spokenName } from "../../core/spoken-name.ts";
import { defineTool } from "../contract.ts";
import { placeOf } from "../render-symbol.ts";
import { suggestSymbol } from "../suggestion.ts";
import { withSymbol } from "../with-symbol.ts";
import { symbolInput } from "./symbol-input.ts";

/** Files compared: those that a search for the symbol's own text ranks first. */
const MAX_FILES = 60;

export default defineTool({
  name: "find_similar",
  title: "Find similar code",
  description:
    "Code that nearly repeats a symbol, by fingerprints of its text. Compares the files that share the most words with it.",
  input: {
    symbol: symbolInput,
    threshold: z.number().min(0.1).max(1).default(0.5).describe("Least similarity, 1 is equal"),
    limit: z.number().int().min(1).max(100).default(20).describe("Places to return"),
  },
  answer: (session, input) =>
    withSymbol(session, input.symbol, async (group) => {
      const similar = (await session.one.similarSpans(group, MAX_FILES))
        .filter((one) => one.similarity >= input.threshold)
        .slice(0, input.limit);
      return {
        head: `${plural(similar.length, "place")} similar to ${spokenName(group.qualifiedName)}, of ${MAX_FILES} files compared at most`,
        body: similar.map(
          (one) =>
            `${placeOf(one.path, one.startLine, one.endLine)}  ${one.symbol ?? "(top level)"}  ${Math.round(one.similarity * 100)} % alike`,
        ),
        next: suggestSymbol(handleOf(group.path, group.hits[0]!.symbol)),
        data: { fields: { symbol: group.qualifiedName }, lists: { similar } },
        outcome: similar.length > 0 ? "found" : "none",
        quotes: [group.path, ...similar.map((one) => one.path)],
      };
    }),
});
