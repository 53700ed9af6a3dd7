/** Which contracts a question means: every word of it is somewhere in what is known of one. */
import { pathOfHandle } from "../../core/handles.ts";
import { type ContractKind, type InScope, isTestPath } from "../../engine/engine.ts";

export const CONTRACT_TYPES = ["rest", "graphql", "grpc", "event", "job", "injection", "all"] as const;
export type ContractType = (typeof CONTRACT_TYPES)[number];

/** Injection is asked for by name: it stays inside a program, and there is much of it. */
const KINDS: Readonly<Record<ContractType, readonly ContractKind[]>> = {
  rest: ["route"],
  graphql: ["graphql"],
  grpc: ["rpc"],
  event: ["event"],
  job: ["job"],
  injection: ["injection"],
  all: ["route", "graphql", "rpc", "event", "job"],
};

/** The seed's word for a kind. */
export function typeOf({ kind }: InScope): string {
  return kind === "route" ? "rest" : kind === "rpc" ? "grpc" : kind;
}

/** Words that people put around what they look for. */
const NOISE: ReadonlySet<string> = new Set([
  "the",
  "a",
  "an",
  "of",
  "for",
  "endpoint",
  "endpoints",
  "api",
  "route",
]);

/** Servers and calls of tests say little of what is offered and called. */
export function isInTests({ place }: InScope): boolean {
  return isTestPath(pathOfHandle(place.handle));
}

export function wantedBy(query: string, type: ContractType): (contract: InScope) => boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const telling = words.filter((word) => !NOISE.has(word));
  const asked = telling.length > 0 ? telling : words;
  return (contract) => {
    if (!KINDS[type].includes(contract.kind)) return false;
    const text = textOf(contract);
    return asked.every((word) => text.includes(word));
  };
}

function textOf({ kind, key, place, details, implementation, specification, service }: InScope): string {
  const { summary = "", id = "", request = {} } = specification ?? {};
  return [
    kind,
    key,
    place.handle,
    implementation ?? "",
    service ?? "",
    summary,
    id,
    ...Object.keys(request),
    ...Object.values(details),
  ]
    .join(" ")
    .toLowerCase();
}
