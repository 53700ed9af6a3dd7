/**
 * The compiler service as the engine uses it. It starts a process on demand, keeps it warm, sends only what changed,
 * and survives every way in which the process can end: the request under way fails with a clean error, the next one
 * starts anew and also computes what the failed one still owed.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../core/errors.ts";
import type { SymbolFact } from "../../core/facts.ts";
import { SEMANTICS_ERRORS, type SemanticsErrorCode } from "../errors.ts";
import { CrashBreaker } from "./crash-breaker.ts";
import { Inbox } from "./inbox.ts";
import type { AnalysedFile, FileInput } from "./project.ts";
import type { FromService } from "./protocol.ts";
import { type Ending, findServiceFile, ServiceProcess } from "./service-process.ts";
import { symbolRowsOf } from "./symbol-table.ts";
import { isCompilerSource, isProjectConfig } from "./view-files.ts";

export interface ServiceOptions {
  serviceFile?: string;
  /** Default 2048. */
  memoryMb?: number;
  /** An unused process is ended after this time. Default 5 minutes. */
  idleMs?: number;
  /** Computing time for building the program. Default 120 s. */
  loadMs?: number;
  /** Computing time between two batches of results. Default 30 s. */
  fileMs?: number;
  /** Requests that may wait; further ones are rejected as retryable. Default 64. */
  maxWaiting?: number;
  breaker?: CrashBreaker;
}

export interface AnalyseRequest {
  /** Absolute path of the working tree. */
  root: string;
  /** Every file of the view; those that the compiler does not read are passed over. */
  files: readonly { path: string; hash: string }[];
  /** Asked only for files that the process does not know yet. */
  symbolsOf: (path: string) => readonly SymbolFact[];
  /** Files that changed or were relinked; the answer may hold more. */
  wanted: readonly string[] | "all";
  signal?: AbortSignal;
}

export type ServiceState = "off" | "idle" | "busy" | "stopped" | "closed";

export interface ServiceStatus {
  state: ServiceState;
  pid: number | null;
  rssMb: number | null;
  waiting: number;
  recentCrashes: number;
  /** When a stopped service may start again, in milliseconds of `performance.now()`. */
  stoppedUntil: number | null;
  lastError: { code: SemanticsErrorCode; message: string } | null;
}

export interface TypeScriptService {
  /** Streams the links of each computed file, in path order. Fails with an AppError; what came before stays valid. */
  analyse(request: AnalyseRequest): AsyncGenerator<AnalysedFile>;
  status(): ServiceStatus;
  close(): void;
}

const CHANGE_PART = 1_000;
const START_MS = 20_000;

export function createTypeScriptService(options: ServiceOptions = {}): TypeScriptService {
  return new Service(options);
}

class Service implements TypeScriptService {
  readonly #options: Required<ServiceOptions>;
  #process: ServiceProcess | null = null;
  #inbox: { id: number; messages: Inbox<FromService> } | null = null;
  #lastId = 0;
  #tail: Promise<void> = Promise.resolve();
  #waiting = 0;
  #isRunning = false;
  #isClosed = false;
  #idle: NodeJS.Timeout | null = null;
  #lastError: ServiceStatus["lastError"] = null;
  /** What the present process knows: root, path → hash. */
  #known: { root: string; hashes: Map<string, string> } | null = null;
  /** Root → files whose links were asked for and not delivered. */
  readonly #owed = new Map<string, Set<string> | "all">();

  constructor(options: ServiceOptions) {
    this.#options = {
      serviceFile: options.serviceFile ?? findServiceFile(),
      memoryMb: options.memoryMb ?? 2_048,
      idleMs: options.idleMs ?? 5 * 60_000,
      loadMs: options.loadMs ?? 120_000,
      fileMs: options.fileMs ?? 30_000,
      maxWaiting: options.maxWaiting ?? 64,
      breaker: options.breaker ?? new CrashBreaker(),
    };
  }

  async *analyse(request: AnalyseRequest): AsyncGenerator<AnalysedFile> {
    if (this.#waiting >= this.#options.maxWaiting)
      throw failure("SEMANTICS_BUSY", "too many requests are waiting");
    this.#waiting += 1;
    const turn = this.#tail;
    let release: () => void = () => {};
    this.#tail = new Promise((resolve) => {
      release = resolve;
    });
    try {
      await turn;
      this.#owe(request.root, request.wanted);
      this.#checkUsable(request.signal);
      this.#isRunning = true;
      const child = await this.#start(request.signal);
      yield* this.#run(child, request);
      this.#options.breaker.noteSuccess();
    } finally {
      this.#isRunning = false;
      this.#waiting -= 1;
      this.#armIdle();
      release();
    }
  }

  status(): ServiceStatus {
    const { crashes, stoppedUntil } = this.#options.breaker.state(performance.now());
    let state: ServiceState = this.#process ? "idle" : "off";
    if (this.#isRunning) state = "busy";
    else if (stoppedUntil !== null) state = "stopped";
    if (this.#isClosed) state = "closed";
    return {
      state,
      pid: this.#process?.pid ?? null,
      rssMb: this.#process?.rssMb ?? null,
      waiting: this.#waiting,
      recentCrashes: crashes,
      stoppedUntil,
      lastError: this.#lastError,
    };
  }

  close(): void {
    this.#isClosed = true;
    if (this.#idle) clearTimeout(this.#idle);
    this.#inbox?.messages.fail(failure("SEMANTICS_CLOSED", "the service was closed"));
    this.#process?.leave();
    this.#process = null;
  }

  #checkUsable(signal: AbortSignal | undefined): void {
    if (this.#isClosed) throw failure("SEMANTICS_CLOSED", "the service is closed");
    if (signal?.aborted) throw failure("SEMANTICS_CANCELLED", "the request was cancelled");
    const { stoppedUntil, crashes } = this.#options.breaker.state(performance.now());
    if (stoppedUntil === null || this.#process) return;
    const seconds = Math.ceil((stoppedUntil - performance.now()) / 1_000);
    throw failure(
      "SEMANTICS_STOPPED",
      `${crashes} crashes in a short time; the next start is in ${seconds} s`,
    );
  }

  async #start(signal: AbortSignal | undefined): Promise<ServiceProcess> {
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = null;
    if (this.#process) return this.#process;
    const { pauseMs } = this.#options.breaker.state(performance.now());
    if (pauseMs > 0) await sleep(pauseMs, undefined, signal ? { signal } : {}).catch(() => {});
    this.#checkUsable(signal);
    const { serviceFile, memoryMb } = this.#options;
    let reject: (error: unknown) => void = () => {};
    const gone = new Promise<never>((_, fail) => {
      reject = fail;
    });
    gone.catch(() => {});
    const child: ServiceProcess = new ServiceProcess(
      serviceFile,
      { memoryMb, startMs: START_MS },
      {
        onMessage: (message) => this.#receive(message),
        onGone: (ending) => {
          this.#gone(child, ending);
          reject(failure(ending.code, ending.message));
        },
      },
    );
    this.#process = child;
    this.#known = null;
    await Promise.race([child.greeted, gone, abortOf(signal)]);
    return child;
  }

  async *#run(child: ServiceProcess, request: AnalyseRequest): AsyncGenerator<AnalysedFile> {
    const { root, signal } = request;
    const id = ++this.#lastId;
    const messages = new Inbox<FromService>();
    this.#inbox = { id, messages };
    const cancel = () => messages.fail(failure("SEMANTICS_CANCELLED", "the request was cancelled"));
    signal?.addEventListener("abort", cancel, { once: true });
    if (signal?.aborted) cancel();
    // It may have died since it was chosen.
    if (this.#process !== child) messages.fail(failure("SEMANTICS_CRASHED", "the compiler process ended"));
    let isDone = false;
    try {
      child.setBusy(true);
      this.#sendChanges(child, request);
      const owed = this.#owed.get(root);
      child.send({ type: "analyse", id, wanted: owed === "all" ? "all" : [...(owed ?? [])] });
      child.expect("load the project", this.#options.loadMs);
      for await (const message of messages.read()) {
        child.expect("finish a file", this.#options.fileMs);
        if (message.type === "planned") this.#owed.set(root, new Set(message.paths));
        else if (message.type === "results") {
          for (const result of message.results) {
            yield result;
            const left = this.#owed.get(root);
            if (left instanceof Set) left.delete(result.path);
          }
        } else if (message.type === "failed") throw failure(message.code, message.message);
        else if (message.type === "done") break;
      }
      isDone = true;
    } catch (error) {
      if (error instanceof AppError) this.#noteError(error);
      throw error;
    } finally {
      signal?.removeEventListener("abort", cancel);
      // Also when the reader stopped early.
      if (!isDone) child.send({ type: "cancel", id });
      child.expect(null);
      child.setBusy(false);
      this.#inbox = null;
    }
  }

  /** Only differences to what the process knows travel. */
  #sendChanges(child: ServiceProcess, { root, files, symbolsOf }: AnalyseRequest): void {
    if (this.#known?.root !== root) {
      this.#known = { root, hashes: new Map() };
      child.send({ type: "open", root });
    }
    const { hashes } = this.#known;
    const now = new Set<string>();
    let changed: FileInput[] = [];
    for (const { path, hash } of files) {
      const isSource = isCompilerSource(path);
      if (!isSource && !isProjectConfig(path)) continue;
      now.add(path);
      if (hashes.get(path) === hash) continue;
      hashes.set(path, hash);
      changed.push({ path, hash, rows: isSource ? symbolRowsOf(symbolsOf(path)) : [] });
      if (changed.length < CHANGE_PART) continue;
      child.send({ type: "change", changed, removed: [] });
      changed = [];
    }
    const removed = [...hashes.keys()].filter((path) => !now.has(path));
    for (const path of removed) hashes.delete(path);
    if (changed.length > 0 || removed.length > 0) child.send({ type: "change", changed, removed });
  }

  #receive(message: FromService): void {
    // Results of a request that nobody reads any more.
    if (message.type === "hello" || message.id !== this.#inbox?.id) return;
    this.#inbox.messages.push(message);
  }

  #gone(child: ServiceProcess, ending: Ending): void {
    if (this.#process === child) {
      this.#process = null;
      this.#known = null;
    }
    if (ending.code === "SEMANTICS_CLOSED") return;
    this.#options.breaker.noteCrash(performance.now());
    const error = failure(ending.code, ending.message);
    this.#noteError(error);
    this.#inbox?.messages.fail(error);
  }

  #owe(root: string, wanted: readonly string[] | "all"): void {
    const owed = this.#owed.get(root);
    if (wanted === "all" || owed === "all") this.#owed.set(root, "all");
    else this.#owed.set(root, new Set([...(owed ?? []), ...wanted]));
  }

  #noteError(error: AppError): void {
    this.#lastError = { code: error.code as SemanticsErrorCode, message: error.message };
  }

  #armIdle(): void {
    if (!this.#process || this.#waiting > 0 || this.#isClosed) return;
    const child = this.#process;
    this.#idle = setTimeout(() => {
      if (this.#process !== child || this.#isRunning) return;
      this.#process = null;
      this.#known = null;
      child.leave();
    }, this.#options.idleMs);
    this.#idle.unref();
  }
}

/** Fails when the signal is raised; never otherwise. */
function abortOf(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const cancel = () => reject(failure("SEMANTICS_CANCELLED", "the request was cancelled"));
    if (signal?.aborted) cancel();
    else signal?.addEventListener("abort", cancel, { once: true });
  });
}

const RETRYABLE: ReadonlySet<SemanticsErrorCode> = new Set<SemanticsErrorCode>([
  "SEMANTICS_CRASHED",
  "SEMANTICS_BUSY",
  "SEMANTICS_CANCELLED",
  "SEMANTICS_STOPPED",
  "SEMANTICS_TIMEOUT",
]);

function failure(code: SemanticsErrorCode, message: string): AppError {
  const hint = SEMANTICS_ERRORS[code].replace(/^[^.]*\.\s*/, "");
  return new AppError(code, message, {
    hint: hint || SEMANTICS_ERRORS[code],
    retryable: RETRYABLE.has(code),
  });
}
