/** The chain of calls that an event in words runs through, a station a line with the line that hands on. */
import { plural } from "../../core/counts.ts";
import type { Handle } from "../../core/edges.ts";
import { pathOfHandle } from "../../core/handles.ts";
import type { Flow, ScopeSession } from "../../engine/engine.ts";
import type { Answer } from "../contract.ts";
import { nameIn, placeOf, tierCounts } from "../render-symbol.ts";
import { SHOWS_WHAT_IS_INDEXED } from "../suggestion.ts";
import { lineReader } from "./site-texts.ts";

type Chain = Flow["chains"][number];
type Link = Chain["links"][number];

export async function flowAnswer(session: ScopeSession, words: string): Promise<Answer> {
  const { chains, further } = await session.flow(words);
  const readLine = lineReader(session);
  const body: string[] = [];
  const told = new Set<Handle>();
  for (const [at, chain] of chains.entries()) {
    if (at > 0) body.push(chain.stations.some((one) => told.has(one)) ? "another way:" : "another part:");
    const calls = new Map(further[at]!.map(({ station, links }) => [station, links]));
    body.push(...(await chainLines(session, chain, calls, told, readLine)));
  }
  const [first] = chains;
  return {
    head: first ? headOf(first, chains.length - 1) : "no chain of calls passes through these words",
    body,
    ...(first ? {} : { next: SHOWS_WHAT_IS_INDEXED }),
    data: { fields: { relation: "flow" }, lists: { chains, further } },
    outcome: first ? "found" : "none",
    quotes: chains.flatMap(({ stations }) => stations.map((one) => pathOfHandle(one))),
  };
}

function headOf({ stations, links }: Chain, furtherParts: number): string {
  const tiers = links.length > 0 ? ` (${tierCounts(links)})` : "";
  const further = furtherParts > 0 ? `, and ${plural(furtherParts, "further part")}` : "";
  return `flow of ${plural(stations.length, "station")}${tiers}${further}; chosen by names: check the ends`;
}

type ReadLine = (path: string, line: number) => Promise<string>;

/** Stations that were told before are named once where the chain meets them. */
async function chainLines(
  session: ScopeSession,
  { stations, links }: Chain,
  calls: ReadonlyMap<Handle, readonly Link[]>,
  told: Set<Handle>,
  readLine: ReadLine,
): Promise<string[]> {
  const lines: string[] = [];
  let isTelling = true;
  for (const [at, station] of stations.entries()) {
    const path = pathOfHandle(station);
    if (told.has(station)) {
      if (isTelling) lines.push(`= ${nameIn(path, station)}, above`);
      isTelling = false;
      continue;
    }
    isTelling = true;
    told.add(station);
    const { groups } = await session.searcher.symbols(station);
    const line = groups[0]?.hits[0]?.symbol.namePosition.line ?? 1;
    lines.push(`${placeOf(path, line)}  ${nameIn(path, station)}`);
    lines.push(...otherCallers(links[at - 1]));
    const link = links[at];
    if (link) lines.push(await stepLine(path, link, readLine));
    lines.push(...furtherLines(calls.get(station) ?? [], link ? "also calls" : "calls"));
  }
  return lines;
}

const MAX_OTHERS = 4;

/** The way that was chosen may not be the one that was meant. */
function otherCallers(link: Link | undefined): string[] {
  const others = link?.others ?? [];
  if (others.length === 0) return [];
  const named = others
    .slice(0, MAX_OTHERS)
    .map(({ from, lines: [line = 1] }) => `${placeOf(pathOfHandle(from), line)} ${lastName(from)}`);
  const more = others.length > MAX_OTHERS ? ` and ${others.length - MAX_OTHERS} more` : "";
  return [`    also from: ${named.join(", ")}${more}`];
}

/** `  54 over POST /api/send: code` or `  54| code`. */
async function stepLine(path: string, { lines, tier, contract }: Link, readLine: ReadLine): Promise<string> {
  const [line = 1] = lines;
  const guess = tier === "heuristic" ? " (guessed)" : "";
  return contract === undefined
    ? `    ${line}|${guess} ${await readLine(path, line)}`
    : `    ${line} over ${contract}${guess}`;
}

function furtherLines(links: readonly Link[], title: string): string[] {
  if (links.length === 0) return [];
  const names = links.map(({ to, lines, contract }) => {
    const name = nameIn(pathOfHandle(to), to);
    return `${lines[0] ?? ""} ${contract === undefined ? name : `${contract} => ${name}`}`.trim();
  });
  return [`    ${title}: ${names.join(", ")}`];
}

function lastName(handle: Handle): string {
  const name = nameIn(pathOfHandle(handle), handle);
  return name.slice(name.lastIndexOf(".") + 1);
}
