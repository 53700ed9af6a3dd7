/** The serving process: several repositories, MCP and the HTTP API on one port, until it is told to stop. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { AppError } from "../core/errors.ts";
import { VERSION } from "../core/version.ts";
import { serveFolder, tryLockServing } from "../engine/serve-lock.ts";
import { startHttpServer } from "../http/http-server.ts";
import { Metrics } from "../http/metrics.ts";
import { PageAccess } from "../http/page-access.ts";
import { clewFeatures } from "../mcp/clew-features.ts";
import { createHttpEndpoint, type HttpEndpoint } from "../mcp/http-endpoint.ts";
import { signInAddress } from "../pages/session-routes.ts";
import { Happenings } from "../serving/happenings.ts";
import { surviveRejections } from "../serving/survive-rejections.ts";
import { type Profile, ToolRunner } from "../serving/tool-runner.ts";
import { loadUserSettings } from "../settings/load-settings.ts";
import { DAEMON_ERRORS } from "./errors.ts";
import { MemoryWatch } from "./memory-watch.ts";
import { serverRoutes } from "./routes.ts";
import { askServerPid } from "./server-client.ts";
import { readServerFile, removeServerFile, type ServerRecord, writeServerFile } from "./server-file.ts";
import { openToken } from "./token.ts";

const WATCH_EVERY_MS = 1_000;
const IDLE_EVERY_MS = 30_000;
const CLOSE_MS = 3_000;

export interface ServeOptions {
  port: number;
  /** Asked about when a call names no repository; default: the repository around the working folder, if there is one. */
  root?: string | undefined;
  /** Tools that MCP clients are offered; the setting decides when absent. The API has every tool. */
  profile?: Profile | undefined;
  allowOrigins: readonly string[];
  /** Let nobody in with the token of earlier starts. */
  isNewToken?: boolean | undefined;
  signal: AbortSignal;
  /** The server is there; `newLink` makes a link that signs a browser in. */
  onReady: (record: ServerRecord, newLink: () => string) => void;
}

/** Why serving ended. */
export type ServeEnd = "stopped" | "memory";

/** Serves until the signal fires, `clew stop` asks, or the memory ceiling cannot be kept. */
export async function serve(options: ServeOptions): Promise<ServeEnd> {
  surviveRejections();
  const folder = serveFolder();
  const settings = loadUserSettings();
  const release = await lockOrTellWhere(folder);
  const happenings = new Happenings();
  const runner = new ToolRunner({ profile: options.profile, happenings });
  if (settings.recordStore === "postgres") runner.workOnJobs();
  runner.restWhenIdle();
  try {
    const defaultRoot = await chooseDefaultRoot(runner, options.root);
    const endpoint = createHttpEndpoint(clewFeatures(runner), { fallbackRoot: defaultRoot });
    const ending = new Ending(options.signal);
    const watch = new MemoryWatch({
      ceilingBytes: settings.serveMemoryMb * 1024 * 1024,
      unload: () => runner.unload(0),
      hasCalls: () => runner.calls > 0,
      onHopeless: () => ending.end("memory"),
    });
    const metrics = new Metrics();
    const token = openToken(folder, { isNew: options.isNewToken ?? false });
    const access = new PageAccess(token);
    const routes = serverRoutes({
      pages: { access, happenings },
      runner,
      endpoint,
      metrics,
      defaultRoot,
      isFull: () => watch.isFull,
      stop: () => ending.end("stopped"),
    });
    const server = await startHttpServer({ ...options, token, routes, metrics, pages: access }).catch(
      tellPortTaken(options.port),
    );
    const { url, port } = server;
    const startedAt = new Date().toISOString();
    const record = { url, port, pid: process.pid, token, version: VERSION, startedAt };
    writeServerFile(folder, record);
    const timers = startTimers(watch, runner, endpoint, settings.serveIdleMinutes * 60_000);
    options.onReady(record, () => signInAddress(url, access));
    const reason = await ending.ended;
    for (const timer of timers) clearInterval(timer);
    removeServerFile(folder);
    await withinMs(
      CLOSE_MS,
      endpoint.close().then(() => server.close()),
    );
    return reason;
  } finally {
    await withinMs(CLOSE_MS, runner.close());
    release();
  }
}

class Ending {
  readonly ended: Promise<ServeEnd>;
  #resolve: (reason: ServeEnd) => void = () => {};

  constructor(signal: AbortSignal) {
    this.ended = new Promise((done) => {
      this.#resolve = done;
    });
    if (signal.aborted) this.end("stopped");
    signal.addEventListener("abort", () => this.end("stopped"), { once: true });
  }

  end(reason: ServeEnd): void {
    this.#resolve(reason);
  }
}

async function lockOrTellWhere(folder: string): Promise<() => void> {
  const release = tryLockServing(folder);
  if (release) return release;
  const record = readServerFile(folder);
  const pid = record && (await askServerPid(record));
  const where = record && pid !== null ? `at ${record.url} (pid ${pid})` : "and is just starting or ending";
  throw new AppError("SERVER_RUNNING", `a server runs already ${where}`, {
    hint: DAEMON_ERRORS.SERVER_RUNNING,
    details: record ? { url: record.url, pid } : {},
  });
}

/** A folder that is no repository is not indexed unasked: the server may have been started anywhere. */
async function chooseDefaultRoot(runner: ToolRunner, given: string | undefined): Promise<string | null> {
  if (given !== undefined) return resolve(given);
  const around = await runner.rootAround(process.cwd());
  return around.isIndexed || existsSync(join(around.root, ".git")) ? around.root : null;
}

function tellPortTaken(port: number): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error.code !== "EADDRINUSE" && error.code !== "EACCES") throw error;
    throw new AppError("PORT_TAKEN", `port ${port} cannot be listened on: ${error.code}`, {
      hint: DAEMON_ERRORS.PORT_TAKEN,
      cause: error,
    });
  };
}

function startTimers(
  watch: MemoryWatch,
  runner: ToolRunner,
  endpoint: HttpEndpoint,
  idleMs: number,
): NodeJS.Timeout[] {
  const every = (ms: number, work: () => Promise<unknown>) =>
    setInterval(() => {
      work().catch((error: unknown) => process.stderr.write(`clew: ${String(error)}\n`));
    }, ms).unref();
  return [
    every(WATCH_EVERY_MS, () => watch.check()),
    every(Math.min(IDLE_EVERY_MS, idleMs), () => runner.unload(idleMs)),
    every(IDLE_EVERY_MS, () => endpoint.dropIdleSessions()),
  ];
}

async function withinMs(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, new Promise((done) => setTimeout(done, ms).unref())]);
}
