import { refusal } from "../http/refusal.ts";
import type { Route } from "../http/routes.ts";
import type { Happenings } from "../serving/happenings.ts";
import type { ApiParts } from "./api-route.ts";
import { eventStream } from "./event-stream.ts";
import type { Refresher } from "./refresher.ts";

const MAX_STREAMS = 64;
/** Pages of one browser share a stream. */
const MAX_WATCHED = 64;

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
        properties: {
          watch: {
            type: "array",
            items: { type: "string" },
            description:
              "Repositories to keep up to date meanwhile; the first event tells which of them there are",
          },
        },
      },
      answer: "Events until the connection ends",
      mediaType: "text/event-stream",
    },
    handle: async ({ request }) => {
      if (streams >= MAX_STREAMS) throw refusal("HTTP_BUSY", `${MAX_STREAMS} streams are open`);
      const engine = await runner.engine({ defaultFolder });
      const asked = new URL(request.url).searchParams.getAll("watch").slice(0, MAX_WATCHED);
      // Several pages ask with one stream: what one of them asks for in vain is no reason to tell the others nothing.
      const found = await Promise.allSettled(asked.map((repo) => engine.findRepository(repo, "/")));
      const roots = new Set(found.flatMap((one) => (one.status === "fulfilled" ? one.value : [])));
      const ends = [...roots].map((root) => refresher.watch(root));
      streams += 1;
      const onEnd = () => {
        streams -= 1;
        for (const end of ends) end();
      };
      const lastId = request.headers.get("last-event-id");
      return new Response(
        eventStream(happenings, { lastId, watching: [...roots], signal: request.signal, onEnd }),
        {
          headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" },
        },
      );
    },
  };
}
