/** Where a symbol is used, as grep would print it: one line of code per place, its function beside it, own code before tests. */
import { plural } from "../core/counts.ts";
import { displayPath } from "../core/rel-path.ts";
import { sanitizeText } from "../core/sanitize.ts";
import type { ScopeSession, SymbolGroup, TraceRow } from "../engine/engine.ts";
import { isTestPath } from "../engine/engine.ts";
import { nameIn } from "./render-symbol.ts";

export interface SymbolUse {
  path: string;
  line: number;
  /** Handle of what uses it. */
  from: string;
  text: string;
}

export interface SymbolUses {
  shown: SymbolUse[];
  /** Places in code, and in tests, that are not shown. */
  moreInCode: number;
  inTests: number;
}

const MAX_SHOWN = 8;
const MAX_READ = 400;
const MAX_LINE = 140;

export async function usesOf(session: ScopeSession, group: SymbolGroup): Promise<SymbolUses> {
  const { rows, leftOut } = await session.searcher.trace(group, {
    relation: "references",
    depth: 1,
    minTier: "heuristic",
    limit: MAX_READ,
  });
  const places = distinctPlaces(rows);
  const inCode = places.filter(({ path }) => !isTestPath(path));
  const shown: SymbolUse[] = [];
  const texts = new Map<string, readonly string[]>();
  for (const place of inCode.slice(0, MAX_SHOWN)) {
    const lines = texts.get(place.path) ?? (await linesOf(session, place.path));
    texts.set(place.path, lines);
    shown.push({ ...place, text: clip(lines[place.line - 1] ?? "") });
  }
  return {
    shown,
    moreInCode: Math.max(0, inCode.length - MAX_SHOWN) + leftOut,
    inTests: places.length - inCode.length,
  };
}

/** In the order of the rows: strongest links first, nearest folders before far ones. */
function distinctPlaces(rows: readonly TraceRow[]): Omit<SymbolUse, "text">[] {
  const found = new Map<string, Omit<SymbolUse, "text">>();
  for (const { site, lines, handle } of rows)
    for (const line of lines) {
      const key = `${site}:${line}`;
      if (!found.has(key)) found.set(key, { path: site, line, from: handle });
    }
  return [...found.values()];
}

async function linesOf(session: ScopeSession, place: string): Promise<readonly string[]> {
  const text = await session.about(place, (view, path) => view.readText(path));
  return (text ?? "").split(/\r\n|\r|\n/);
}

function clip(line: string): string {
  const text = sanitizeText(line).replaceAll("\n", " ").trim();
  return text.length > MAX_LINE ? `${text.slice(0, MAX_LINE - 1)}…` : text;
}

/** `uses:` and a line for each; nothing where there are none. */
export function useLines({ shown, moreInCode, inTests }: SymbolUses): string[] {
  const more = [
    ...(moreInCode > 0 ? [`${moreInCode} more`] : []),
    ...(inTests > 0 ? [`${plural(inTests, "place")} in tests`] : []),
  ];
  if (shown.length === 0 && more.length === 0) return [];
  return [
    `uses${more.length > 0 ? ` (and ${more.join(", ")})` : ""}:`,
    ...shown.map(
      ({ path, line, from, text }) =>
        `  ${displayPath(path)}:${line}  ${nameIn(path, from as TraceRow["handle"])}| ${text}`,
    ),
  ];
}
