import { plural } from "../../core/counts.ts";
import type { Contracts, InScope, KnownService } from "../../engine/engine.ts";
import { type Answer, defineTool } from "../contract.ts";
import { suggestWords } from "../suggestion.ts";
import { CONTRACT_TYPES, typeOf } from "./find-wanted.ts";

interface ServiceCall {
  from: string;
  to: string;
  key: string;
  count: number;
  tier: string;
}

interface ListedService {
  service: KnownService;
  /** Offers by type. */
  offers: Readonly<Record<string, number>>;
  calls: ServiceCall[];
}

export default defineTool({
  name: "services",
  title: "Services",
  description:
    "Services of the asked repositories, what each offers, and which others it calls: told by repositories, deployment files, routes and calls.",
  input: {},
  spansRepositories: true,
  answer: async (session): Promise<Answer> => {
    const contracts = await session.contracts();
    const listed = servicesIn(contracts);
    const calls = listed.flatMap((one) => one.calls);
    return {
      head: `${plural(listed.length, "service")} with contracts, ${plural(calls.length, "call")} between them`,
      body: listed.flatMap(linesOf),
      next: suggestWords("clew contracts lists every offer and call", "contracts lists every offer and call"),
      data: {
        fields: {},
        lists: {
          services: listed.map(({ service, offers, calls: own }) => ({ ...service, offers, calls: own })),
        },
      },
      outcome: listed.length > 0 ? "found" : "none",
      quotes: [],
    };
  },
});

/** Those that offer or call something; names of one folder are one service. */
function servicesIn({ services, offers, needs }: Contracts): ListedService[] {
  const listed = new Map<string, ListedService>();
  const of = (repository: string | undefined, name: string | undefined): ListedService | null => {
    const service = services.find((one) => one.repository === repository && one.name === name);
    if (!service) return null;
    const key = `${service.repository}\0${service.folder}`;
    const known = listed.get(key) ?? { service, offers: {}, calls: [] };
    listed.set(key, known);
    return known;
  };
  for (const offer of offers.filter(isBetweenServices)) {
    const one = of(offer.repository, offer.service);
    const type = typeOf(offer);
    if (one)
      listed.set(keyOf(one), { ...one, offers: { ...one.offers, [type]: (one.offers[type] ?? 0) + 1 } });
  }
  for (const { need, offers: met, tier } of needs.filter((one) => isBetweenServices(one.need))) {
    const one = of(need.repository, need.service);
    const [first] = met;
    const isElsewhere = first && (first.service !== need.service || first.repository !== need.repository);
    if (!one || !isElsewhere || met.length > 1) continue;
    const same = one.calls.find(({ to, key }) => to === first.service && key === need.key);
    if (same) same.count += 1;
    else
      one.calls.push({ from: need.service!, to: first.service ?? "?", key: need.key, count: 1, tier: tier! });
  }
  return [...listed.values()];
}

/** What is injected stays inside a program. */
function isBetweenServices({ kind }: InScope): boolean {
  return kind !== "injection";
}

function keyOf({ service }: ListedService): string {
  return `${service.repository}\0${service.folder}`;
}

function linesOf({ service, offers, calls }: ListedService): string[] {
  const told = CONTRACT_TYPES.filter((type) => offers[type]).map((type) => `${offers[type]} ${type}`);
  const where = service.folder === "" ? "" : `  ${service.folder}/`;
  return [
    `${service.name}${where}  offers ${told.join(", ") || "nothing"}  (${service.from})`,
    ...calls.map(
      ({ to, key, count, tier }) => `  calls ${to}: ${key}${count > 1 ? ` ×${count}` : ""}  (${tier})`,
    ),
  ];
}
