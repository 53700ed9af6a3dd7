/**
 * A tool is one thing an agent or a person asks of clew. It is defined once; the CLI command of the same name and
 * the MCP tool are made from the definition and print the same bytes.
 */
import type { z } from "zod";
import type { Engine } from "../engine/engine.ts";

export interface Answer {
  /** Text first: line 1 says what was found, how sure and how fresh; the last line is one suggestion. */
  text: string;
  /** The same content for programs. */
  data: unknown;
  outcome: "found" | "none" | "partial";
}

export interface ToolCall {
  engine: Engine;
  /** Folder the question is about; the caller's working folder unless given. */
  root: string;
  signal: AbortSignal;
}

export interface ToolDefinition<Shape extends z.ZodRawShape = z.ZodRawShape> {
  name: string;
  title: string;
  /** When to use it and when not; the first 500 characters stand alone. */
  description: string;
  input: z.ZodObject<Shape>;
  /** Inputs given on the command line without a flag, in order; all others become `--options`. */
  positional: readonly (keyof Shape & string)[];
  /** A choice whose values are flags too: `--callers` for `--relation callers`. */
  choiceFlags?: keyof Shape & string;
  run: (call: ToolCall, input: z.infer<z.ZodObject<Shape>>) => Promise<Answer>;
}

export function defineTool<Shape extends z.ZodRawShape>(tool: ToolDefinition<Shape>): ToolDefinition<Shape> {
  return tool;
}
