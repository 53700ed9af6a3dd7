import { z } from "zod";
import { plural } from "../core/counts.ts";
import {
  DEFAULT_LIMIT,
  placeOfFile,
  renderExplanation,
  renderSearch,
  type ScopeSession,
  type SearchAnswer,
} from "../engine/engine.ts";
import { defineTool } from "./contract.ts";
import { filterInput, filtersOf, formatInput, nowhere, refuseUnknown, whyNothing } from "./query-input.ts";
import { SHOWS_WHAT_IS_INDEXED, type Suggestion, suggestSymbol, suggestWords } from "./suggestion.ts";

export default defineTool({
  name: "search",
  order: 2,
  title: "Find files and spans",
  description:
    "Ranked files for a question, task, error or name, best first: `path:start-end: signature`, and the lines that decide. Use it to " +
    "find where something is done; use context to get the code itself within a token budget, symbol for an exact " +
    "name, and grep for exact strings. Filters may be typed into the query: lang:ts path:src kind:class -test.",
  input: {
    query: z
      .string()
      .max(1_000_000)
      .describe("Words, a question, an error message, a stack trace or a whole issue text"),
    limit: z.number().int().min(1).max(100).optional().describe("Files to return; default 10"),
    ...filterInput,
    explain: z.boolean().default(false).describe("Show how every score came about"),
    format: formatInput,
  },
  positional: ["query"],
  spansRepositories: true,
  elsewhere: (session, input) => repositoriesAbout(session, input.query),
  answer: async (session, input) => {
    const answer = await session.searcher.search(input.query, {
      limit: input.limit ?? session.defaults.maxFiles ?? DEFAULT_LIMIT,
      filters: filtersOf(input),
      explain: input.explain,
      nearDuplicate: session.defaults.nearDuplicate,
      showsLines: true,
    });
    refuseUnknown(answer.filtered);
    const body =
      answer.hits.length > 0
        ? renderSearch(answer, input.format === "markdown" ? "markdown" : "text").split("\n")
        : [];
    if (input.explain) body.push("", ...renderExplanation(answer).split("\n"));
    return {
      head:
        answer.hits.length > 0
          ? [
              `${plural(answer.hits.length, "file")}, best first; read as a question to ${answer.trace.intent}`,
              ...(answer.unknownWords.length > 0 ? [nowhere(answer.unknownWords)] : []),
            ].join("; ")
          : `0 files: ${whyNothing(answer.filtered, answer.unknownWords)}`,
      body,
      next: nextStep(answer),
      data: searchData(answer, input.explain),
      outcome: answer.hits.length > 0 ? "found" : "none",
      isUnsure: answer.certainty.level === "unsure",
      quotes: answer.hits.map(placeOfFile),
    };
  },
});

/** Repositories whose best file is more than a guess. */
export async function repositoriesAbout(
  { searcher }: ScopeSession,
  query: string,
): Promise<(string | undefined)[]> {
  const { hits, certainty } = await searcher.search(query, { limit: 1 });
  return certainty.level === "unsure" ? [] : hits.map(({ repository }) => repository);
}

function nextStep(answer: SearchAnswer): Suggestion {
  const named = answer.hits
    .flatMap((hit) => hit.spans.map((span) => ({ hit, span })))
    .find(({ span }) => span.symbol);
  if (named) return suggestSymbol(`${placeOfFile(named.hit)}#${named.span.symbol}`);
  return answer.hits.length > 0
    ? suggestWords(
        "clew context with the same words gives the code",
        "context with the same words gives the code",
      )
    : SHOWS_WHAT_IS_INDEXED;
}

function searchData(answer: SearchAnswer, isExplained: boolean) {
  const results = answer.hits.map(
    ({ path, repository, language, score, spans, reasons, similarTo, contributions }) => ({
      file: placeOfFile({ path, repository }),
      ...(repository !== undefined && { repository }),
      language,
      score,
      reasons,
      ...(similarTo !== undefined && { similarTo }),
      startLine: spans[0]?.startLine ?? 1,
      endLine: spans[0]?.endLine ?? 1,
      spans: spans.map(({ startLine, endLine, symbol, kind, reason, lines }) => ({
        startLine,
        endLine,
        symbol,
        kind,
        reason,
        lines,
      })),
      ...(isExplained && { contributions }),
    }),
  );
  const { intent } = answer.trace;
  const explained = isExplained ? { understanding: answer.understanding, trace: answer.trace } : {};
  const { certainty, unknownWords } = answer;
  return { fields: { intent, certainty, unknownWords, ...explained }, lists: { results } };
}
