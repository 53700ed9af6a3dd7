/** Tools about one symbol, or the symbols of a name. */

import { z } from "zod";
import { plural } from "../../core/counts.ts";
import { AppError } from "../../core/errors.ts";
import { spokenName } from "../../core/spoken-name.ts";
import type { ScopeSession, SymbolGroup, SymbolHit } from "../../engine/engine.ts";
import { type Answer, defineTool, type ToolDefinition } from "../contract.ts";
import { TOOL_ERRORS } from "../errors.ts";
import { readLines } from "../indexed-file.ts";
import { candidateLine, placeOf } from "../render-symbol.ts";
import { suggestSearch, suggestSymbol, suggestTrace } from "../suggestion.ts";
import { describe, lookUp } from "../symbol.ts";
import { traceGroup } from "../trace.ts";
import { withSymbol } from "../with-symbol.ts";
import { symbolInput } from "./symbol-input.ts";

const MAX_USAGES = 50;

export const lookupSymbol = defineTool({
  name: "lookup_symbol",
  title: "Look up a symbol",
  description:
    "Where a name is defined, with signature, doc, members and use. Ambiguous names give candidates.",
  input: { name: symbolInput },
  spansRepositories: true,
  answer: (session, input) => lookUp(session, input.name),
});

export const findSymbolDefinition = defineTool({
  name: "find_symbol_definition",
  title: "Find a definition",
  description: "The definition of a function, class or variable, and its usages when asked for.",
  input: {
    symbol_name: symbolInput,
    include_usages: z.boolean().default(false).describe("Also list where it is used"),
  },
  spansRepositories: true,
  answer: (session, input) =>
    withSymbol(session, input.symbol_name, async (group) => {
      const definition = describe(await session.describeSymbol(group));
      if (!input.include_usages) return definition;
      const usages = await traceGroup(session, group, {
        relation: "references",
        depth: 1,
        min_tier: "heuristic",
        limit: MAX_USAGES,
      });
      return joinAnswers(definition, usages, "usages");
    }),
});

export const getSymbol = defineTool({
  name: "get_symbol",
  title: "Get a symbol",
  description: "One symbol with its signature, doc, members and source text.",
  input: { symbol: symbolInput },
  answer: (session, input) =>
    withSymbol(session, input.symbol, async (group) => {
      const definition = describe(await session.describeSymbol(group));
      return joinAnswers(definition, await spansAnswer(session, group, group.hits.slice(0, 1)), "source");
    }),
});

export const getSourceSpans = defineTool({
  name: "get_source_spans",
  title: "Get source spans",
  description:
    "Source text of a symbol: its primary span, all spans of a symbol that is declared in parts, or one span by its id.",
  input: {
    symbol: symbolInput,
    mode: z.enum(["primary", "all", "span"]).default("primary").describe("Which spans"),
    span_id: z.number().int().min(0).optional().describe("For mode span; mode all lists the ids"),
  },
  answer: (session, input) =>
    withSymbol(session, input.symbol, (group) =>
      spansAnswer(session, group, chooseSpans(group, input.mode, input.span_id)),
    ),
});

function chooseSpans(
  group: SymbolGroup,
  mode: "primary" | "all" | "span",
  id: number | undefined,
): SymbolHit[] {
  if (mode === "all") return group.hits;
  const hit = group.hits[mode === "primary" ? 0 : (id ?? -1)];
  if (hit) return [hit];
  throw new AppError(
    "SPAN_UNKNOWN",
    id === undefined
      ? "span_id: is missing, mode span needs it"
      : `span_id: ${spokenName(group.qualifiedName)} has no span ${id}, its ids are 0 to ${group.hits.length - 1}`,
    { hint: TOOL_ERRORS.SPAN_UNKNOWN },
  );
}

async function spansAnswer(
  session: ScopeSession,
  group: SymbolGroup,
  hits: readonly SymbolHit[],
): Promise<Answer> {
  const spans = await Promise.all(
    hits.map(async ({ path, symbol }) => {
      const { startLine, endLine } = symbol.span;
      const lines = await readLines(session.one, path, startLine, endLine);
      return { id: group.hits.findIndex((one) => one.symbol === symbol), path, startLine, endLine, lines };
    }),
  );
  const all = group.hits.length > hits.length ? ` of ${group.hits.length}` : "";
  return {
    head: `${hits.length}${all} ${group.hits.length === 1 ? "span" : "spans"} of ${spokenName(group.qualifiedName)}`,
    body: spans.flatMap(({ id, path, startLine, endLine, lines }) => [
      `--- ${placeOf(path, startLine, endLine)}  span ${id}`,
      ...lines,
    ]),
    next: suggestTrace(`${group.path}#${group.qualifiedName}`, "callers"),
    data: {
      fields: { symbol: group.qualifiedName },
      lists: { spans: spans.map(({ lines, ...span }) => ({ ...span, text: lines.join("\n") })) },
    },
    outcome: "found",
    quotes: [...new Set(hits.map(({ path }) => path))],
  };
}

/** The second answer's content below the first one's. */
function joinAnswers(first: Answer, second: Answer, title: string): Answer {
  return {
    ...first,
    notes: [...(first.notes ?? []), ...(second.notes ?? [])],
    body: [...first.body, ...(title === "usages" ? [`usages: ${second.head}`] : []), ...second.body],
    data: {
      fields: { ...first.data.fields, [title]: second.data.fields },
      lists: { ...first.data.lists, ...second.data.lists },
    },
    quotes: [...first.quotes, ...second.quotes],
  };
}

export const searchSymbols = defineTool({
  name: "search_symbols",
  title: "Search symbols",
  description: "Symbols whose name is, begins with or matches the words of a query, best first.",
  input: {
    query: z.string().min(1).max(1000).describe("A name, the beginning of one, or words"),
    kind: z.array(z.string().max(40)).optional().describe("Only symbols of these kinds"),
    limit: z.number().int().min(1).max(200).default(20).describe("Symbols to return"),
  },
  answer: async (session, input) => {
    const groups = (await findGroups(session, input.query, input.limit * 4))
      .filter(({ hits }) => !input.kind || input.kind.includes(hits[0]!.symbol.kind))
      .slice(0, input.limit);
    return {
      head: `${plural(groups.length, "symbol")} for ${input.query}, best first`,
      body: groups.map(candidateLine),
      next: groups[0]
        ? suggestSymbol(`${groups[0].path}#${groups[0].qualifiedName}`)
        : suggestSearch(input.query),
      data: { fields: {}, lists: { symbols: groups } },
      outcome: groups.length > 0 ? "found" : "none",
      quotes: groups.map((group) => group.path),
    };
  },
});

/** Exact names, then names that begin so, then symbols of the spans that a search for the words finds. */
async function findGroups(session: ScopeSession, query: string, limit: number): Promise<SymbolGroup[]> {
  const found = new Map<string, SymbolGroup>();
  const add = (groups: readonly SymbolGroup[]) => {
    for (const group of groups) {
      const key = `${group.path}#${group.qualifiedName}`;
      if (!found.has(key)) found.set(key, group);
    }
  };
  add((await session.searcher.symbols(query)).groups);
  const isOneWord = !/\s/.test(query.trim());
  const names = isOneWord ? await session.one.namesLike(query.trim(), limit) : [];
  for (const name of names) {
    if (found.size >= limit) break;
    add((await session.searcher.symbols(name)).groups);
  }
  if (found.size < limit) {
    const { hits } = await session.searcher.search(query, { limit: 20 });
    for (const { path, spans } of hits) {
      for (const { symbol } of spans)
        if (symbol) add((await session.searcher.symbols(`${path}#${symbol}`)).groups.slice(0, 1));
    }
  }
  return [...found.values()];
}

export const symbolTools: readonly ToolDefinition[] = [
  searchSymbols,
  lookupSymbol,
  findSymbolDefinition,
  getSymbol,
  getSourceSpans,
];
