/** Inputs that every tool takes. */
import { z } from "zod";

/** Less has no room for the head, the fence and one line. */
export const MIN_MAX_TOKENS = 100;

export const commonInput = {
  max_tokens: z
    .number()
    .int()
    .min(MIN_MAX_TOKENS)
    .max(1_000_000)
    .optional()
    .describe("Tokens the answer may take, never exceeded; default 4000"),
  cursor: z.string().max(400).optional().describe("Continues a cut answer"),
  fresh: z.boolean().default(false).describe("Wait for the whole tree to be compared"),
  format: z.enum(["text", "json"]).default("text").describe("json for programs"),
};

export interface CommonInput {
  max_tokens: number;
  cursor?: string | undefined;
  fresh: boolean;
  format: string;
}
