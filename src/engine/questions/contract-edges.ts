/** Joined contracts as edges between symbols: who asks, who answers, over which contract. */
import { answererOf } from "../../catalog/answerer.ts";
import type { InScope, JoinReason } from "../../catalog/join-contracts.ts";
import type { Handle, Tier } from "../../core/edges.ts";
import type { Contracts } from "./contracts.ts";

export interface ContractEnd {
  repository: string;
  handle: Handle;
}

export interface ContractEdge {
  from: ContractEnd;
  to: ContractEnd;
  /** Line of the call in its file. */
  line: number;
  need: InScope;
  offer: InScope;
  reason: JoinReason;
  tier: Tier;
}

const graphs = new WeakMap<Contracts, ContractGraph>();

/** Made once for contracts that are asked about again and again. */
export function graphOf(contracts: Contracts): ContractGraph {
  let graph = graphs.get(contracts);
  if (!graph) {
    graph = new ContractGraph(contracts);
    graphs.set(contracts, graph);
  }
  return graph;
}

export class ContractGraph {
  readonly #from = new Map<string, ContractEdge[]>();
  readonly #into = new Map<string, ContractEdge[]>();

  constructor({ needs }: Pick<Contracts, "needs">) {
    for (const { need, offers, reason, tier } of needs)
      for (const offer of offers) {
        const handle = answererOf(offer);
        if (handle === null || reason === null || tier === null) continue;
        const edge: ContractEdge = {
          from: { repository: need.repository ?? "", handle: need.place.handle },
          to: { repository: offer.repository ?? "", handle },
          line: need.place.span.startLine,
          need,
          offer,
          reason,
          tier,
        };
        add(this.#from, edge.from, edge);
        add(this.#into, edge.to, edge);
      }
  }

  /** `into`: who asks for what the symbol answers; `from`: who answers what it asks for. */
  at(end: ContractEnd, direction: "into" | "from"): readonly ContractEdge[] {
    return (direction === "into" ? this.#into : this.#from).get(keyOf(end)) ?? [];
  }
}

function add(map: Map<string, ContractEdge[]>, end: ContractEnd, edge: ContractEdge): void {
  const key = keyOf(end);
  const known = map.get(key);
  if (known) known.push(edge);
  else map.set(key, [edge]);
}

function keyOf({ repository, handle }: ContractEnd): string {
  return `${repository}\0${handle}`;
}
