/** One child process as its parent sees it: started, greeted, watched, ended. Whatever happens, its end is told once. */
import type { Socket } from "node:net";
import { notice } from "../core/notices.ts";
import type { Connect, Connection } from "./connection.ts";
import { type Ending, endingOfExit } from "./endings.ts";
import { readProcess } from "./process-usage.ts";
import { isHello } from "./protocol.ts";

export interface ChildLimits {
  /** For messages: "the compiler". */
  name: string;
  /** Of the protocol; a child that greets with another is not used. */
  protocol: number;
  /** Limit of V8's heap, where there is one. */
  heapMb?: number;
  /** Resident memory; above it the child is killed. */
  memoryMb: number;
  /** Computing time until it has greeted. */
  startMs: number;
}

export interface ChildHandlers<Out> {
  /** It has greeted. */
  onReady?(): void;
  onMessage(message: Out): void;
  /** Called once, whatever the cause. */
  onGone(ending: Ending): void;
}

interface Due {
  what: string;
  allowedMs: number;
  sinceMs: number;
  sinceCpuMs: number;
}

const START = "start";
const WATCH_EVERY_MS = 100;
/** On a starved machine wall time runs ahead of computing time; beyond this factor a child counts as stuck. */
const MAX_WALL_FACTOR = 10;
const STDERR_KEPT = 4_000;
/** For leaving after its parent hung up. */
const LEAVE_MS = 2_000;
const MB = 1_048_576;

export class Child<In, Out> {
  readonly #connection: Connection;
  readonly #limits: ChildLimits;
  #handlers: ChildHandlers<Out>;
  #stderr = "";
  #isReady = false;
  #isGone = false;
  /** Why it was given up; what it still sends is not heard. */
  #ending: Ending | null = null;
  #due: Due | null = null;
  #watch: NodeJS.Timeout | null = null;
  readonly #startedAt = performance.now();

  constructor(connect: Connect, limits: ChildLimits, handlers: ChildHandlers<Out>) {
    this.#limits = limits;
    this.#handlers = handlers;
    this.#connection = connect({
      onMessage: (message) => this.#receive(message),
      onGarbage: (what) => this.#breakOff(`sent ${what}`),
    });
    const { process: child } = this.#connection;
    child.stderr?.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString("utf8")).slice(-STDERR_KEPT);
    });
    child.on("error", (error) => {
      // Also told when a signal or a message could not be sent; then the exit follows.
      if (child.pid === undefined) this.#gone(unavailable(error));
    });
    // Not at `exit`: what it said last may still be on its way.
    child.on("close", (code, signal) => {
      const { name, heapMb = null } = limits;
      const stderr = this.#stderr;
      this.#gone(endingOfExit({ code, signal, stderr, wasReady: this.#isReady, name, heapMb }));
    });
    this.expect(START, limits.startMs);
    this.#note("started");
  }

  get pid(): number | undefined {
    return this.#connection.process.pid;
  }

  get rssMb(): number | null {
    const usage = readProcess(this.pid);
    return usage && Math.round(usage.rssBytes / MB);
  }

  /** Has greeted, and was neither lost nor given up. */
  get isUsable(): boolean {
    return this.#isReady && !this.#isGone && this.#ending === null;
  }

  /** Another owner takes over. */
  attach(handlers: ChildHandlers<Out>): void {
    this.#handlers = handlers;
  }

  send(message: In): void {
    this.#connection.send(message);
  }

  /** The child must say something within this computing time; null: nothing is asked of it, and it is not watched. */
  expect(what: string | null, allowedMs = 0): void {
    if (what === null) {
      this.#due = null;
      this.#stopWatch();
      return;
    }
    const sinceCpuMs = readProcess(this.pid)?.cpuMs ?? 0;
    this.#due = { what, allowedMs, sinceMs: performance.now(), sinceCpuMs };
    if (this.#isGone || this.#watch) return;
    this.#watch = setInterval(() => this.#check(), WATCH_EVERY_MS);
    this.#watch.unref();
  }

  /** While idle, the child does not keep its parent alive. */
  setBusy(isBusy: boolean): void {
    this.#connection.setBusy(isBusy);
    // A pipe to a child is a socket; the type does not say so.
    const stderr = this.#connection.process.stderr as Socket | null;
    if (isBusy) stderr?.ref();
    else stderr?.unref();
  }

  kill(ending: Ending): void {
    this.#ending ??= ending;
    this.#connection.kill();
  }

  /** Asks it to leave, which it does when it is hung up on. */
  leave(): void {
    this.#ending ??= { kind: "closed", message: `${this.#limits.name} was ended`, blame: "child" };
    this.#connection.hangUp();
    setTimeout(() => this.#isGone || this.#connection.kill(), LEAVE_MS).unref();
  }

  #receive(message: unknown): void {
    if (this.#ending) return;
    if (!isHello(message)) {
      this.#handlers.onMessage(message as Out);
      return;
    }
    const { name, protocol } = this.#limits;
    if (message.protocol !== protocol) {
      this.#breakOff(`speaks protocol ${message.protocol}, and ${name} of this version ${protocol}`);
      return;
    }
    this.#isReady = true;
    // Its owner may have asked for more meanwhile.
    if (this.#due?.what === START) this.expect(null);
    this.#note("ready");
    this.#handlers.onReady?.();
  }

  #breakOff(what: string): void {
    this.kill({ kind: "protocol-broken", message: `${this.#limits.name} ${what}`, blame: "child" });
  }

  #check(): void {
    const { name, memoryMb } = this.#limits;
    const usage = readProcess(this.pid);
    if (usage && usage.rssBytes > memoryMb * MB) {
      const message = `${name} used ${Math.round(usage.rssBytes / MB)} MB, more than ${memoryMb} MB`;
      this.kill({ kind: "out-of-memory", message, blame: "child" });
      return;
    }
    if (!this.#due) return;
    const { what, allowedMs, sinceMs, sinceCpuMs } = this.#due;
    const wallMs = performance.now() - sinceMs;
    if (wallMs < allowedMs) return;
    const usedMs = usage ? usage.cpuMs - sinceCpuMs : wallMs;
    if (usedMs < allowedMs && wallMs < allowedMs * MAX_WALL_FACTOR) return;
    this.kill({
      kind: "timed-out",
      message: `${name} did not ${what} within ${allowedMs} ms`,
      // One that the machine gave no time to says nothing of its work.
      blame: usedMs < allowedMs ? "machine" : "child",
    });
  }

  #gone(ending: Ending): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#stopWatch();
    const told = this.#ending ?? ending;
    this.#note("ended", told.kind);
    this.#handlers.onGone(told);
  }

  #note(state: "started" | "ready" | "ended", ending?: string): void {
    const ms = Math.round(performance.now() - this.#startedAt);
    const { name } = this.#limits;
    notice(() => ({ kind: "child", name, childPid: this.pid ?? null, state, ms, ...(ending && { ending }) }));
  }

  #stopWatch(): void {
    if (this.#watch) clearInterval(this.#watch);
    this.#watch = null;
  }
}

/** It could not be started: it is not there, or the system has nothing left for another process. */
function unavailable(error: NodeJS.ErrnoException): Ending {
  const isFull = error.code === "ENOMEM" || error.code === "EAGAIN";
  return isFull
    ? { kind: "out-of-memory", message: error.message, blame: "machine" }
    : { kind: "unavailable", message: error.message, blame: "child" };
}
