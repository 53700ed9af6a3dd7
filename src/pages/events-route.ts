import { refusal } from "../http/refusal.ts";
import type { Route } from "../http/routes.ts";
import type { Happenings } from "../serving/happenings.ts";
import type { ApiParts } from "./api-route.ts";
import { eventStream } from "./event-stream.ts";
import type { Refresher } from "./refresher.ts";

const MAX_STREAMS = 64;
const MAX_WATCHED = 8;

/** `GET /api/v1/events?watch=<repository>`: what happens, and the repositories that the page shows are kept fresh. */
export function eventsRoute(
  happenings: Happenings,
  refresher: Refresher,
  { runner, defaultFolder }: ApiParts,
): Route {
  let streams = 0;
  return {
    methods: ["GET"],
    path: /^\/api\/v1\/events$/,
    name: "events",
    isForPages: true,
    about: {
      path: "/api/v1/events",
      operationId: "events",
      summary:
        "Progress, generations, warnings, jobs and calls as server-sent events; Last-Event-ID continues, `reset` says that too much was missed",
      query: {
        type: "object",
        properties: { watch: { type: "string", description: "Repository to keep up to date meanwhile" } },
      },
      answer: "Events until the connection ends",
      mediaType: "text/event-stream",
    },
    handle: async ({ request }) => {
      if (streams >= MAX_STREAMS) throw refusal("HTTP_BUSY", `${MAX_STREAMS} streams are open`);
      const engine = await runner.engine({ defaultFolder });
      const asked = new URL(request.url).searchParams.getAll("watch").slice(0, MAX_WATCHED);
      const roots = await Promise.all(asked.map((repo) => engine.findRepository(repo, "/")));
      const ends = roots.map((root) => refresher.watch(root));
      streams += 1;
      const onEnd = () => {
        streams -= 1;
        for (const end of ends) end();
      };
      const lastId = request.headers.get("last-event-id");
      return new Response(eventStream(happenings, { lastId, signal: request.signal, onEnd }), {
        headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" },
      });
    },
  };
}
