/** Who is answered over HTTP: every combination of Host, Origin, token and content type, and each guard taken away. */
import { type IncomingHttpHeaders, request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serverRoutes } from "../../src/daemon/routes.ts";
import type { Guard } from "../../src/http/guards.ts";
import { type HttpServer, type HttpServerOptions, startHttpServer } from "../../src/http/http-server.ts";
import { Metrics } from "../../src/http/metrics.ts";
import { RateLimit } from "../../src/http/rate-limit.ts";
import { clewFeatures } from "../../src/mcp/clew-features.ts";
import { createHttpEndpoint } from "../../src/mcp/http-endpoint.ts";
import { ToolRunner } from "../../src/serving/tool-runner.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";

const TOKEN = "right-token-of-this-start";
const scratch = new TempFolder("clew-guards");
process.env.CLEW_HOME = scratch.join("home");
const repository = scratch.folder("shop").repository({ "src/price.ts": "export const price = 1;\n" });

const runner = new ToolRunner();
const servers: HttpServer[] = [];

async function start(options: Partial<HttpServerOptions> = {}): Promise<HttpServer> {
  const metrics = new Metrics();
  const endpoint = createHttpEndpoint(clewFeatures(runner), { fallbackRoot: repository.path });
  const routes = serverRoutes({
    runner,
    endpoint,
    metrics,
    defaultRoot: repository.path,
    isFull: () => false,
    stop: () => {},
  });
  const rateLimit = new RateLimit({ perSecond: 10_000, burst: 10_000 });
  const server = await startHttpServer({ port: 0, token: TOKEN, routes, metrics, rateLimit, ...options });
  servers.push(server);
  return server;
}

function without(name: Guard["name"]): Partial<HttpServerOptions> {
  return { adjustGuards: (guards) => guards.filter((guard) => guard.name !== name) };
}

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Asked {
  method?: string;
  path: string;
  headers: Record<string, string | undefined>;
  body?: string;
}

/** Sends exactly these headers: nothing is added but the length of the body. */
function ask(server: HttpServer, { method = "POST", path, headers, body = "{}" }: Asked): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
    const sent = request(
      { host: "127.0.0.1", port: server.port, method, path, headers: given as Record<string, string> },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(method === "POST" ? body : undefined);
  });
}

const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
});

interface Value {
  is: string;
  value: string | undefined;
  isRight: boolean;
}

function valuesFor(port: number): Record<"host" | "origin" | "token" | "contentType", Value[]> {
  return {
    host: [
      { is: "this server", value: `127.0.0.1:${port}`, isRight: true },
      { is: "another name", value: `evil.example:${port}`, isRight: false },
      { is: "a name that begins alike", value: `127.0.0.1.evil.example:${port}`, isRight: false },
      { is: "another port", value: "127.0.0.1:1", isRight: false },
    ],
    origin: [
      { is: "its own", value: `http://127.0.0.1:${port}`, isRight: true },
      { is: "another site", value: "https://evil.example", isRight: false },
      { is: "another port", value: "http://127.0.0.1:1", isRight: false },
      { is: "null", value: "null", isRight: false },
    ],
    token: [
      { is: "right", value: `Bearer ${TOKEN}`, isRight: true },
      { is: "wrong", value: "Bearer wrong-token", isRight: false },
      { is: "a prefix", value: `Bearer ${TOKEN.slice(0, -1)}`, isRight: false },
      { is: "of another scheme", value: `Basic ${TOKEN}`, isRight: false },
      { is: "absent", value: undefined, isRight: false },
    ],
    contentType: [
      { is: "JSON", value: "application/json", isRight: true },
      { is: "plain text", value: "text/plain", isRight: false },
      { is: "a form", value: "application/x-www-form-urlencoded", isRight: false },
      { is: "JSON in a parameter", value: "text/plain; application/json", isRight: false },
      { is: "absent", value: undefined, isRight: false },
    ],
  };
}

const TARGETS = [
  { what: "the API", path: "/api/v1/tools/status", body: "{}", accept: undefined },
  { what: "MCP", path: "/mcp", body: INITIALIZE, accept: "application/json, text/event-stream" },
];

let guarded: HttpServer;
beforeAll(async () => {
  guarded = await start();
});
afterAll(async () => {
  for (const server of servers) await server.close(0);
  await runner.close();
  scratch.remove();
});

describe.each(TARGETS)("of all combinations, $what answers", ({ path, body, accept }) => {
  test("exactly the one where all four are right", async () => {
    const { host, origin, token, contentType } = valuesFor(guarded.port);
    const answered: string[] = [];
    let cells = 0;
    for (const h of host)
      for (const o of origin)
        await Promise.all(
          token.flatMap((t) =>
            contentType.map(async (c) => {
              const headers = {
                host: h.value,
                origin: o.value,
                authorization: t.value,
                "content-type": c.value,
                accept,
              };
              const { status } = await ask(guarded, { path, headers, body });
              cells += 1;
              if (status === 200) answered.push(`${h.is}, ${o.is}, ${t.is}, ${c.is}`);
              else expect([401, 403, 415]).toContain(status);
            }),
          ),
        );
    expect(cells).toBe(400);
    expect(answered).toEqual(["this server, its own, right, JSON"]);
  });
});

describe("each guard alone refuses, and without it the request gets through", () => {
  const cases: {
    guard: Guard["name"];
    field: string;
    value: string | undefined;
    status: number;
    code: string;
  }[] = [
    { guard: "host", field: "host", value: "evil.example", status: 403, code: "HTTP_HOST_REFUSED" },
    {
      guard: "origin",
      field: "origin",
      value: "https://evil.example",
      status: 403,
      code: "HTTP_ORIGIN_REFUSED",
    },
    { guard: "token", field: "authorization", value: undefined, status: 401, code: "HTTP_TOKEN_REFUSED" },
    {
      guard: "content-type",
      field: "content-type",
      value: "text/plain",
      status: 415,
      code: "HTTP_CONTENT_TYPE_REFUSED",
    },
  ];
  test.each(cases)("$guard", async ({ guard, field, value, status, code }) => {
    const headersOf = (server: HttpServer) => ({
      host: `127.0.0.1:${server.port}`,
      origin: `http://127.0.0.1:${server.port}`,
      authorization: `Bearer ${TOKEN}`,
      "content-type": "application/json",
      [field]: value,
    });
    const path = "/api/v1/tools/status";
    const refused = await ask(guarded, { path, headers: headersOf(guarded) });
    expect(refused.status).toBe(status);
    expect(JSON.parse(refused.body)).toMatchObject({ error: { code, hint: expect.stringMatching(/\w/) } });
    const open = await start(without(guard));
    expect((await ask(open, { path, headers: headersOf(open) })).status).toBe(200);
  });

  test("rate", async () => {
    const rateLimit = () => new RateLimit({ perSecond: 0.001, burst: 2 });
    const statuses = async (options: Partial<HttpServerOptions>) => {
      const server = await start({ rateLimit: rateLimit(), ...options });
      const replies = [];
      for (let i = 0; i < 3; i++)
        replies.push(
          await ask(server, {
            method: "GET",
            path: "/health",
            headers: { host: `127.0.0.1:${server.port}` },
          }),
        );
      return replies.map((reply) => reply.status);
    };
    expect(await statuses({})).toEqual([200, 200, 429]);
    expect(await statuses(without("rate"))).toEqual([200, 200, 200]);
  });
});

describe("a request that is let in", () => {
  const good = () => ({
    host: `localhost:${guarded.port}`,
    authorization: `Bearer ${TOKEN}`,
    "content-type": "application/json",
  });

  test("may lack an origin, as programs do", async () => {
    expect((await ask(guarded, { path: "/api/v1/tools/status", headers: good() })).status).toBe(200);
  });

  test("is told by code and hint what is wrong with it", async () => {
    const cases: [Asked, number, string][] = [
      [{ path: "/api/v1/tools/nothing", headers: good() }, 404, "TOOL_UNKNOWN"],
      [{ path: "/api/v1/tools/search", headers: good() }, 400, "INPUT_INVALID"],
      [{ path: "/api/v1/tools/search", headers: good(), body: "{" }, 400, "HTTP_BODY_INVALID"],
      [{ path: "/api/v1/tools/search", headers: good(), body: "[]" }, 400, "HTTP_BODY_INVALID"],
      [{ path: "/api/v1/tools/status", headers: good(), method: "GET" }, 405, "HTTP_METHOD_REFUSED"],
      [{ path: "/elsewhere", headers: good() }, 404, "HTTP_NOT_FOUND"],
      [{ path: "//[", headers: good() }, 404, "HTTP_NOT_FOUND"],
      [
        { path: "/api/v1/tools/status", headers: good(), body: `{"repo": "${scratch.join("nowhere")}"}` },
        404,
        "WORKSPACE_ROOT_MISSING",
      ],
    ];
    for (const [asked, status, code] of cases) {
      const reply = await ask(guarded, asked);
      expect(reply.status).toBe(status);
      expect(JSON.parse(reply.body).error).toMatchObject({ code, hint: expect.stringMatching(/./) });
    }
  });

  test("is refused before its body is read when that is declared too long", async () => {
    const headers = { ...good(), "content-length": "5000000" };
    const status = await new Promise((resolve, reject) => {
      const { port } = guarded;
      const sent = request({ host: "127.0.0.1", port, method: "POST", path: "/mcp", headers }, (response) => {
        resolve(response.statusCode);
        sent.destroy();
      });
      sent.on("error", reject);
      sent.flushHeaders();
    });
    expect(status).toBe(413);
  });

  test("is turned away when too many are being answered", async () => {
    const busy = await start({ maxInFlight: 0 });
    const headers = { ...good(), host: `127.0.0.1:${busy.port}` };
    const reply = await ask(busy, { path: "/api/v1/tools/status", headers });
    expect(reply.status).toBe(503);
    expect(reply.headers["retry-after"]).toBe("1");
  });

  test("gets no header that would let a page of another site read the answer", async () => {
    const reply = await ask(guarded, { path: "/api/v1/tools/status", headers: good() });
    expect(Object.keys(reply.headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
    const preflight = await ask(guarded, {
      method: "OPTIONS",
      path: "/api/v1/tools/status",
      headers: { ...good(), authorization: undefined, origin: "https://evil.example" },
    });
    expect(preflight.status).toBe(403);
  });

  test("needs no token for health, and one for everything else", async () => {
    const host = `127.0.0.1:${guarded.port}`;
    const status = async (path: string) =>
      (await ask(guarded, { method: "GET", path, headers: { host } })).status;
    expect(await status("/health")).toBe(200);
    for (const path of ["/metrics", "/openapi.json", "/api/v1/server", "/mcp", "/elsewhere"])
      expect(await status(path)).toBe(401);
  });
});

test("the OpenAPI document has every tool with its own arguments", async () => {
  const reply = await ask(guarded, {
    method: "GET",
    path: "/openapi.json",
    headers: { host: `127.0.0.1:${guarded.port}`, authorization: `Bearer ${TOKEN}` },
  });
  const document = JSON.parse(reply.body);
  expect(document.openapi).toBe("3.1.0");
  for (const tool of await runner.allTools()) {
    const { post } = document.paths[`/api/v1/tools/${tool.name}`];
    const { schema } = post.requestBody.content["application/json"];
    const scope = tool.spansRepositories ? ["scope", "package", "service"] : [];
    const own = new Set([...Object.keys(tool.input.shape), "repo", ...scope]);
    expect(new Set(Object.keys(schema.properties))).toEqual(own);
    expect(Object.keys(post.responses)).toContain("415");
  }
});

test("metrics count requests by route and status", async () => {
  const reply = await ask(guarded, {
    method: "GET",
    path: "/metrics",
    headers: { host: `127.0.0.1:${guarded.port}`, authorization: `Bearer ${TOKEN}` },
  });
  expect(reply.headers["content-type"]).toContain("text/plain");
  expect(reply.body).toMatch(/^clew_http_requests_total\{route="tools",status="415"\} \d+$/m);
  expect(reply.body).toMatch(/^process_resident_memory_bytes \d+$/m);
  for (const line of reply.body.trim().split("\n"))
    expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{[^}]*\})? [\d.e+-]+)$/);
});
