/** Steps of a flow as links and contracts of a scope have them. */
import type { Handle } from "../../core/edges.ts";
import type { FlowLink } from "../../navigation/flow/flow-graph.ts";
import { type Neighbour, Neighbours } from "../../navigation/neighbours.ts";
import type { ViewReader } from "../../storage/contract.ts";
import type { ContractEdge, ContractEnd, ContractGraph } from "./contract-edges.ts";

export interface FlowLinkParts {
  members: readonly { name: string; reader: ViewReader }[];
  /** The member that a place of an answer lies in, its handle there, and how the answer calls places of it. */
  locate: (handle: Handle) => { member: string; handle: Handle; show: (path: string) => string };
  contracts: () => Promise<ContractGraph>;
  show: (end: ContractEnd) => Handle;
}

export class LinksOfFlow {
  readonly #parts: FlowLinkParts;
  readonly #callees = new Map<string, Neighbours>();
  readonly #callers = new Map<string, Neighbours>();
  #contracts: Promise<ContractGraph> | undefined;

  constructor(parts: FlowLinkParts) {
    this.#parts = parts;
    for (const { name, reader } of parts.members) {
      this.#callees.set(name, new Neighbours(reader, "callees"));
      this.#callers.set(name, new Neighbours(reader, "callers"));
    }
  }

  async read(handles: readonly Handle[], direction: "from" | "into"): Promise<FlowLink[]> {
    const { members, locate } = this.#parts;
    const places = handles.map(locate);
    const links: FlowLink[] = [];
    for (const { name } of members) {
      const own = places.filter(({ member }) => member === name);
      const neighbours = (direction === "from" ? this.#callees : this.#callers).get(name)!;
      const found = await neighbours.of([...new Set(own.map(({ handle }) => handle))], true);
      for (const { handle, show } of own)
        for (const neighbour of found.get(handle) ?? [])
          links.push(linkOf(handle, neighbour, direction, (one) => show(one) as Handle));
    }
    return [...links, ...(await this.#overContracts(places, direction))];
  }

  /** Over those that carry a call: a package or an injected class is no step of a flow. */
  async #overContracts(
    places: readonly { member: string; handle: Handle }[],
    direction: "from" | "into",
  ): Promise<FlowLink[]> {
    this.#contracts ??= this.#parts.contracts();
    const graph = await this.#contracts;
    return places.flatMap(({ member, handle }) =>
      graph
        .at({ repository: member, handle }, direction)
        .filter(({ need }) => need.kind !== "package" && need.kind !== "injection")
        .map((edge) => this.#overContract(edge)),
    );
  }

  #overContract({ from, to, line, need, offer, tier }: ContractEdge): FlowLink {
    const contract =
      offer.kind === "route" || offer.kind === "graphql" ? offer.key : `${need.kind} ${offer.key}`;
    const { show } = this.#parts;
    return { from: show(from), to: show(to), lines: [line], tier, contract };
  }
}

function linkOf(
  handle: Handle,
  { handle: other, edge, via }: Neighbour,
  direction: "from" | "into",
  show: (handle: Handle) => Handle,
): FlowLink {
  const [from, to] = direction === "from" ? [handle, other] : [other, handle];
  const isDispatched = direction === "from" && via === "dispatch";
  return {
    from: show(from),
    to: show(to),
    lines: isDispatched ? [] : edge.lines,
    tier: edge.tier,
    ...(isDispatched && { isDispatched }),
  };
}
