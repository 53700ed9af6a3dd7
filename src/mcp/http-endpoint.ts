/**
 * Streamable HTTP. Revision 2026-07-28 has no sessions: each request gets its own server instance. Older revisions
 * get a session, because requests from server to client (roots) and resumption need one. A session id is a random
 * handle and proves nothing: who may call is decided before a request comes here.
 */
import { randomUUID } from "node:crypto";
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type JSONRPCMessage,
  type McpServer,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { EventLog } from "./event-log.ts";
import type { ChangingList, ServerFeatures } from "./features.ts";
import { createShell } from "./server-shell.ts";

const MAX_SESSIONS = 256;
const SESSION_IDLE_MS = 30 * 60_000;
/** How soon a client whose stream was closed comes back. */
const RETRY_MS = 500;

export interface HttpEndpointOptions {
  /** Where to ask when neither the address, the client nor the call says. */
  fallbackRoot: string | null;
  maxSessions?: number;
  nowMs?: () => number;
}

export interface HttpEndpoint {
  fetch: (request: Request) => Promise<Response>;
  sessionCount: () => number;
  /** Ends sessions that were not used for a while. */
  dropIdleSessions: () => Promise<void>;
  close: () => Promise<void>;
}

interface Session {
  transport: WebStandardStreamableHTTPServerTransport;
  server: McpServer;
  usedAtMs: number;
}

export function createHttpEndpoint(features: ServerFeatures, options: HttpEndpointOptions): HttpEndpoint {
  return new Endpoint(features, options);
}

class Endpoint implements HttpEndpoint {
  readonly #features: ServerFeatures;
  readonly #options: HttpEndpointOptions;
  readonly #nowMs: () => number;
  readonly #sessions = new Map<string, Session>();
  readonly #stateless: ReturnType<typeof createMcpHandler>;

  constructor(features: ServerFeatures, options: HttpEndpointOptions) {
    this.#features = features;
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#stateless = createMcpHandler(({ requestInfo }) => this.#createServer(requestInfo), {
      legacy: "reject",
    });
    features.onListChanged?.((list) => this.#tellOfChange(list));
  }

  #tellOfChange(list: ChangingList): void {
    const { notify } = this.#stateless;
    const tell = {
      tools: { stateless: notify.toolsChanged, inSession: "sendToolListChanged" },
      prompts: { stateless: notify.promptsChanged, inSession: "sendPromptListChanged" },
      resources: { stateless: notify.resourcesChanged, inSession: "sendResourceListChanged" },
    } as const;
    tell[list].stateless.call(notify);
    // A session whose client is gone is dropped when it has been idle.
    for (const { server } of this.#sessions.values()) server.server[tell[list].inSession]().catch(() => {});
  }

  /** `?root=<folder>` in the address chooses the repository, so that each project's configuration can name its own. */
  #createServer(request: Request | undefined): McpServer {
    const root = request && new URL(request.url).searchParams.get("root");
    return createShell(this.#features, {
      root: root || undefined,
      fallbackRoot: this.#options.fallbackRoot,
    });
  }

  fetch = async (request: Request): Promise<Response> => {
    if (request.method !== "POST") return this.#inSession(request, undefined);
    let body: unknown;
    try {
      body = JSON.parse(await request.text());
    } catch {
      return failure(400, ProtocolErrorCode.ParseError, "Parse error: the body is not JSON");
    }
    if (!(await isLegacyRequest(request, body))) return this.#stateless.fetch(request, { parsedBody: body });
    return this.#inSession(request, body);
  };

  async #inSession(request: Request, body: unknown): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    const parsed = body === undefined ? {} : { parsedBody: body };
    if (id !== null) {
      const session = this.#sessions.get(id);
      // Clients start a new session when they are told 404.
      if (!session) return failure(404, -32001, "Session not found: initialize again");
      session.usedAtMs = this.#nowMs();
      return session.transport.handleRequest(request, parsed);
    }
    const messages = (Array.isArray(body) ? body : [body]) as JSONRPCMessage[];
    if (!messages.some((message) => isInitializeRequest(message)))
      return failure(
        400,
        ProtocolErrorCode.InvalidRequest,
        "Bad Request: initialize first, then send mcp-session-id",
      );
    return (await this.#openSession(request)).handleRequest(request, parsed);
  }

  async #openSession(request: Request): Promise<WebStandardStreamableHTTPServerTransport> {
    const oldest = [...this.#sessions].sort(([, a], [, b]) => a.usedAtMs - b.usedAtMs)[0];
    if (oldest && this.#sessions.size >= (this.#options.maxSessions ?? MAX_SESSIONS))
      await this.#end(oldest[0]);
    const server = this.#createServer(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: new EventLog(),
      retryInterval: RETRY_MS,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, { transport, server, usedAtMs: this.#nowMs() });
      },
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    await server.connect(transport);
    return transport;
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    await session?.server.close();
  }

  sessionCount = (): number => this.#sessions.size;

  dropIdleSessions = async (): Promise<void> => {
    const before = this.#nowMs() - SESSION_IDLE_MS;
    for (const [id, session] of [...this.#sessions]) if (session.usedAtMs < before) await this.#end(id);
  };

  close = async (): Promise<void> => {
    await this.#stateless.close();
    for (const id of [...this.#sessions.keys()]) await this.#end(id);
  };
}

/** An answer to a message that reached no server, in the protocol's own shape. */
function failure(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status });
}
