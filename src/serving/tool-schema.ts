/** A tool's arguments as JSON Schema: what `tools/list` and the OpenAPI document tell about them. */
import { z } from "zod";
import type { ToolDefinition } from "../tools/contract.ts";
import { SCOPE_SCHEMA } from "../tools/scope-input.ts";

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

/** One or several; both forms are common, so both are taken. */
const REPOS = {
  anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
  description: "Another repository, or several: folders or indexed names",
} as const;

/** Every client pays for the list of tools: `dependency_depth` and `include` are taken, too, and told in the documentation. */
const { scope, package: pack, service } = SCOPE_SCHEMA;
const ALWAYS_TOLD = { scope, package: pack, service: { type: service.type } };

/** The tool's own arguments, and what every face adds about the repositories that are asked. */
export function argumentSchema(tool: ToolDefinition): ArgumentSchema {
  const { $schema: _, properties, ...schema } = z.toJSONSchema(tool.input, { io: "input" });
  return {
    ...schema,
    type: "object",
    properties: {
      ...properties,
      repo: tool.spansRepositories ? REPOS : REPO,
      ...(tool.spansRepositories ? { ...ALWAYS_TOLD, ...properties } : {}),
    } as unknown as ArgumentSchema["properties"],
  };
}
