/** A chain that names chose, followed to where the flow begins, and on while it stays with what was asked. */
import type { Handle } from "../../core/edges.ts";
import { parseHandle } from "../../core/handles.ts";
import { type Chain, withoutDeclarations } from "./best-chains.ts";
import type { FlowLink, ReadLinks } from "./flow-graph.ts";

/** Callers that are followed to the beginning, whatever they are called. */
const MOST_BEFORE = 4;
/** Behind a request the page is near. */
const MOST_BEFORE_REQUEST = 2;
const MOST_BEHIND = 4;
/** What a station must have of the question for the flow to be followed there. */
const LEAST_BEHIND = 0.15;
/** Of the callees of a station, best first. */
const MOST_TRIED = 5;

export async function extendChain(
  chain: Chain,
  worthOf: (handle: Handle) => number,
  readLinks: ReadLinks,
  isFunction: (handle: Handle) => Promise<boolean>,
): Promise<Chain> {
  const start = chain.stations.findIndex((_, at) => !shows(chain.stations, at));
  const stations = chain.stations.slice(start);
  const links = chain.links.slice(start);
  const sorted = (found: readonly FlowLink[], end: "from" | "to") =>
    found
      .filter((link) => !stations.includes(link[end]) && worthOf(link[end]) > NOT_CODE)
      .sort(
        (a, b) =>
          Number(b.contract !== undefined) - Number(a.contract !== undefined) ||
          worthOf(b[end]) - worthOf(a[end]) ||
          (a[end] < b[end] ? -1 : 1),
      );
  let left = links.some(({ contract }) => contract !== undefined) ? MOST_BEFORE_REQUEST : MOST_BEFORE;
  for (; left > 0 && !isComponent(stations[0]!); left--) {
    const first = stations[0]!;
    const [link, ...others] = sorted(await readLinks([first], "into"), "from");
    if (!link) break;
    stations.unshift(link.from);
    links.unshift({ ...link, to: first, ...(others.length > 0 && { others }) });
    if (link.contract !== undefined) left = MOST_BEFORE_REQUEST + 1;
  }
  for (let step = 0; step < MOST_BEHIND; step++) {
    const last = stations.at(-1)!;
    const found = sorted(await bodiesBehind(last, readLinks), "to").slice(0, MOST_TRIED);
    const link = await firstOf(found, ({ to }) => isFunction(to));
    if (!link || (worthOf(link.to) < LEAST_BEHIND && link.contract === undefined)) break;
    stations.push(link.to);
    links.push(link);
  }
  return { ...chain, stations, links };
}

async function firstOf<T>(list: readonly T[], test: (one: T) => Promise<boolean>): Promise<T | undefined> {
  for (const one of list) if (await test(one)) return one;
  return undefined;
}

/** Whether the station is there only to show the next one. */
function shows(stations: readonly Handle[], at: number): boolean {
  return at + 1 < stations.length && isComponent(stations[at]!) && isComponent(stations[at + 1]!);
}

/** Who shows a component is no part of what happens in it. */
function isComponent(handle: Handle): boolean {
  const { path, qualifiedName } = parseHandle(handle) ?? {};
  return /\.(?:[jt]sx|vue|svelte|astro)$/.test(path ?? "") && /^[A-Z][^.]*$/.test(qualifiedName ?? "");
}

/** Tests and examples are worth less than nothing. */
const NOT_CODE = -0.5;

async function bodiesBehind(handle: Handle, readLinks: ReadLinks): Promise<readonly FlowLink[]> {
  const own = await readLinks([handle], "from");
  const next = await readLinks([...new Set(own.map(({ to }) => to))], "from");
  const links = new Map<Handle, FlowLink[]>([[handle, own]]);
  for (const link of next)
    if (link.from !== handle) links.set(link.from, [...(links.get(link.from) ?? []), link]);
  return withoutDeclarations(links).get(handle) ?? [];
}
