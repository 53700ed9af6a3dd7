/** A tool's arguments as JSON Schema: what `tools/list`, the OpenAPI document and errors tell about them. */
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
  description: "Folder of another repository",
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

/** `query (string, required), limit (integer)`: what an error tells about the arguments. */
export function describeArguments(tool: ToolDefinition): string {
  const { properties, required = [] } = argumentSchema(tool);
  return Object.entries(properties)
    .map(([name, field]) => {
      const type = field.enum ? field.enum.join("|") : (field.type ?? "any");
      return `${name} (${type}${required.includes(name) ? ", required" : ""})`;
    })
    .join(", ");
}
