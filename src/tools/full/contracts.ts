import { z } from "zod";
import { plural } from "../../core/counts.ts";
import { pathOfHandle } from "../../core/handles.ts";
import type { Contract, ContractKind, Contracts } from "../../engine/engine.ts";
import { type Answer, defineTool } from "../contract.ts";
import { placeOf } from "../render-symbol.ts";
import { suggestSearch } from "../suggestion.ts";

const KINDS: Readonly<Record<string, readonly ContractKind[]>> = {
  rest: ["route"],
  graphql: ["graphql"],
  grpc: ["rpc"],
  all: ["route", "graphql", "rpc", "event"],
};

export default defineTool({
  name: "search_api_contracts",
  title: "Search API contracts",
  description:
    "Routes, GraphQL and gRPC operations that the code offers to others or calls, with their places. Told by rules for frameworks; the answer names the ones there are.",
  input: {
    query: z.string().max(10_000).default("").describe("Words of an endpoint, operation or message"),
    api_type: z.enum(["rest", "graphql", "grpc", "all"]).default("all").describe("Kind of contract"),
    service_id: z.string().max(400).optional().describe("Only this service"),
    include_implementation: z.boolean().default(false).describe("Also the code that implements it"),
  },
  answer: async (session, input): Promise<Answer> => {
    const contracts = await session.one.contracts();
    const isWanted = wantedBy(input.query, KINDS[input.api_type]!);
    const offered = contracts.offers.filter(isWanted);
    const needed = contracts.needs.filter(({ need }) => isWanted(need));
    const lines = [
      ...offered.map((offer) => lineOf("offers", offer)),
      ...needed.map(({ need, offers }) => {
        const met = offers.map(({ place }) => place.handle);
        return `${lineOf("needs", need)}  ${met.length > 0 ? `met by ${met.join(", ")}` : "met by nothing here"}`;
      }),
    ];
    const places = [...offered, ...needed.map(({ need }) => need)].map(({ place }) => place);
    return {
      head: headOf(contracts, lines.length),
      notes: notesOf(contracts, input),
      body: lines,
      next: suggestSearch(input.query.slice(0, 100).trim() || "openapi graphql proto"),
      data: {
        fields: { frameworks: contracts.frameworks, isComplete: contracts.isComplete },
        lists: {
          contracts: [
            ...offered.map((offer) => ({ role: "offer", ...offer })),
            ...needed.map(({ need, offers }) => ({
              role: "need",
              ...need,
              metBy: offers.map(({ place }) => place.handle),
            })),
          ],
        },
      },
      outcome: lines.length > 0 ? "found" : "none",
      quotes: [...new Set(places.map(({ handle }) => pathOfHandle(handle) as string))],
    };
  },
});

/** Every word is in the key, the place or a detail. */
function wantedBy(query: string, kinds: readonly ContractKind[]): (contract: Contract) => boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return ({ kind, key, place, details }) => {
    if (!kinds.includes(kind)) return false;
    const text = [key, place.handle, ...Object.values(details)].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

function headOf({ frameworks }: Contracts, found: number): string {
  return found > 0
    ? `${plural(found, "contract")} found; rules know ${plural(frameworks.length, "framework")}`
    : `0 contracts found: rules know ${frameworks.join(", ")}, so this says nothing about others`;
}

function notesOf({ isComplete }: Contracts, input: { service_id?: string | undefined }): string[] {
  const notes: string[] = [];
  if (input.service_id !== undefined)
    notes.push("services are not known: the whole repository was looked at");
  if (!isComplete) notes.push("some files have more literals than are kept: there may be more");
  return notes;
}

function lineOf(role: "offers" | "needs", { key, place, tier, details }: Contract): string {
  const handler = details.handler === undefined ? "" : `  ${details.handler}`;
  const mount = details.mount === undefined ? "" : ", mounted elsewhere";
  const where = placeOf(pathOfHandle(place.handle), place.span.startLine);
  return `${role} ${key}  ${where}${handler}  (${details.framework ?? "rule"}, ${tier}${mount})`;
}
