/** A tool's arguments as JSON Schema: what `tools/list` and the OpenAPI document tell about them. */
import { z } from "zod";
import type { ToolDefinition } from "../tools/contract.ts";

export interface ArgumentSchema {
  type: "object";
  properties: Record<string, { type?: string; enum?: string[]; description?: string }>;
  required?: string[];
  [keyword: string]: unknown;
}

const REPO = {
  type: "string",
  description: "Another repository: folder or indexed name",
} as const;

/** The tool's own arguments and `repo`, which every face adds. */
export function argumentSchema(tool: ToolDefinition): ArgumentSchema {
  const { $schema: _, properties, ...schema } = z.toJSONSchema(tool.input, { io: "input" });
  return {
    ...schema,
    type: "object",
    properties: { ...properties, repo: REPO } as ArgumentSchema["properties"],
  };
}
