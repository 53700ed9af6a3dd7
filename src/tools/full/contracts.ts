import { z } from "zod";
import { defineTool } from "../contract.ts";
import { suggestSearch } from "../suggestion.ts";

/** Honest until contracts are indexed: the words are not searched in code instead. */
export default defineTool({
  name: "search_api_contracts",
  title: "Search API contracts",
  description: "REST, GraphQL and gRPC contracts. No contract is indexed yet, and the answer says so.",
  input: {
    query: z.string().max(10_000).default("").describe("Words of an endpoint, operation or message"),
    api_type: z.enum(["rest", "graphql", "grpc", "all"]).default("all").describe("Kind of contract"),
    service_id: z.string().max(400).optional().describe("Only this service"),
    include_implementation: z.boolean().default(false).describe("Also the code that implements it"),
  },
  answer: (_session, input) => ({
    head: "0 contracts: no contract is indexed, so this says nothing about which exist",
    body: [],
    next: suggestSearch(input.query.slice(0, 100).trim() || "openapi graphql proto"),
    data: { fields: { isIndexed: false }, lists: { contracts: [] } },
    outcome: "none",
    quotes: [],
  }),
});
