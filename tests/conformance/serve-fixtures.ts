/** Serves the fixtures on our own HTTP face, guards included; the suite cannot send a token, so that one is left out. */
import { startHttpServer } from "../../src/http/http-server.ts";
import { RateLimit } from "../../src/http/rate-limit.ts";
import { createHttpEndpoint } from "../../src/mcp/http-endpoint.ts";
import { fixtureFeatures } from "./fixture-features.ts";

const endpoint = createHttpEndpoint(fixtureFeatures(), { fallbackRoot: null });
const server = await startHttpServer({
  port: 0,
  token: "not used",
  rateLimit: new RateLimit({ perSecond: 10_000, burst: 10_000 }),
  adjustGuards: (guards) => guards.filter((guard) => guard.name !== "token"),
  routes: [
    {
      methods: ["POST", "GET", "DELETE"],
      path: /^\/mcp$/,
      name: "mcp",
      handle: ({ request }) => endpoint.fetch(request),
    },
  ],
});
process.stdout.write(`${server.url}/mcp\n`);
