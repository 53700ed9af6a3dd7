import { z } from "zod";
import { plural } from "../../core/counts.ts";
import type { Handle } from "../../core/edges.ts";
import { AppError } from "../../core/errors.ts";
import { pathOfHandle } from "../../core/handles.ts";
import { type Contracts, type InScope, numberLines, type ScopeSession } from "../../engine/engine.ts";
import { type Answer, defineTool } from "../contract.ts";
import { CONTRACT_TYPES, isInTests, typeOf, wantedBy } from "../contracts/find-wanted.ts";
import { contractNotes, nothingFound, problemLines } from "../contracts/notes.ts";
import {
  contractData,
  filesOf,
  needData,
  needLine,
  offerLine,
  placesIn,
  type ShowPlace,
} from "../contracts/render-contract.ts";
import { suggestSearch } from "../suggestion.ts";

/** Code of more implementations than these would leave no room for the contracts. */
const MAX_IMPLEMENTATIONS = 10;
const MAX_CODE_LINES = 80;

export default defineTool({
  name: "search_api_contracts",
  title: "Search API contracts",
  description:
    "REST, GraphQL and gRPC operations of all indexed services that match words, with request, response, the code that implements them and who calls them.",
  input: {
    query: z.string().max(10_000).default("").describe("Words of an endpoint, operation or message"),
    api_type: z.enum(CONTRACT_TYPES).default("all").describe("Kind of contract"),
    service_id: z.string().max(400).optional().describe("Only what this service offers"),
    include_implementation: z.boolean().default(false).describe("Also the code that implements it"),
  },
  spansRepositories: true,
  scopeOf: () => ({ kind: "global", repositories: [] }),
  answer: async (session, input): Promise<Answer> => {
    const contracts = await session.contracts();
    const show = placesIn(session);
    const isOfService = ofService(contracts, input.service_id);
    const matches = wantedBy(input.query, input.api_type);
    const isWanted = (one: InScope) => matches(one) && !isInTests(one);
    const offered = contracts.offers.filter((offer) => isOfService(offer) && isWanted(offer));
    const needed = contracts.needs.filter(
      ({ need, offers }) =>
        (isWanted(need) || offers.some(isWanted)) && (isOfService(need) || offers.some(isOfService)),
    );
    const told = await implementationsOf(session, offered, input.include_implementation, show);
    const found = offered.length + needed.length;
    return {
      head:
        found > 0
          ? `${plural(offered.length, "contract")} and ${plural(needed.length, "call")} found`
          : `0 contracts found: ${nothingFound(contracts)}`,
      notes: contractNotes(contracts),
      body: [
        ...offered.flatMap((offer, at) => [`offers ${offerLine(offer, show)}`, ...(told[at]?.lines ?? [])]),
        ...needed.map((need) => `needs ${needLine(need, show)}`),
        ...problemLines(contracts),
      ],
      next: suggestSearch(input.query.slice(0, 100).trim() || "openapi graphql proto"),
      data: {
        fields: { frameworks: contracts.frameworks, isComplete: contracts.isComplete },
        lists: {
          contracts: offered.map((offer, at) => seedData(offer, told[at] ?? null, contracts, show)),
          calls: needed.map((need) => needData(need, show)),
        },
      },
      outcome: found > 0 ? "found" : "none",
      quotes: filesOf([...offered, ...needed.map(({ need }) => need)], show),
    };
  },
});

/** By its name or that of its repository. */
function ofService(contracts: Contracts, wanted: string | undefined): (contract: InScope) => boolean {
  if (wanted === undefined) return () => true;
  const named = contracts.services.filter(({ name, repository }) => name === wanted || repository === wanted);
  if (named.length === 0)
    throw new AppError("SERVICE_UNKNOWN", "no service of the indexed repositories has this name", {
      hint: "the services tool lists them",
    });
  return ({ repository, place }) =>
    named.some(
      (one) =>
        one.repository === repository &&
        (one.folder === "" || pathOfHandle(place.handle).startsWith(`${one.folder}/`)),
    );
}

interface Implementation {
  file: string;
  startLine: number;
  endLine: number;
  /** Numbered, for people. */
  lines: string[];
  code: string | null;
}

/** In the order of the offers; null where none is known. */
async function implementationsOf(
  session: ScopeSession,
  offers: readonly InScope[],
  withCode: boolean,
  show: ShowPlace,
): Promise<(Implementation | null)[]> {
  const found: (Implementation | null)[] = [];
  for (const [at, offer] of offers.entries()) {
    const handle = offer.implementation ?? (isInCode(offer) ? offer.place.handle : null);
    found.push(
      handle && (await implementationOf(session, offer, handle, withCode && at < MAX_IMPLEMENTATIONS, show)),
    );
  }
  return found;
}

function isInCode({ place, specification }: InScope): boolean {
  return specification === undefined || pathOfHandle(place.handle) !== specification.path;
}

function implementationOf(
  session: ScopeSession,
  offer: InScope,
  handle: Handle,
  withCode: boolean,
  show: ShowPlace,
): Promise<Implementation> {
  const file = show(offer, pathOfHandle(handle));
  return session.about(file, async (view, path) => {
    const [lines] = offer.implementation ? await view.linesOf([handle]) : [null];
    const { startLine, endLine } = lines ?? offer.place.span;
    const text = withCode ? await view.readText(path) : null;
    const all = text?.split(/\r\n|\r|\n/) ?? [];
    const last = Math.min(endLine, startLine + MAX_CODE_LINES - 1);
    return {
      file,
      startLine,
      endLine,
      lines: text === null ? [] : numberLines(all, startLine, last),
      code: text === null ? null : all.slice(startLine - 1, last).join("\n"),
    };
  });
}

/** Under the names that users of other servers know. */
function seedData(offer: InScope, told: Implementation | null, { needs }: Contracts, show: ShowPlace) {
  const { key, kind, specification } = offer;
  const space = key.indexOf(" ");
  const hasMethod = kind === "route" || kind === "graphql";
  const callers = needs.filter(({ offers }) => offers.includes(offer));
  return {
    service: offer.service ?? offer.repository,
    type: typeOf(offer),
    endpoint: hasMethod ? ((offer.details.path as string | undefined) ?? key.slice(space + 1)) : key,
    method: hasMethod ? key.slice(0, space) : null,
    summary: specification?.summary ?? null,
    request: specification?.request ?? null,
    response: specification?.responses ?? null,
    implementation_file: told?.file ?? null,
    implementation_lines: told ? `${told.startLine}-${told.endLine}` : null,
    ...(told?.code == null ? {} : { implementation_code: told.code }),
    callers: callers.map(({ need, tier }) => ({
      service: need.service ?? need.repository,
      handle: show(need, need.place.handle),
      line: need.place.span.startLine,
      tier,
    })),
    ...contractData(offer, show),
  };
}
