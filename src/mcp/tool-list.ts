/** A tool's definition as `tools/list` shows it. */
import type { Tool } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { ToolDefinition } from "../tools/contract.ts";

const REPO = {
  type: "string",
  description: "Folder of another repository",
} as const;

export function describeTool(tool: ToolDefinition): Tool {
  const { $schema: _, properties, ...schema } = z.toJSONSchema(tool.input, { io: "input" });
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: {
      ...schema,
      type: "object",
      properties: { ...properties, repo: REPO },
    } as Tool["inputSchema"],
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}

/** `query (string, required), limit (integer)`: what an error tells about the arguments. */
export function describeArguments(tool: ToolDefinition): string {
  const { properties = {}, required = [] } = describeTool(tool).inputSchema as {
    properties?: Record<string, { type?: string; enum?: string[] }>;
    required?: string[];
  };
  return Object.entries(properties)
    .map(([name, field]) => {
      const type = field.enum ? field.enum.join("|") : (field.type ?? "any");
      return `${name} (${type}${required.includes(name) ? ", required" : ""})`;
    })
    .join(", ");
}
