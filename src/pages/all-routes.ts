/** Everything the page needs from the server, in one list. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { PageAccess } from "../http/page-access.ts";
import type { Route } from "../http/routes.ts";
import { staticRoutes } from "../http/static-files.ts";
import type { Happenings } from "../serving/happenings.ts";
import { actionRoutes } from "./action-routes.ts";
import { type ApiParts, apiRoute } from "./api-route.ts";
import type { ActivityAnswer } from "./contract.ts";
import { eventsRoute } from "./events-route.ts";
import { fileRoutes } from "./file-questions.ts";
import { fleetRoute } from "./fleet-question.ts";
import { numberInput } from "./inputs.ts";
import { Jobs } from "./jobs.ts";
import { LiveState } from "./live-state.ts";
import { Refresher } from "./refresher.ts";
import { repositoryRoutes } from "./repository-questions.ts";
import { sessionRoutes } from "./session-routes.ts";
import { textRoutes } from "./text-questions.ts";

export interface PageParts extends ApiParts {
  access: PageAccess;
  happenings: Happenings;
  defaultRoot: string | null;
  sessionCount: () => number;
}

/** The built page, beside the bundle or, when running from sources, in the build folder. */
function findPageFolder(): string {
  const places = ["./web", "../../dist/web"].map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return places.find((folder) => existsSync(folder)) ?? places[0]!;
}

export function allPageRoutes(parts: PageParts): Route[] {
  const { access, happenings, runner, defaultFolder } = parts;
  const jobs = new Jobs(happenings);
  const live = new LiveState(happenings);
  const refresher = new Refresher(happenings, () => runner.engine({ defaultFolder }));
  return [
    ...sessionRoutes(access),
    ...repositoryRoutes({ ...parts, live, jobs }),
    ...fileRoutes(parts),
    ...textRoutes(parts),
    fleetRoute(parts),
    activityRoute(parts),
    ...actionRoutes(parts, jobs),
    eventsRoute(happenings, refresher, parts),
    ...staticRoutes(findPageFolder()),
  ];
}

function activityRoute(parts: PageParts): Route {
  return apiRoute(
    {
      method: "GET",
      path: "/api/v1/activity",
      name: "activity",
      summary: "The latest calls: tool, repository, time, tokens, outcome; never what was asked",
      input: { limit: numberInput(1, 1_000, 200, "Calls at most") },
      answerIs: "Calls, newest first, and the server's own state",
      answer: async ({ limit }): Promise<ActivityAnswer> => ({
        calls: parts.happenings.calls(limit),
        server: {
          pid: process.pid,
          uptimeSeconds: Math.round(process.uptime()),
          rssBytes: process.memoryUsage.rss(),
          sessions: parts.sessionCount(),
        },
      }),
    },
    parts,
  );
}
