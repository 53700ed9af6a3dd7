/** Inputs that search and context share. */
import { z } from "zod";
import type { QueryFilters } from "../engine/engine.ts";

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
