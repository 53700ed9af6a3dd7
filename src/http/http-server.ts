/** Listens on the loopback address, checks each request, hands it to its route. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { AppError } from "../core/errors.ts";
import { type ConnectionLimits, Connections } from "./connections.ts";
import { createGuards, firstRefusal, type Guard } from "./guards.ts";
import { Metrics } from "./metrics.ts";
import { readBody, sendResponse, toWebRequest } from "./node-adapter.ts";
import type { PageAccess } from "./page-access.ts";
import { RateLimit } from "./rate-limit.ts";
import { errorResponse, refusal } from "./refusal.ts";
import { type FoundRoute, findRoute, type Route } from "./routes.ts";

/** Never another interface: whoever wants one puts a proxy in front and answers for it. */
const LOOPBACK = "127.0.0.1";
const MAX_IN_FLIGHT = 64;
const REQUESTS_PER_SECOND = 200;
const BURST = 400;

export interface HttpServerOptions {
  /** 0 chooses a free one. */
  port: number;
  token: string;
  routes: readonly Route[];
  metrics?: Metrics;
  allowOrigins?: readonly string[];
  /** Lets browsers in; absent: nobody but those who have the token. */
  pages?: PageAccess;
  maxInFlight?: number;
  rateLimit?: RateLimit;
  connectionLimits?: ConnectionLimits;
  /** Tests take a guard away to see that it was needed. */
  adjustGuards?: (guards: Guard[]) => Guard[];
}

export interface HttpServer {
  readonly port: number;
  readonly url: string;
  /** Ends open connections after `graceMs`. */
  close(graceMs?: number): Promise<void>;
}

export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const server = createServer({
    requestTimeout: 30_000,
    headersTimeout: 5_000,
    keepAliveTimeout: 5_000,
    // Node looks for late heads only every 30 s when it is not told.
    connectionsCheckingInterval: 1_000,
  });
  const connections = new Connections(server, options.connectionLimits);
  const port = await listen(server, options.port);
  const url = `http://${LOOPBACK}:${port}`;
  const adjust = options.adjustGuards ?? ((guards) => guards);
  const face = new HttpFace(options, url, adjust(guardsFor(options, port)), connections);
  server.on("request", (message, response) => void face.serve(message, response));
  return { port, url, close: (graceMs = 500) => close(server, graceMs) };
}

function guardsFor(options: HttpServerOptions, port: number): Guard[] {
  const rateLimit = options.rateLimit ?? new RateLimit({ perSecond: REQUESTS_PER_SECOND, burst: BURST });
  const { token, allowOrigins = [], pages = null } = options;
  return createGuards({ port, token, allowOrigins, rateLimit, pages });
}

class HttpFace {
  readonly #routes: readonly Route[];
  readonly #url: string;
  readonly #guards: readonly Guard[];
  readonly #metrics: Metrics;
  readonly #connections: Connections;
  readonly #maxInFlight: number;
  #inFlight = 0;

  constructor(options: HttpServerOptions, url: string, guards: readonly Guard[], connections: Connections) {
    this.#connections = connections;
    this.#routes = options.routes;
    this.#url = url;
    this.#guards = guards;
    this.#metrics = options.metrics ?? new Metrics();
    this.#maxInFlight = options.maxInFlight ?? MAX_IN_FLIGHT;
    this.#metrics.gauge("clew_http_in_flight", "Calls being answered", () => this.#inFlight);
  }

  async serve(message: IncomingMessage, to: ServerResponse): Promise<void> {
    const abort = new AbortController();
    to.once("close", () => abort.abort());
    to.on("error", () => abort.abort());
    const path = (message.url ?? "/").split("?", 1)[0]!;
    const found = findRoute(this.#routes, path);
    const isCall = message.method === "POST";
    let isCounted = false;
    let response: Response;
    try {
      this.#admit(message, found);
      if (isCall) {
        this.#inFlight += 1;
        isCounted = true;
      }
      response = await this.#answer(message, found!, abort.signal);
    } catch (error) {
      response = errorResponse(error);
      // A body that was not read must not be taken for the next request.
      if (!message.complete) response.headers.set("connection", "close");
      if (!(error instanceof AppError) && !abort.signal.aborted)
        process.stderr.write(`clew: ${(error as Error)?.stack ?? error}\n`);
    }
    this.#metrics.add("clew_http_requests_total", "Requests by route and status", {
      route: found?.route.name ?? "none",
      status: String(response.status),
    });
    response.headers.set("x-content-type-options", "nosniff");
    if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
    await sendResponse(to, response).catch(() => to.destroy());
    if (isCounted) this.#inFlight -= 1;
  }

  /** Throws unless the request may be answered. */
  #admit(message: IncomingMessage, found: FoundRoute | null): void {
    const method = message.method ?? "GET";
    const isPublic = found?.route.isPublic ?? false;
    const isForPages = found?.route.isForPages ?? false;
    const refused = firstRefusal(this.#guards, { method, headers: message.headers, isPublic, isForPages });
    if (refused) throw refused;
    if (!isPublic) this.#connections.trust(message.socket);
    if (!found) throw refusal("HTTP_NOT_FOUND", "no such address");
    if (!found.route.methods.includes(method))
      throw refusal("HTTP_METHOD_REFUSED", `served with ${found.route.methods.join(", ")} only`);
    // Streams that only wait are not counted; calls that are worked on are.
    if (method === "POST" && this.#inFlight >= this.#maxInFlight)
      throw refusal("HTTP_BUSY", `${this.#maxInFlight} calls are being answered`);
  }

  async #answer(message: IncomingMessage, found: FoundRoute, signal: AbortSignal): Promise<Response> {
    const body = message.method === "POST" ? await readBody(message) : null;
    const request = toWebRequest(message, this.#url, body, signal);
    const { route, parameters } = found;
    // A page has shown its cookie and key before it comes here; it has no token.
    const isPage = route.isForPages === true && message.headers.authorization === undefined;
    const response = await route.handle({ request, parameters, isPage });
    // Headers of a response made elsewhere may be immutable.
    return new Response(response.body, response);
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: LOOPBACK, port }, () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), graceMs).unref();
  });
}
