/** `POST /api/v1/tools/<name>`: a tool's arguments in, its answer out, both JSON. */
import { AppError } from "../core/errors.ts";
import type { DefaultFolder, ToolRunner } from "../serving/tool-runner.ts";
import type { Metrics } from "./metrics.ts";
import { jsonResponse, refusal } from "./refusal.ts";
import type { Route } from "./routes.ts";

export interface ToolApiOptions {
  runner: ToolRunner;
  metrics: Metrics;
  /** The folder meant when a call names no `repo`. */
  defaultFolder: () => Promise<DefaultFolder>;
}

export function toolApiRoute({ runner, metrics, defaultFolder }: ToolApiOptions): Route {
  return {
    methods: ["POST"],
    path: /^\/api\/v1\/tools\/([a-z_]{1,60})$/,
    name: "tools",
    isForPages: true,
    handle: async ({ request, parameters, isPage }) => {
      const tool = (await runner.allTools()).find((one) => one.name === parameters[0]);
      if (!tool) throw refusal("TOOL_UNKNOWN", `no tool is called ${parameters[0]}`);
      const args = await readArguments(request);
      const startedAt = performance.now();
      let outcome = "error";
      try {
        const face = isPage ? "page" : "api";
        const answer = await runner.run(tool, args, { defaultFolder, signal: request.signal, face });
        outcome = answer.outcome;
        return jsonResponse({ tool: tool.name, outcome, text: answer.text, data: answer.data() });
      } catch (error) {
        if (error instanceof AppError) outcome = "refused";
        throw error;
      } finally {
        const labels = { tool: tool.name, outcome };
        metrics.add("clew_tool_calls_total", "Calls of tools over the API", labels);
        const seconds = (performance.now() - startedAt) / 1000;
        metrics.add(
          "clew_tool_seconds_total",
          "Time spent in tools over the API",
          { tool: tool.name },
          seconds,
        );
      }
    },
  };
}

/** No body means no arguments. */
export async function readArguments(request: Request): Promise<Record<string, unknown>> {
  const text = await request.text();
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refusal("HTTP_BODY_INVALID", `the body is not JSON: ${(error as Error).message.slice(0, 200)}`);
  }
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw refusal("HTTP_BODY_INVALID", "the body is JSON, but not an object");
  return value as Record<string, unknown>;
}
