/**
 * A child that answers requests, one after the other. It is started on demand, kept warm, ended when nobody asks for a
 * while, and started again after every way in which it can end: the request under way fails, the next one starts anew.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Child, type ChildLimits } from "./child.ts";
import type { Connect } from "./connection.ts";
import type { CrashBreaker } from "./crash-breaker.ts";
import { ChildFailure, type Ending, type EndingKind, RequestRefused } from "./endings.ts";
import { Inbox } from "./inbox.ts";
import { type Cancel, isReply, type Reply } from "./protocol.ts";
import { RequestLine } from "./request-line.ts";

export interface ServiceOptions extends ChildLimits {
  connect: Connect;
  /** Whether what the child says of its work can be read; one that says something else is ended. */
  isPart(part: Record<string, unknown>): boolean;
  /** An unused child is ended after this time. */
  idleMs: number;
  /** Requests that may wait; further ones fail as busy. */
  maxWaiting: number;
  breaker: CrashBreaker;
}

/** What must be said within which computing time. */
export interface Deadline {
  what: string;
  allowedMs: number;
}

export interface Request<In> {
  /** Its turn has come; called before a child is there, and also when none can be started. */
  onTurn?(): void;
  /** Sends what is asked, once the child is there. `isNew`: it was told nothing before. */
  send(tell: (message: In) => void, id: number, isNew: boolean): void;
  /** For the first answer, and for each that follows. */
  first: Deadline;
  next: Deadline;
  signal?: AbortSignal | undefined;
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
}

export class Service<In, Part extends { type: string; id: number }> {
  readonly #options: ServiceOptions;
  readonly #line: RequestLine;
  #child: Child<In | Cancel, unknown> | null = null;
  #inbox: { id: number; replies: Inbox<Reply<Part>> } | null = null;
  #isNewChild = false;
  #lastId = 0;
  #isRunning = false;
  #isClosed = false;
  #idle: NodeJS.Timeout | null = null;
  /** Hears of every end that was not asked for, also between requests. */
  onLost: (ending: Ending) => void = () => {};

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#line = new RequestLine(options.maxWaiting);
  }

  /** Streams the parts of the answer. Fails with a ChildFailure or a RequestRefused; what came before stays valid. */
  async *ask(request: Request<In>): AsyncGenerator<Part> {
    const endTurn = await this.#line.take();
    try {
      request.onTurn?.();
      this.#checkUsable(request.signal);
      this.#isRunning = true;
      const child = await this.#start(request.signal);
      yield* this.#exchange(child, request);
      this.#options.breaker.noteSuccess();
    } finally {
      this.#isRunning = false;
      endTurn();
      this.#armIdle();
    }
  }

  status(): ServiceStatus {
    const { crashes, stoppedUntil } = this.#options.breaker.state(performance.now());
    let state: ServiceState = this.#child ? "idle" : "off";
    if (this.#isRunning) state = "busy";
    else if (stoppedUntil !== null) state = "stopped";
    if (this.#isClosed) state = "closed";
    return {
      state,
      pid: this.#child?.pid ?? null,
      rssMb: this.#child?.rssMb ?? null,
      waiting: this.#line.length,
      recentCrashes: crashes,
      stoppedUntil,
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#stopIdle();
    this.#inbox?.replies.fail(new ChildFailure("closed", "the service was closed"));
    this.#letGo();
  }

  #checkUsable(signal: AbortSignal | undefined): void {
    if (this.#isClosed) throw new ChildFailure("closed", "the service is closed");
    if (signal?.aborted) throw cancelled();
    const now = performance.now();
    const { stoppedUntil, crashes } = this.#options.breaker.state(now);
    if (stoppedUntil === null || this.#child) return;
    const seconds = Math.ceil((stoppedUntil - now) / 1_000);
    throw new ChildFailure(
      "stopped",
      `${crashes} crashes in a short time; the next start is in ${seconds} s`,
    );
  }

  async #start(signal: AbortSignal | undefined): Promise<Child<In | Cancel, unknown>> {
    this.#stopIdle();
    if (this.#child) return this.#child;
    const { connect, breaker } = this.#options;
    const { pauseMs } = breaker.state(performance.now());
    if (pauseMs > 0) await sleep(pauseMs, undefined, signal ? { signal } : {}).catch(() => {});
    this.#checkUsable(signal);
    let cancel: () => void = () => {};
    return new Promise<Child<In | Cancel, unknown>>((resolve, reject) => {
      const child: Child<In | Cancel, unknown> = new Child(connect, this.#options, {
        onReady: () => resolve(child),
        onMessage: (message) => this.#receive(child, message),
        onGone: (ending) => {
          this.#lose(child, ending);
          reject(failureOf(ending));
        },
      });
      this.#child = child;
      this.#isNewChild = true;
      cancel = () => reject(cancelled());
      signal?.addEventListener("abort", cancel, { once: true });
    }).finally(() => signal?.removeEventListener("abort", cancel));
  }

  async *#exchange(child: Child<In | Cancel, unknown>, request: Request<In>): AsyncGenerator<Part> {
    const { signal, first, next } = request;
    const id = ++this.#lastId;
    const replies = new Inbox<Reply<Part>>();
    this.#inbox = { id, replies };
    const cancel = () => replies.fail(cancelled());
    signal?.addEventListener("abort", cancel, { once: true });
    if (signal?.aborted) cancel();
    // It may have died since it was chosen.
    if (this.#child !== child) replies.fail(new ChildFailure("crashed", `${this.#options.name} ended`));
    let isDone = false;
    try {
      child.setBusy(true);
      const isNew = this.#isNewChild;
      this.#isNewChild = false;
      request.send((message) => child.send(message), id, isNew);
      child.expect(first.what, first.allowedMs);
      for await (const reply of replies.read()) {
        child.expect(next.what, next.allowedMs);
        if (isLast(reply)) {
          if (reply.type === "failed") throw new RequestRefused(reply.code, reply.message);
          break;
        }
        yield reply;
      }
      isDone = true;
    } finally {
      signal?.removeEventListener("abort", cancel);
      // Also when the reader stopped early.
      if (!isDone) child.send({ type: "cancel", id });
      child.expect(null);
      child.setBusy(false);
      this.#inbox = null;
    }
  }

  #receive(child: Child<In | Cancel, unknown>, message: unknown): void {
    const { name, isPart } = this.#options;
    if (!isReply<Part>(message, isPart)) {
      child.kill({ kind: "protocol-broken", message: `${name} sent what is no answer`, blame: "child" });
      return;
    }
    // Answers to a request that nobody reads any more are dropped.
    if (message.id === this.#inbox?.id) this.#inbox.replies.push(message);
  }

  #lose(child: Child<In | Cancel, unknown>, ending: Ending): void {
    if (this.#child === child) this.#child = null;
    if (ending.kind === "closed") return;
    this.#options.breaker.noteCrash(performance.now());
    this.onLost(ending);
    this.#inbox?.replies.fail(failureOf(ending));
  }

  #letGo(): void {
    const child = this.#child;
    this.#child = null;
    child?.leave();
  }

  #stopIdle(): void {
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = null;
  }

  #armIdle(): void {
    if (!this.#child || this.#line.length > 0 || this.#isClosed) return;
    this.#idle = setTimeout(() => {
      if (!this.#isRunning) this.#letGo();
    }, this.#options.idleMs);
    this.#idle.unref();
  }
}

function isLast(reply: { type: string }): reply is Exclude<Reply<never>, never> {
  return reply.type === "done" || reply.type === "failed";
}

function failureOf({ kind, message }: { kind: EndingKind; message: string }): ChildFailure {
  return new ChildFailure(kind, message);
}

function cancelled(): ChildFailure {
  return new ChildFailure("cancelled", "the request was cancelled");
}
