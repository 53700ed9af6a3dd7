/** Connections of nobody in particular do not shut out whoever has the token. Bounded in count and time; loopback only. */
import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { ConnectionLimits } from "../../src/http/connections.ts";
import { type HttpServer, startHttpServer } from "../../src/http/http-server.ts";

const TOKEN = "token-of-the-flood-test";
const FLOOD = 600;
/** What a caller with the token may have to wait. Without the limits it is 20 s and more. */
const SOON_MS = 3_000;
const sockets: Socket[] = [];
let server: HttpServer;

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close(0);
});

async function start(connectionLimits?: ConnectionLimits): Promise<void> {
  const handle = () =>
    Promise.resolve(new Response("{}", { headers: { "content-type": "application/json" } }));
  server = await startHttpServer({
    port: 0,
    token: TOKEN,
    routes: [{ name: "probe", path: /^\/probe$/, methods: ["GET"], handle }],
    ...(connectionLimits && { connectionLimits }),
  });
}

/** Opens connections that say nothing, or half of a head. */
async function flood(firstBytes: string): Promise<void> {
  await Promise.all(
    Array.from({ length: FLOOD }, () => {
      const socket = connect(server.port, "127.0.0.1");
      socket.on("error", () => {});
      sockets.push(socket);
      return new Promise<void>((done) => {
        socket.once("connect", () => socket.write(firstBytes, () => done()));
        socket.once("close", () => done());
      });
    }),
  );
}

async function ask(): Promise<number> {
  const response = await fetch(`${server.url}/probe`, {
    headers: { authorization: `Bearer ${TOKEN}` },
    signal: AbortSignal.timeout(SOON_MS),
  });
  await response.text();
  return response.status;
}

test.each([
  ["idle", ""],
  ["half-open", "GET /probe HTTP/1.1\r\nHost: 127"],
])("%s connections leave room for a caller with the token", async (_, firstBytes) => {
  await start();
  await flood(firstBytes);
  expect(await ask()).toBe(200);
  await flood(firstBytes);
  expect(await ask()).toBe(200);
});

test("a connection that showed the token outlives those who come later", async () => {
  await start({ all: 64, unknown: 16 });
  const keeper = connect(server.port, "127.0.0.1");
  sockets.push(keeper);
  const replies: string[] = [];
  keeper.on("data", (bytes) => replies.push(String(bytes)));
  const head = `GET /probe HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`;
  keeper.write(head);
  await expect.poll(() => replies.length, { timeout: SOON_MS }).toBeGreaterThan(0);
  await flood("");
  keeper.write(head);
  await expect.poll(() => replies.join("").split("HTTP/1.1 200").length, { timeout: SOON_MS }).toBe(3);
});
