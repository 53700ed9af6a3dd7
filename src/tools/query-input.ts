/** Inputs that search and context share. */
import { z } from "zod";
import { AppError } from "../core/errors.ts";
import type { FilterReport, QueryFilters } from "../engine/engine.ts";
import { TOOL_ERRORS } from "./errors.ts";

export const filterInput = {
  lang: z.array(z.string().max(40)).optional().describe("Only these languages"),
  path: z.array(z.string().max(400)).optional().describe("Only paths that contain one of these"),
  kind: z.array(z.string().max(40)).optional().describe("Only symbols of these kinds, such as class"),
};

export const formatInput = z.enum(["text", "json", "markdown"]).default("text").describe("json for programs");

export function filtersOf(input: {
  lang?: string[] | undefined;
  path?: string[] | undefined;
  kind?: string[] | undefined;
}): Partial<QueryFilters> {
  return {
    ...(input.lang && { languages: input.lang }),
    ...(input.path && { paths: input.path }),
    ...(input.kind && { kinds: input.kind }),
  };
}

/** Refuses a value that nothing has: an empty answer would look like an answer. */
export function refuseUnknown(filtered: FilterReport | null): void {
  const [first] = filtered?.unknown ?? [];
  if (!first) return;
  const { filter, value, known } = first;
  throw new AppError(
    "FILTER_UNKNOWN",
    `${filter}: ${value} is nothing in the index; there is ${known.join(", ")}`,
    {
      hint: TOOL_ERRORS.FILTER_UNKNOWN,
    },
  );
}

const MAX_WORDS_NAMED = 5;

/** `no file holds zzqx, blorptang`; empty when every word is somewhere. */
export function nowhere(words: readonly string[]): string {
  const rest = words.length - MAX_WORDS_NAMED;
  const named = words.slice(0, MAX_WORDS_NAMED).map((word) => word.slice(0, 40));
  return words.length === 0 ? "" : `no file holds ${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** Why nothing was found: a filter that leaves no file, or words that are nowhere. */
export function whyNothing(filtered: FilterReport | null, unknownWords: readonly string[]): string {
  if (!filtered) return nowhere(unknownWords) || "no word of the query says what to look for";
  if (filtered.empty.length > 0) return `no indexed file passes ${filtered.empty.join(" or ")}`;
  return "nothing that passes the filters matches";
}
