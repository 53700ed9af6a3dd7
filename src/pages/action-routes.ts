/** What the page can have done: index, build anew, forget; stop what runs. */
import { z } from "zod";
import type { Engine } from "../engine/engine.ts";
import { type ApiParts, apiRoute } from "./api-route.ts";
import type { Jobs } from "./jobs.ts";

export function actionRoutes(parts: ApiParts, jobs: Jobs) {
  return [
    apiRoute(
      {
        method: "POST",
        path: "/api/v1/jobs",
        name: "start_job",
        summary:
          "Indexes a folder or brings it up to date, builds its index anew, or forgets it; answers at once",
        input: {
          kind: z.enum(["index", "rebuild", "remove"]),
          path: z.string().min(1).max(4_000).describe("Folder, or the name of an indexed repository"),
        },
        answerIs: "The job; events tell how it goes",
        answer: async ({ kind, path }, { engine }) =>
          jobs.start(engine, kind, await rootOf(engine, kind, path)),
      },
      parts,
    ),
    apiRoute(
      {
        method: "POST",
        path: "/api/v1/jobs/stop",
        name: "stop_job",
        summary: "Stops a job that runs",
        input: { id: z.number().int() },
        answerIs: "Whether it was running",
        answer: async ({ id }) => ({ stopped: jobs.stop(id) }),
      },
      parts,
    ),
  ];
}

/** Names go through the engine's own look-up, so that what a call may not name is refused here, too. */
async function rootOf(engine: Engine, kind: string, path: string): Promise<string> {
  if (kind !== "index") return forgettableRoot(engine, path);
  const found = await engine.findRepository(path, "/");
  const isKnown = (await engine.list()).some((record) => record.path === found);
  return isKnown ? found : engine.resolveRoot(path.startsWith("/") ? path : found, { isExact: true });
}

/** What is gone from the disk can still be forgotten. */
async function forgettableRoot(engine: Engine, path: string): Promise<string> {
  const listed = (await engine.list()).find((record) => record.path === path || record.name === path);
  return listed?.path ?? engine.findRepository(path, "/");
}
