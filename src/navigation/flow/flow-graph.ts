/** The part of the call graph around some symbols that a question is about, read best first and within bounds. */
import type { Handle, Tier } from "../../core/edges.ts";

/** One step of a flow: a call, or a request that another function answers. */
export interface FlowLink {
  from: Handle;
  to: Handle;
  /** Of the call, in the file of `from`. */
  lines: readonly number[];
  tier: Tier;
  /** What is called over the wire: `GET /users/{}`. */
  contract?: string;
  /** Others that lead to the same, next best first. */
  others?: readonly FlowLink[];
  /** `from` has no body: what implements it runs. */
  isDispatched?: boolean;
}

/** Links that start at the handles, or that end there. */
export type ReadLinks = (handles: readonly Handle[], direction: "from" | "into") => Promise<FlowLink[]>;

export interface FlowBounds {
  /** Symbols whose links are read. */
  symbols: number;
  /** Symbols whose links are read at once. */
  batch: number;
}

const BOUNDS: FlowBounds = { symbols: 480, batch: 40 };

/** Links by the symbol they start at; the worth of a symbol says what is read next. */
export async function readFlowGraph(
  seeds: readonly Handle[],
  worthOf: (handle: Handle) => number,
  readLinks: ReadLinks,
  { symbols, batch }: FlowBounds = BOUNDS,
): Promise<ReadonlyMap<Handle, readonly FlowLink[]>> {
  const links = new Map<Handle, Map<string, FlowLink>>();
  const waiting = new Map<Handle, number>(seeds.map((seed) => [seed, worthOf(seed)]));
  const read = new Set<Handle>();
  const add = (link: FlowLink) => {
    const own = links.get(link.from) ?? new Map<string, FlowLink>();
    links.set(link.from, own.set(`${link.to}\0${link.contract ?? ""}`, link));
    for (const end of [link.from, link.to])
      if (!read.has(end) && !waiting.has(end)) waiting.set(end, worthOf(end));
  };
  while (waiting.size > 0 && read.size < symbols) {
    const next = [...waiting].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, batch);
    const handles = next.map(([handle]) => handle);
    for (const handle of handles) {
      waiting.delete(handle);
      read.add(handle);
    }
    for (const direction of ["from", "into"] as const)
      for (const link of await readLinks(handles, direction)) add(link);
  }
  return new Map([...links].map(([from, own]) => [from, [...own.values()]]));
}
