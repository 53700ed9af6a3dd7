/** Arguments as they came → what the tool takes; what does not fit is named, with what would. */
import { z } from "zod";
import { AppError } from "../core/errors.ts";
import type { ParsedInput, ToolDefinition } from "./contract.ts";
import { readLeniently } from "./lenient-input.ts";

export interface FieldSchema {
  type?: string;
  description?: string;
  default?: unknown;
  enum?: readonly string[];
  items?: { type?: string };
  anyOf?: readonly FieldSchema[];
}

export interface InputSchema {
  properties: Record<string, FieldSchema>;
  required: readonly string[];
}

/** Made once for a tool: every call is read by it. */
const schemas = new WeakMap<ToolDefinition, InputSchema>();

export function schemaOf(tool: ToolDefinition): InputSchema {
  let schema = schemas.get(tool);
  if (!schema) {
    const { properties = {}, required = [] } = z.toJSONSchema(tool.input, { io: "input" });
    schema = { properties: properties as InputSchema["properties"], required };
    schemas.set(tool, schema);
  }
  return schema;
}

export function parseInput(tool: ToolDefinition, raw: unknown): ParsedInput {
  const parsed = tool.input.strict().safeParse(readLeniently(raw, schemaOf(tool)));
  if (parsed.success) return parsed.data as ParsedInput;
  throw invalidInput(tool, describeIssue(parsed.error.issues[0]!));
}

export function invalidInput(tool: ToolDefinition, message: string): AppError {
  return new AppError("INPUT_INVALID", message, { hint: `${tool.name} takes: ${describeArguments(tool)}` });
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const name = issue.path.join(".") || "arguments";
  const isMissing = issue.code === "invalid_type" && issue.message.endsWith("received undefined");
  return isMissing ? `${name}: is missing` : `${name}: ${issue.message}`;
}

/** `query (string, required), limit (integer)`: what an error tells about the arguments. */
function describeArguments(tool: ToolDefinition): string {
  const { properties, required } = schemaOf(tool);
  const described = Object.entries(properties).map(([name, field]) => {
    const type = field.enum ? field.enum.join("|") : typeOf(field);
    return `${name} (${type}${required.includes(name) ? ", required" : ""})`;
  });
  return [...described, tool.spansRepositories ? "repo (string or list of strings)" : "repo (string)"].join(
    ", ",
  );
}

/** Of one that may be several things: a string or an array. */
function typeOf({ type, anyOf }: FieldSchema): string {
  return type ?? anyOf?.map(typeOf).join(" or ") ?? "any";
}
