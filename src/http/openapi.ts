/** The OpenAPI document, made from the same definitions as the tools themselves. */
import { VERSION } from "../core/version.ts";
import { argumentSchema } from "../serving/tool-schema.ts";
import type { ToolDefinition } from "../tools/contract.ts";
import { KEY_HEADER } from "./page-access.ts";
import type { Route, RouteDescription } from "./routes.ts";

const ANSWER = {
  type: "object",
  required: ["tool", "outcome", "text", "data"],
  properties: {
    tool: { type: "string" },
    outcome: { enum: ["found", "none", "partial"] },
    text: { type: "string", description: "What the command of the same name prints" },
    data: { description: "The same content for programs" },
  },
};

const ERROR = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message", "hint", "retryable"],
      properties: {
        code: { type: "string", description: "One of docs/errors.md" },
        message: { type: "string" },
        hint: { type: "string", description: "What to do next" },
        retryable: { type: "boolean" },
      },
    },
  },
};

export function openApiDocument(
  tools: readonly ToolDefinition[],
  routes: readonly Route[],
  url: string,
): Record<string, unknown> {
  return {
    openapi: "3.1.0",
    info: {
      title: "clew",
      version: VERSION,
      description: "Which code to read: questions about the repositories on this machine.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url }],
    security: [{ token: [] }],
    paths: {
      ...Object.fromEntries(tools.map((tool) => [`/api/v1/tools/${tool.name}`, toolPath(tool)])),
      ...Object.fromEntries(
        routes.flatMap((route) => (route.about ? [describedPath(route, route.about)] : [])),
      ),
      "/health": {
        get: {
          operationId: "health",
          summary: "Whether the server answers",
          security: [],
          responses: { 200: json("It does", { type: "object" }) },
        },
      },
      "/metrics": {
        get: {
          operationId: "metrics",
          summary: "Counters for Prometheus",
          responses: { 200: { description: "Text format", content: { "text/plain": {} } }, ...errors("401") },
        },
      },
    },
    components: {
      schemas: { Answer: ANSWER, Error: ERROR },
      securitySchemes: {
        token: { type: "http", scheme: "bearer" },
        // A browser that signed in; both of them.
        cookie: { type: "apiKey", in: "cookie", name: "clew-…" },
        key: { type: "apiKey", in: "header", name: KEY_HEADER },
      },
    },
  };
}

function toolPath(tool: ToolDefinition): Record<string, unknown> {
  return {
    post: {
      operationId: tool.name,
      summary: tool.title,
      description: tool.description,
      requestBody: {
        required: true,
        content: { "application/json": { schema: argumentSchema(tool) } },
      },
      responses: {
        200: json("The answer; finding nothing is one", { $ref: "#/components/schemas/Answer" }),
        ...errors("400", "401", "403", "404", "413", "415", "429", "500", "503"),
      },
    },
  };
}

function describedPath(
  { methods, isPublic, isForPages }: Route,
  { path, operationId, summary, query, body, answer, mediaType = "application/json" }: RouteDescription,
): [string, Record<string, unknown>] {
  const required = new Set((query?.required as string[] | undefined) ?? []);
  const parameters = Object.entries((query?.properties as Record<string, unknown> | undefined) ?? {}).map(
    ([name, schema]) => ({ name, in: "query", required: required.has(name), schema }),
  );
  const operation = {
    operationId,
    summary,
    ...(isPublic
      ? { security: [] }
      : isForPages
        ? { security: [{ token: [] }, { cookie: [], key: [] }] }
        : {}),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    responses: {
      200: { description: answer, content: { [mediaType]: {} } },
      ...errors("400", "401", "403", "404", "429", "500", "503"),
    },
  };
  return [path, { [methods[0]!.toLowerCase()]: operation }];
}

function errors(...statuses: string[]): Record<string, unknown> {
  return Object.fromEntries(
    statuses.map((status) => [status, json("An error", { $ref: "#/components/schemas/Error" })]),
  );
}

function json(description: string, schema: unknown): Record<string, unknown> {
  return { description, content: { "application/json": { schema } } };
}
