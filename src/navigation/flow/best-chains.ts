/** Of all chains of calls the ones that pass through most of what a question tells. */
import type { Handle } from "../../core/edges.ts";
import type { FlowLink } from "./flow-graph.ts";

/** What of the question a symbol stands for. */
export interface FlowWorth {
  /** Position of each word of the question that its name holds → how much that tells. */
  words: ReadonlyMap<number, number>;
  /** By what else the question and the symbol have in common. */
  beside: number;
}

export interface Chain {
  stations: readonly Handle[];
  /** Between each station and the next. */
  links: readonly FlowLink[];
  worth: number;
}

/** What a station takes from a chain: one that has nothing of the question is worth passing only on the way to others. */
const STATION_COST = 0.3;
/** A flow goes on where another service answers. */
const CONTRACT_WORTH = 0.6;
const GUESS_COST = 0.25;
/** How fast a word that is met again loses what it tells. */
const REPEATED = 0.6;
const MAX_STATIONS = 10;
/** Chains from one start that are followed at once. */
const BREADTH = 12;
/** Chains of less are no answer. */
const LEAST_WORTH = 0.8;

interface Path extends Chain {
  /** What each station adds. */
  gains: readonly number[];
  /** How often each word was met. */
  met: ReadonlyMap<number, number>;
}

/** Best first; each has stations of its own that are worth telling, beside those that it shares with the ones before. */
export function bestChains(
  links: ReadonlyMap<Handle, readonly FlowLink[]>,
  worthOf: (handle: Handle) => FlowWorth,
  count: number,
): Chain[] {
  const bodies = withoutDeclarations(links);
  const ends = [...bodies.values()].flat().map(({ to }) => to);
  const starts = [...new Set([...bodies.keys(), ...ends])].filter((one) => plainWorth(worthOf(one)) > 0);
  const found = starts.flatMap((start) => bestFrom(start, bodies, worthOf));
  found.sort((a, b) => b.worth - a.worth || (a.stations.join() < b.stations.join() ? -1 : 1));
  const chosen: Chain[] = [];
  const used = new Set<Handle>();
  for (const { stations, links: steps, worth, gains } of found) {
    if (chosen.length === count || worth < LEAST_WORTH) break;
    const isNew = (_: unknown, at: number) => !used.has(stations[at]!);
    if (gains.filter(isNew).reduce((sum, gain) => sum + gain, 0) < LEAST_WORTH) continue;
    for (const one of stations) used.add(one);
    chosen.push({ stations, links: steps, worth });
  }
  return chosen;
}

function plainWorth({ words, beside }: FlowWorth): number {
  return [...words.values()].reduce((sum, value) => sum + value, beside);
}

/** A declaration without a body is passed over: who calls it runs what implements it. */
export function withoutDeclarations(
  links: ReadonlyMap<Handle, readonly FlowLink[]>,
): Map<Handle, readonly FlowLink[]> {
  const isDeclaration = (handle: Handle) => links.get(handle)?.every((link) => link.isDispatched) ?? false;
  const bodies = new Map<Handle, readonly FlowLink[]>();
  for (const [from, own] of links) {
    if (isDeclaration(from)) continue;
    const reached = own.flatMap((link) =>
      isDeclaration(link.to) ? links.get(link.to)!.map(({ to }) => ({ ...link, to })) : [link],
    );
    bodies.set(from, reached);
  }
  return bodies;
}

function bestFrom(
  start: Handle,
  links: ReadonlyMap<Handle, readonly FlowLink[]>,
  worthOf: (handle: Handle) => FlowWorth,
): Path[] {
  const empty: Path = { stations: [], links: [], worth: 0, gains: [], met: new Map() };
  let best = extend(empty, start, undefined, worthOf(start));
  let paths = [best];
  for (let length = 1; length < MAX_STATIONS && paths.length > 0; length++) {
    const longer = paths.flatMap((path) =>
      (links.get(path.stations.at(-1)!) ?? [])
        .filter(({ to }) => !path.stations.includes(to))
        .map((link) => extend(path, link.to, link, worthOf(link.to))),
    );
    paths = longer.sort((a, b) => b.worth - a.worth).slice(0, BREADTH);
    if (paths[0] && paths[0].worth > best.worth) [best] = paths as [Path];
  }
  return best.stations.length > 1 ? [best] : [];
}

/** A word that was met before tells less each time. */
function extend(path: Path, station: Handle, link: FlowLink | undefined, { words, beside }: FlowWorth): Path {
  const met = new Map(path.met);
  let gain = beside - STATION_COST;
  for (const [word, value] of words) {
    const times = met.get(word) ?? 0;
    gain += value / (1 + times * REPEATED);
    met.set(word, times + 1);
  }
  if (link?.contract) gain += CONTRACT_WORTH;
  if (link?.tier === "heuristic") gain -= GUESS_COST;
  return {
    stations: [...path.stations, station],
    links: link ? [...path.links, link] : path.links,
    worth: path.worth + gain,
    gains: [...path.gains, gain],
    met,
  };
}
