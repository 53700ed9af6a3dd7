/** One question of the page: its parameters, checked; its answer as JSON; its place in the OpenAPI document. */
import { z } from "zod";
import { AppError } from "../core/errors.ts";
import type { Engine } from "../engine/engine.ts";
import { jsonResponse } from "../http/refusal.ts";
import type { Route } from "../http/routes.ts";
import { readArguments } from "../http/tool-api.ts";
import type { DefaultFolder, ToolRunner } from "../serving/tool-runner.ts";

export interface ApiParts {
  runner: ToolRunner;
  defaultFolder: () => Promise<DefaultFolder>;
}

export interface ApiCall {
  /** As far as the user lets calls reach. */
  engine: Engine;
  signal: AbortSignal;
}

export interface ApiQuestion<S extends z.ZodRawShape> {
  method: "GET" | "POST";
  path: string;
  name: string;
  summary: string;
  input: S;
  answerIs: string;
  answer: (input: z.infer<z.ZodObject<S>>, call: ApiCall) => Promise<unknown>;
}

export function apiRoute<S extends z.ZodRawShape>(question: ApiQuestion<S>, parts: ApiParts): Route {
  const { method, path, name, summary, answerIs } = question;
  const schema = z.object(question.input).strict();
  const described = z.toJSONSchema(schema, { io: "input" }) as Record<string, unknown>;
  return {
    methods: [method],
    path: new RegExp(`^${path}$`),
    name,
    isForPages: true,
    about: {
      path,
      operationId: name,
      summary,
      answer: answerIs,
      ...(method === "GET" ? { query: described } : { body: described }),
    },
    handle: async ({ request }) => {
      const given =
        method === "GET"
          ? Object.fromEntries(new URL(request.url).searchParams)
          : await readArguments(request);
      const { defaultFolder, runner } = parts;
      const engine = await runner.engine({ defaultFolder });
      const answer = await question.answer(parse(schema, given), { engine, signal: request.signal });
      return jsonResponse(answer);
    },
  };
}

function parse<T extends z.ZodType>(schema: T, given: unknown): z.infer<T> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  const where = first?.path.join(".") ?? "";
  throw new AppError("INPUT_INVALID", `${where === "" ? "" : `${where}: `}${first?.message ?? "invalid"}`, {
    hint: "/openapi.json lists the parameters of every address",
  });
}
