import { z } from "zod";
import { plural } from "../../core/counts.ts";
import { pathOfHandle } from "../../core/handles.ts";
import type { InScope } from "../../engine/engine.ts";
import { type Answer, defineTool } from "../contract.ts";
import { suggestTrace, suggestWords } from "../suggestion.ts";
import { isInTests, wantedBy } from "./find-wanted.ts";
import { contractNotes, nothingFound } from "./notes.ts";
import { answererOf, contractData, filesOf, offerLine, placesIn } from "./render-contract.ts";

export default defineTool({
  name: "routes",
  title: "Routes",
  description: "Every route that the code serves, by path: method, path, place, and the code that answers.",
  input: {
    query: z.string().max(10_000).default("").describe("Words of a path, method or handler; empty: all"),
    tests: z.boolean().default(false).describe("Also servers of tests"),
  },
  positional: ["query"],
  spansRepositories: true,
  answer: async (session, { query, tests }): Promise<Answer> => {
    const contracts = await session.contracts();
    const show = placesIn(session);
    const matches = wantedBy(query, "rest");
    const routes = contracts.offers.filter((one) => matches(one) && (tests || !isInTests(one))).sort(byPath);
    const open = routes.filter(isWithoutHandler).length;
    const [first] = routes;
    return {
      head:
        routes.length > 0
          ? `${plural(routes.length, "route")}${open > 0 ? `, ${open} without a known handler` : ""}`
          : `0 routes found: ${nothingFound(contracts)}`,
      notes: contractNotes({ ...contracts, problems: [] }),
      body: routes.map((route) => offerLine(route, show)),
      next: first
        ? suggestTrace(show(first, answererOf(first)), "callers")
        : suggestWords("clew contracts lists other contracts", "contracts lists other contracts"),
      data: { fields: {}, lists: { routes: routes.map((route) => contractData(route, show)) } },
      outcome: routes.length > 0 ? "found" : "none",
      quotes: filesOf(routes, show),
    };
  },
});

/** Neither a handler is known nor does the route stand in one. */
function isWithoutHandler({ implementation, place }: InScope): boolean {
  return implementation === undefined && pathOfHandle(place.handle) === (place.handle as string);
}

function byPath(a: InScope, b: InScope): number {
  const path = ({ key }: InScope) => key.slice(key.indexOf(" ") + 1);
  return (
    compare(a.repository ?? "", b.repository ?? "") || compare(path(a), path(b)) || compare(a.key, b.key)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
