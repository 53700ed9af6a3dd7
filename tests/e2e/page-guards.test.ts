/** Who is answered as a page: every combination of Host, Origin, cookie, key, token, content type and method. */
import { type IncomingHttpHeaders, request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serverRoutes } from "../../src/daemon/routes.ts";
import type { Guard } from "../../src/http/guards.ts";
import { type HttpServer, type HttpServerOptions, startHttpServer } from "../../src/http/http-server.ts";
import { Metrics } from "../../src/http/metrics.ts";
import { KEY_HEADER, PageAccess } from "../../src/http/page-access.ts";
import { RateLimit } from "../../src/http/rate-limit.ts";
import { clewFeatures } from "../../src/mcp/clew-features.ts";
import { createHttpEndpoint } from "../../src/mcp/http-endpoint.ts";
import { Happenings } from "../../src/serving/happenings.ts";
import { ToolRunner } from "../../src/serving/tool-runner.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";

const TOKEN = "right-token-of-this-start";
const scratch = new TempFolder("clew-page-guards");
process.env.CLEW_HOME = scratch.join("home");
const repository = scratch.folder("shop").repository({ "src/price.ts": "export const price = 1;\n" });

const happenings = new Happenings();
const runner = new ToolRunner({ happenings });
const servers: HttpServer[] = [];
let now = Date.now();
const access = new PageAccess(TOKEN, () => now);

async function start(options: Partial<HttpServerOptions> = {}): Promise<HttpServer> {
  const metrics = new Metrics();
  const routes = serverRoutes({
    runner,
    endpoint: createHttpEndpoint(clewFeatures(runner), { fallbackRoot: repository.path }),
    metrics,
    defaultRoot: repository.path,
    isFull: () => false,
    stop: () => {},
    pages: { access, happenings },
  });
  const rateLimit = new RateLimit({ perSecond: 10_000, burst: 10_000 });
  const server = await startHttpServer({
    port: 0,
    token: TOKEN,
    routes,
    metrics,
    rateLimit,
    pages: access,
    ...options,
  });
  servers.push(server);
  return server;
}

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string | undefined>;
  body?: string;
}

/** Sends exactly these headers beside Host, and reads until the answer ends or its first event is there. */
function ask(server: HttpServer, { method = "GET", path, headers = {}, body }: Asked): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const all = { host: `127.0.0.1:${server.port}`, ...headers };
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    const sent = request(
      { host: "127.0.0.1", port: server.port, method, path, headers: given as Record<string, string> },
      (response) => {
        let text = "";
        const done = () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
          if (response.headers["content-type"]?.startsWith("text/event-stream")) {
            done();
            sent.destroy();
          }
        });
        response.on("end", done);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

interface Session {
  cookie: string;
  key: string;
}

async function signIn(server: HttpServer): Promise<Session> {
  const reply = await ask(server, {
    method: "POST",
    path: "/api/v1/sign-in",
    headers: { "content-type": "application/json", origin: server.url },
    body: JSON.stringify({ code: access.newCode() }),
  });
  expect(reply.status).toBe(200);
  const [setCookie] = reply.headers["set-cookie"] ?? [];
  expect(setCookie).toMatch(/; HttpOnly; SameSite=Strict$/);
  return { cookie: setCookie!.split(";")[0]!, key: (JSON.parse(reply.body) as { key: string }).key };
}

let server: HttpServer;
let session: Session;
beforeAll(async () => {
  server = await start();
  session = await signIn(server);
});
afterAll(async () => {
  for (const one of servers) await one.close(0);
  await runner.close();
  scratch.remove();
});

interface Value {
  is: string;
  value: string | undefined;
}

function values(): Record<"host" | "origin" | "cookie" | "key" | "token" | "contentType", Value[]> {
  const tampered = session.cookie.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  const later = session.cookie.replace(/=\d+/, (ends) => `=${Number(ends.slice(1)) + 1}`);
  return {
    host: [
      { is: "own", value: `127.0.0.1:${server.port}` },
      { is: "other", value: `evil.example:${server.port}` },
    ],
    origin: [
      { is: "none", value: undefined },
      { is: "own", value: server.url },
      { is: "other port", value: "http://127.0.0.1:1" },
      { is: "other", value: "https://evil.example" },
    ],
    cookie: [
      { is: "right", value: session.cookie },
      { is: "tampered", value: tampered },
      { is: "made to last", value: later },
      { is: "none", value: undefined },
    ],
    key: [
      { is: "right", value: session.key },
      { is: "wrong", value: "0".repeat(64) },
      { is: "none", value: undefined },
    ],
    token: [
      { is: "none", value: undefined },
      { is: "right", value: `Bearer ${TOKEN}` },
      { is: "wrong", value: "Bearer wrong" },
    ],
    contentType: [
      { is: "JSON", value: "application/json" },
      { is: "a form", value: "application/x-www-form-urlencoded" },
      { is: "none", value: undefined },
    ],
  };
}

/** Combinations that were answered, of all there are. */
async function answered(
  method: string,
  path: string,
  body?: string,
): Promise<{ cells: number; found: string[] }> {
  const { host, origin, cookie, key, token, contentType } = values();
  const found: string[] = [];
  let cells = 0;
  for (const h of host)
    for (const o of origin)
      for (const c of cookie)
        await Promise.all(
          key.flatMap((k) =>
            token.flatMap((t) =>
              contentType.map(async (type) => {
                const reply = await ask(server, {
                  method,
                  path,
                  headers: {
                    host: h.value,
                    origin: o.value,
                    cookie: c.value,
                    [KEY_HEADER]: k.value,
                    authorization: t.value,
                    "content-type": type.value,
                  },
                  ...(body !== undefined && { body }),
                });
                cells += 1;
                if (reply.status === 200) found.push([h, o, c, k, t, type].map(({ is }) => is).join(", "));
                else expect([401, 403, 405, 415]).toContain(reply.status);
              }),
            ),
          ),
        );
  return { cells, found: found.sort() };
}

/** What must be answered, told by rules of our own words: not by running the guards again. */
function expected(rules: { takesPages: boolean; needsJson: boolean }): string[] {
  const cells: string[] = [];
  for (const origin of ["none", "own"])
    for (const cookie of ["right", "tampered", "made to last", "none"])
      for (const key of ["right", "wrong", "none"])
        for (const token of ["none", "right", "wrong"])
          for (const type of ["JSON", "a form", "none"]) {
            const isPage = rules.takesPages && token === "none" && cookie === "right" && key === "right";
            if (!(token === "right" || isPage) || (rules.needsJson && type !== "JSON")) continue;
            cells.push(["own", origin, cookie, key, token, type].join(", "));
          }
  return cells.sort();
}

describe("of all combinations", () => {
  test.each([
    { method: "GET", path: "/api/v1/overview", takesPages: true, needsJson: false },
    { method: "POST", path: "/api/v1/tools/status", takesPages: true, needsJson: true, body: "{}" },
    { method: "POST", path: "/api/v1/jobs/stop", takesPages: true, needsJson: true, body: `{"id":1}` },
    { method: "GET", path: "/api/v1/events", takesPages: true, needsJson: false },
    { method: "GET", path: "/metrics", takesPages: false, needsJson: false },
    { method: "POST", path: "/api/v1/sign-in/links", takesPages: false, needsJson: true, body: "{}" },
  ])("$method $path answers exactly those that it should", async ({ method, path, body, ...rules }) => {
    const { cells, found } = await answered(method, path, body);
    expect(cells).toBe(2 * 4 * 4 * 3 * 3 * 3);
    expect(found).toEqual(expected(rules));
  });

  test("another method than the one that is served is answered by none", async () => {
    expect((await answered("POST", "/api/v1/overview", "{}")).found).toEqual([]);
    expect((await answered("GET", "/api/v1/jobs")).found).toEqual([]);
    expect((await answered("PUT", "/api/v1/sign-out", "{}")).found).toEqual([]);
  });
});

describe("each guard alone refuses what a page of elsewhere sends, and without it it gets through", () => {
  test.each<{ guard: Guard["name"]; headers: Record<string, string> }>([
    { guard: "host", headers: { host: "evil.example" } },
    { guard: "origin", headers: { origin: "https://evil.example" } },
    { guard: "content-type", headers: { "content-type": "text/plain" } },
    { guard: "token", headers: { [KEY_HEADER]: "0".repeat(64) } },
  ])("$guard", async ({ guard, headers }) => {
    const asked: Asked = {
      method: "POST",
      path: "/api/v1/tools/status",
      headers: {
        cookie: session.cookie,
        [KEY_HEADER]: session.key,
        "content-type": "application/json",
        ...headers,
      },
      body: "{}",
    };
    expect((await ask(server, asked)).status).toBeGreaterThan(400);
    const open = await start({ adjustGuards: (guards) => guards.filter(({ name }) => name !== guard) });
    expect((await ask(open, asked)).status).toBe(200);
  });
});

describe("signing in", () => {
  const redeem = (code: string) =>
    ask(server, {
      method: "POST",
      path: "/api/v1/sign-in",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code }),
    });

  test("works once for a code", async () => {
    const code = access.newCode();
    expect((await redeem(code)).status).toBe(200);
    expect((await redeem(code)).status).toBe(403);
    expect((await redeem("never-given")).status).toBe(403);
  });

  test("works for ten minutes, and a session for a week", async () => {
    const code = access.newCode();
    const before = now;
    const fresh = await signIn(server);
    now += 11 * 60_000;
    expect((await redeem(code)).status).toBe(403);
    const asked = { path: "/api/v1/overview", headers: { cookie: fresh.cookie, [KEY_HEADER]: fresh.key } };
    expect((await ask(server, asked)).status).toBe(200);
    now += 8 * 24 * 3_600_000;
    expect((await ask(server, asked)).status).toBe(401);
    now = before;
  });

  test("survives a restart with the same token and ends with a new one", () => {
    const headers = { cookie: session.cookie, [KEY_HEADER]: session.key };
    expect(new PageAccess(TOKEN).admits(headers)).toBe(true);
    expect(new PageAccess("another-token").admits(headers)).toBe(false);
  });

  test("leaves no token in what a browser is given", async () => {
    const link = await ask(server, {
      method: "POST",
      path: "/api/v1/sign-in/links",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      body: "{}",
    });
    const { url } = JSON.parse(link.body) as { url: string };
    expect(new URL(url).search).toBe("");
    expect(new URL(url).hash.length).toBeGreaterThan(20);
    for (const text of [url, session.cookie, session.key]) expect(text).not.toContain(TOKEN);
  });
});

test("the page's questions are in the OpenAPI document", async () => {
  const reply = await ask(server, { path: "/openapi.json", headers: { authorization: `Bearer ${TOKEN}` } });
  const { paths } = JSON.parse(reply.body) as { paths: Record<string, unknown> };
  for (const name of [
    "overview",
    "skipped",
    "names",
    "graph",
    "source",
    "file",
    "definition",
    "fleet",
    "activity",
    "events",
    "jobs",
    "jobs/stop",
    "sign-in",
    "sign-in/links",
    "sign-out",
  ])
    expect(paths).toHaveProperty([`/api/v1/${name}`]);
});

test("pages are served to anybody of this machine with headers that let nothing else in", async () => {
  for (const path of ["/", "/ask", "/code/shop/src/price.ts"]) {
    const reply = await ask(server, { path });
    expect(reply.status).toBe(200);
    const policy = String(reply.headers["content-security-policy"]);
    for (const part of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(reply.headers["x-frame-options"]).toBe("DENY");
    expect(reply.headers["x-content-type-options"]).toBe("nosniff");
    expect(reply.headers["referrer-policy"]).toBe("no-referrer");
  }
  expect((await ask(server, { path: "/", headers: { host: "evil.example" } })).status).toBe(403);
  for (const path of ["/assets/../package.json", "/assets/%2e%2e%2fpackage.json", "/assets/nothing.js"])
    expect((await ask(server, { path, headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(404);
});
