import { z } from "zod";
import { plural } from "../../core/counts.ts";
import type { InScope } from "../../engine/engine.ts";
import { type Answer, defineTool } from "../contract.ts";
import { suggestTrace, suggestWords } from "../suggestion.ts";
import { CONTRACT_TYPES, isInTests, wantedBy } from "./find-wanted.ts";
import { contractNotes, nothingFound, problemLines } from "./notes.ts";
import {
  answererOf,
  contractData,
  filesOf,
  needData,
  needLine,
  offerLine,
  placesIn,
} from "./render-contract.ts";

export default defineTool({
  name: "contracts",
  title: "API contracts",
  description:
    "Routes, GraphQL fields, remote procedures and topics that the code offers, with the code that answers, and the calls to " +
    "them with who answers. From OpenAPI, AsyncAPI, GraphQL and protobuf files and from rules for frameworks.",
  input: {
    query: z
      .string()
      .max(10_000)
      .default("")
      .describe("Words of an endpoint, operation or message; empty: all"),
    type: z.enum(CONTRACT_TYPES).default("all").describe("Kind of contract"),
    role: z.enum(["offers", "needs", "both"]).default("both").describe("Offered, called, or both"),
    tests: z.boolean().default(false).describe("Also servers and calls of tests"),
    unmet: z.boolean().default(false).describe("Only calls that nothing here answers"),
  },
  positional: ["query"],
  spansRepositories: true,
  answer: async (session, input): Promise<Answer> => {
    const contracts = await session.contracts();
    const show = placesIn(session);
    const matches = wantedBy(input.query, input.type);
    const isWanted = (one: InScope) => matches(one) && (input.tests || !isInTests(one));
    const offered = input.role === "needs" || input.unmet ? [] : contracts.offers.filter(isWanted);
    const needed = contracts.needs.filter(
      ({ need, offers }) =>
        input.role !== "offers" &&
        (!input.unmet || offers.length === 0) &&
        (isWanted(need) || (offers.some(isWanted) && (input.tests || !isInTests(need)))),
    );
    const found = offered.length + needed.length;
    const first = offered[0] ?? needed[0]?.offers[0];
    return {
      head:
        found > 0
          ? `${plural(offered.length, "offer")}, ${plural(needed.length, "call")}, ${needed.filter(({ offers }) => offers.length > 0).length} of them answered here`
          : `0 contracts found: ${nothingFound(contracts)}`,
      notes: contractNotes(contracts),
      body: [
        ...(offered.length > 0 ? ["offers:", ...offered.map((offer) => `  ${offerLine(offer, show)}`)] : []),
        ...(needed.length > 0 ? ["calls:", ...needed.map((need) => `  ${needLine(need, show)}`)] : []),
        ...problemLines(contracts),
      ],
      next: first
        ? suggestTrace(show(first, answererOf(first)), "callers")
        : suggestWords("clew search <words> looks at the code itself", "search looks at the code itself"),
      data: {
        fields: {
          frameworks: contracts.frameworks,
          isComplete: contracts.isComplete,
          problems: contracts.problems,
        },
        lists: {
          offers: offered.map((offer) => contractData(offer, show)),
          needs: needed.map((need) => needData(need, show)),
        },
      },
      outcome: found > 0 ? "found" : "none",
      quotes: filesOf([...offered, ...needed.map(({ need }) => need)], show),
    };
  },
});
