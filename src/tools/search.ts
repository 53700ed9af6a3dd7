import { z } from "zod";
import { plural } from "../core/counts.ts";
import {
  DEFAULT_LIMIT,
  fallOff,
  leadsClearly,
  placeOfFile,
  renderExplanation,
  renderSearch,
  type ScopeSession,
  type SearchAnswer,
} from "../engine/engine.ts";
import { defineTool } from "./contract.ts";
import { filterInput, filtersOf, formatInput, nowhere, refuseUnknown, whyNothing } from "./query-input.ts";
import { SHOWS_WHAT_IS_INDEXED, type Suggestion, suggestSymbol } from "./suggestion.ts";

export default defineTool({
  name: "search",
  order: 2,
  title: "Find files and spans",
  description:
    "Ranked files for a question, task, error or name, best first: the functions that decide as numbered code, of further files " +
    "`path:start-end: signature` and a line. For more code use context, for an exact name symbol, for exact strings grep. Filters may " +
    "be typed into the query: lang:ts path:src kind:class type:model -test.",
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
    const found = await session.searcher.search(input.query, {
      limit: input.limit ?? session.defaults.maxFiles ?? DEFAULT_LIMIT,
      filters: filtersOf(input),
      explain: input.explain,
      nearDuplicate: session.defaults.nearDuplicate,
      showsLines: true,
    });
    const roundTrips = session.roundTrips();
    const answer = roundTrips === null ? found : { ...found, trace: { ...found.trace, roundTrips } };
    refuseUnknown(answer.filtered);
    // Who asks for a number of files gets them.
    const { likely, lessLikely } =
      input.limit === undefined ? fallOff(answer.hits) : { likely: answer.hits, lessLikely: [] };
    const format = input.format === "markdown" ? "markdown" : "text";
    const body = answer.hits.length > 0 ? renderSearch({ hits: likely }, format, lessLikely).split("\n") : [];
    if (input.explain) body.push("", ...renderExplanation(answer).split("\n"));
    return {
      head:
        answer.hits.length > 0
          ? [
              `${plural(likely.length + lessLikely.length, "file")}, best first; read as a question to ${answer.trace.intent}`,
              ...shortFormsOf(answer),
              ...(answer.unknownWords.length > 0 ? [nowhere(answer.unknownWords)] : []),
            ].join("; ")
          : `0 files: ${whyNothing(answer.filtered, answer.unknownWords)}`,
      body,
      ...nextStep(answer.hits),
      data: searchData({ ...answer, hits: [...likely, ...lessLikely] }, input.explain),
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

const MAX_SHORT_FORMS = 3;

/** What the repository writes for several words of the question, in one part of the head. */
function shortFormsOf({ trace }: SearchAnswer): string[] {
  const forms = trace.terms.flatMap(({ term, standsFor }) => (standsFor ? [`${term} (${standsFor})`] : []));
  return forms.length > 0 ? [`looked for ${forms.slice(0, MAX_SHORT_FORMS).join(", ")}, too`] : [];
}

/** A step that is right half of the time costs more than it saves: only where one file leads is there a next one. */
function nextStep(hits: SearchAnswer["hits"]): { next?: Suggestion } {
  const [first] = hits;
  if (!first) return { next: SHOWS_WHAT_IS_INDEXED };
  const named = first.spans.find(({ symbol }) => symbol);
  return named && leadsClearly(hits) ? { next: suggestSymbol(`${placeOfFile(first)}#${named.symbol}`) } : {};
}

function searchData(answer: SearchAnswer, isExplained: boolean) {
  const results = answer.hits.map(
    ({ path, repository, group, language, score, spans, others, reasons, similarTo, contributions }) => ({
      file: placeOfFile({ path, repository }),
      ...(repository !== undefined && { repository }),
      ...(group !== undefined && { group }),
      language,
      score,
      reasons,
      ...(similarTo !== undefined && { similarTo }),
      startLine: spans[0]?.startLine ?? 1,
      endLine: spans[0]?.endLine ?? 1,
      spans: spans.map(({ startLine, endLine, symbol, kind, reason, lines, code }) => ({
        startLine,
        endLine,
        symbol,
        kind,
        reason,
        lines,
        code,
      })),
      ...(others && others.length > 0 && { others }),
      ...(isExplained && { contributions }),
    }),
  );
  const { intent } = answer.trace;
  const explained = isExplained ? { understanding: answer.understanding, trace: answer.trace } : {};
  const { certainty, unknownWords } = answer;
  return { fields: { intent, certainty, unknownWords, ...explained }, lists: { results } };
}
