/** Everything the serving process answers. */
import { VERSION } from "../core/version.ts";
import type { Metrics } from "../http/metrics.ts";
import { openApiDocument } from "../http/openapi.ts";
import { jsonResponse, refusal } from "../http/refusal.ts";
import type { Route } from "../http/routes.ts";
import { toolApiRoute } from "../http/tool-api.ts";
import type { HttpEndpoint } from "../mcp/http-endpoint.ts";
import { allPageRoutes, type PageParts } from "../pages/all-routes.ts";
import { repositoryNotChosen } from "../serving/errors.ts";
import type { ToolRunner } from "../serving/tool-runner.ts";

export interface ServerParts {
  runner: ToolRunner;
  endpoint: HttpEndpoint;
  metrics: Metrics;
  defaultRoot: string | null;
  /** The memory ceiling is near: calls are turned away. */
  isFull: () => boolean;
  stop: () => void;
  /** What the page needs; absent: there is none. */
  pages?: Pick<PageParts, "access" | "happenings">;
}

export function serverRoutes(parts: ServerParts): Route[] {
  const { runner, endpoint, metrics, defaultRoot } = parts;
  addGauges(parts);
  const defaultFolder = async () => {
    if (defaultRoot === null) throw repositoryNotChosen();
    return { path: defaultRoot, isExact: true };
  };
  const tools = toolApiRoute({ runner, metrics, defaultFolder });
  const { pages } = parts;
  const sessionCount = () => endpoint.sessionCount();
  const pageRoutes = pages
    ? allPageRoutes({ ...pages, runner, defaultFolder, defaultRoot, sessionCount })
    : [];
  return [
    unlessFull(parts, tools),
    unlessFull(parts, {
      methods: ["POST", "GET", "DELETE"],
      path: /^\/mcp$/,
      name: "mcp",
      handle: ({ request }) => endpoint.fetch(request),
    }),
    {
      methods: ["GET"],
      path: /^\/openapi\.json$/,
      name: "openapi",
      isForPages: true,
      handle: async ({ request }) =>
        jsonResponse(openApiDocument(await runner.allTools(), pageRoutes, new URL(request.url).origin)),
    },
    {
      methods: ["GET"],
      path: /^\/health$/,
      name: "health",
      isPublic: true,
      handle: () => jsonResponse({ status: parts.isFull() ? "busy" : "ok", version: VERSION }),
    },
    {
      methods: ["GET"],
      path: /^\/metrics$/,
      name: "metrics",
      handle: async () => {
        const open = await runner.openRoots();
        const gauge = `# HELP clew_open_repositories Repositories held in memory\n# TYPE clew_open_repositories gauge\nclew_open_repositories ${open.length}\n`;
        return new Response(gauge + metrics.text(), {
          headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
        });
      },
    },
    {
      methods: ["GET"],
      path: /^\/api\/v1\/server$/,
      name: "server",
      handle: async () =>
        jsonResponse({
          pid: process.pid,
          version: VERSION,
          uptimeSeconds: Math.round(process.uptime()),
          rssBytes: process.memoryUsage.rss(),
          openRepositories: await runner.openRoots(),
          sessions: endpoint.sessionCount(),
        }),
    },
    {
      methods: ["POST"],
      path: /^\/api\/v1\/server\/stop$/,
      name: "stop",
      handle: () => {
        // The answer goes out first.
        setTimeout(parts.stop, 50);
        return jsonResponse({ stopping: true, pid: process.pid });
      },
    },
    ...pageRoutes,
  ];
}

function unlessFull(parts: ServerParts, route: Route): Route {
  return {
    ...route,
    handle: (call) => {
      if (parts.isFull()) throw refusal("HTTP_BUSY", "the server is near its memory ceiling");
      return route.handle(call);
    },
  };
}

function addGauges({ metrics, endpoint }: ServerParts): void {
  metrics.gauge("clew_uptime_seconds", "Time since the start", () => Math.round(process.uptime()));
  metrics.gauge("clew_sessions", "Open MCP sessions", () => endpoint.sessionCount());
  metrics.gauge("process_resident_memory_bytes", "Resident memory", () => process.memoryUsage.rss());
  metrics.gauge("process_cpu_seconds_total", "CPU time of this process", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
}
