/** The chain of calls that an event described in words runs through: from the function that handles it to where it ends. */
import { extname } from "node:path";
import type { Handle } from "../../core/edges.ts";
import { pathOfHandle } from "../../core/handles.ts";
import { bestChains, type Chain } from "../../navigation/flow/best-chains.ts";
import { extendChain } from "../../navigation/flow/extend-chain.ts";
import { type FlowLink, type ReadLinks, readFlowGraph } from "../../navigation/flow/flow-graph.ts";
import { placeOfFile, type SearchAnswer } from "../../retrieval/index.ts";
import { FlowWorths } from "./flow-worth.ts";

export interface Further {
  station: Handle;
  links: readonly FlowLink[];
}

export interface Flow {
  /** Best first; where links are missing a flow is in several parts. */
  chains: readonly Chain[];
  /** Of each chain what its last stations call beside: where it may go on, or should have gone. */
  further: readonly (readonly Further[])[];
}

const SEED_SPANS = 60;
const MAX_CHAINS = 2;
/** Chains among which the second one is looked for. */
const CANDIDATES = 12;
/** Of a chain, whose other callees are told. */
const LAST_STATIONS = 2;
const MAX_FURTHER = 6;

/** Of the best chain's worth: less is another flow, not another part of it. */
const LEAST_SHARE = 0.6;
/** Where the best chain stays in one language, the page or the server may be missing for want of a link. */
const OTHER_LANGUAGE_SHARE = 0.25;

/** `answer`: the ranking for the words, as deep as flows may begin. */
export async function findFlow(
  answer: SearchAnswer,
  readLinks: ReadLinks,
  isFunction: (handle: Handle) => Promise<boolean>,
): Promise<Flow> {
  const worths = new FlowWorths(answer);
  const seeds = answer.hits.flatMap((hit) =>
    hit.spans.flatMap(({ symbol }) => (symbol ? [`${placeOfFile(hit)}#${symbol}` as Handle] : [])),
  );
  const total = (handle: Handle) => worths.total(handle);
  const strongest = [...new Set(seeds)].sort((a, b) => total(b) - total(a) || (a < b ? -1 : 1));
  const links = await readFlowGraph(strongest.slice(0, SEED_SPANS), total, readLinks);
  const chains: Chain[] = [];
  for (const chain of partsOf(bestChains(links, (handle) => worths.of(handle), CANDIDATES))) {
    const extended = await extendChain(chain, total, readLinks, isFunction);
    let length = extended.stations.length;
    // What is made at the end is no station.
    while (length > 1 && !(await isFunction(extended.stations[length - 1]!))) length -= 1;
    const stations = extended.stations.slice(0, length);
    const whole = { ...extended, stations, links: extended.links.slice(0, length - 1) };
    chains.push(await withOtherCallers(whole, total, readLinks));
  }
  const further: Further[][] = [];
  for (const { stations } of chains) {
    const ends = stations.slice(-LAST_STATIONS);
    const called = await readLinks(ends, "from");
    const furtherFrom = (station: Handle) =>
      called
        .filter(({ from, to }) => from === station && !stations.includes(to))
        .sort((a, b) => total(b.to) - total(a.to) || (a.to < b.to ? -1 : 1))
        .slice(0, MAX_FURTHER);
    further.push(ends.map((station) => ({ station, links: furtherFrom(station) })));
  }
  return { chains, further };
}

/** On the side where the event is handled: the way that was chosen may not be the one that was meant. */
async function withOtherCallers(
  chain: Chain,
  worthOf: (handle: Handle) => number,
  readLinks: ReadLinks,
): Promise<Chain> {
  const { stations } = chain;
  const wire = chain.links.findIndex(({ contract }) => contract !== undefined);
  const links: FlowLink[] = [];
  for (const [at, link] of chain.links.entries()) {
    if (link.others || at > Math.max(wire, 1)) {
      links.push(link);
      continue;
    }
    const others = (await readLinks([link.to], "into"))
      .filter(({ from }) => !stations.includes(from) && worthOf(from) >= 0)
      .sort((a, b) => worthOf(b.from) - worthOf(a.from) || (a.from < b.from ? -1 : 1));
    links.push(others.length > 0 ? { ...link, others } : link);
  }
  return { ...chain, links };
}

/** The best chain, and one that tells what it lacks: the side that it does not reach, or another way. */
function partsOf(chains: readonly Chain[]): Chain[] {
  const [first, ...rest] = chains;
  if (!first) return [];
  const isWhole = first.links.some(({ contract }) => contract !== undefined);
  const own = languagesOf(first);
  const isOther = (chain: Chain) => !isWhole && [...languagesOf(chain)].every((one) => !own.has(one));
  const least = (chain: Chain) => first.worth * (isOther(chain) ? OTHER_LANGUAGE_SHARE : LEAST_SHARE);
  const able = rest.filter((chain) => chain.worth >= least(chain));
  return [first, ...[...able.filter(isOther), ...able].slice(0, MAX_CHAINS - 1)];
}

/** By the ends of file names. */
function languagesOf({ stations }: Chain): Set<string> {
  return new Set(stations.map((one) => extname(pathOfHandle(one))));
}
