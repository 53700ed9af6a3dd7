import { z } from "zod";
import { plural } from "../../core/counts.ts";
import { pathOfHandle } from "../../core/handles.ts";
import { UNIT_TYPES } from "../../core/unit-types.ts";
import { type Contracts, isTestPath, type JoinedNeed, type UnitInScope } from "../../engine/engine.ts";
import { type Answer, defineTool } from "../contract.ts";
import { placeOf } from "../render-symbol.ts";
import { suggestSymbol, suggestWords } from "../suggestion.ts";
import { contractNotes, nothingFound } from "./notes.ts";
import { placesIn, type ShowPlace } from "./render-contract.ts";

export default defineTool({
  name: "units",
  title: "Models, jobs and other units",
  description:
    "What frameworks make of the code: models with table, columns and associations, jobs with their queue and who enqueues them, " +
    "controllers, services, mailers, components, middleware, migrations, commands, schemas.",
  input: {
    query: z.string().max(10_000).default("").describe("Words of a name, table, column or path; empty: all"),
    type: z.enum(UNIT_TYPES).optional().describe("Only these; routes have their own command"),
    tests: z.boolean().default(false).describe("Also units of tests"),
  },
  positional: ["query"],
  spansRepositories: true,
  answer: async (session, { query, type, tests }): Promise<Answer> => {
    const contracts = await session.contracts();
    const show = placesIn(session);
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const units = contracts.units.filter(
      (unit) =>
        (type === undefined ? unit.type !== "route" : unit.type === type) &&
        (tests || !isTestPath(pathOfHandle(unit.place.handle))) &&
        words.every((word) => textOf(unit).includes(word)),
    );
    const [first] = units;
    return {
      head: units.length > 0 ? countText(units) : `0 units found: ${nothingFound(contracts)}`,
      notes: contractNotes({ ...contracts, problems: [] }),
      body: units.flatMap((unit) => linesOf(unit, contracts, show)),
      next: first
        ? suggestSymbol(show(first, first.place.handle))
        : suggestWords("clew search <words> looks at the code itself", "search looks at the code itself"),
      data: {
        fields: {},
        lists: { units: units.map((unit) => ({ ...unit, askedBy: askersOf(unit, contracts, show) })) },
      },
      outcome: units.length > 0 ? "found" : "none",
      quotes: units.map((unit) => show(unit, pathOfHandle(unit.place.handle))),
    };
  },
});

function textOf({ name, place, details = {} }: UnitInScope): string {
  return [name, place.handle, ...Object.values(details).flat()].join(" ").toLowerCase();
}

function countText(units: readonly UnitInScope[]): string {
  const counts = UNIT_TYPES.map((type) => ({ type, count: units.filter((one) => one.type === type).length }));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ type, count }) => plural(count, type))
    .join(", ");
}

/** `model User  app/models/user.rb:1  table users`, below it what it consists of. */
function linesOf(unit: UnitInScope, contracts: Contracts, show: ShowPlace): string[] {
  const { type, name, place, details = {} } = unit;
  const at = placeOf(show(unit, pathOfHandle(place.handle)), place.span.startLine);
  const entries = Object.entries(details);
  const short = entries
    .filter(([, value]) => typeof value === "string")
    .map(([key, value]) => `${key} ${value}`);
  const askers = askersOf(unit, contracts, show);
  return [
    [`${type} ${name}`, at, ...short].join("  "),
    ...entries
      .filter(([, value]) => Array.isArray(value))
      .map(([key, value]) => `  ${key}: ${[value].flat().join(", ")}`),
    ...(askers.length > 0 ? [`  asked for by: ${askers.join(", ")}`] : []),
  ];
}

/** Who enqueues a job, sends a mail, publishes what a handler listens to. */
function askersOf(unit: UnitInScope, { needs }: Contracts, show: ShowPlace): string[] {
  const { handle } = unit.place;
  const isOf = ({ need, offers }: JoinedNeed) =>
    need.kind !== "route" &&
    need.kind !== "injection" &&
    offers.some((offer) => {
      const { implementation = "" } = offer;
      return (
        offer.repository === unit.repository &&
        (offer.place.handle === handle ||
          implementation === handle ||
          implementation.startsWith(`${handle}.`))
      );
    });
  const places = needs
    .filter(isOf)
    .map(({ need }) => placeOf(show(need, pathOfHandle(need.place.handle)), need.place.span.startLine));
  return [...new Set(places)];
}
