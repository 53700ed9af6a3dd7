/** One compiler process as its parent sees it: started, greeted, watched, ended. */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import type { SemanticsErrorCode } from "../errors.ts";
import { readProcess } from "./process-meter.ts";
import { type FromService, PROTOCOL_VERSION, type ToService } from "./protocol.ts";

export interface ProcessLimits {
  /** Resident memory, and V8's heap. */
  memoryMb: number;
  /** Computing time until the process has greeted. */
  startMs: number;
}

/** Why the process is gone. */
export interface Ending {
  code: SemanticsErrorCode;
  message: string;
}

export interface ProcessHandlers {
  onMessage(message: FromService): void;
  /** Called once, whatever the cause. */
  onGone(ending: Ending): void;
}

const WATCH_MS = 200;
/** On a starved machine wall time runs ahead of computing time; beyond this factor a process counts as stuck. */
const MAX_WALL_FACTOR = 10;
const STDERR_KEPT = 4_000;
const GRACE_MS = 2_000;
/** Enough for the system to run a process; nothing that changes what Node loads (NODE_OPTIONS) gets through. */
const KEPT_VARIABLES = ["PATH", "HOME", "TMPDIR", "TZ", "SystemRoot"];

/** The bundled service, beside the bundle or, when running from sources, in the build folder. */
export function findServiceFile(): string {
  const places = ["./ts-service.js", "../../../dist/ts-service.js"];
  const files = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return files.find((file) => existsSync(file)) ?? files[0]!;
}

export class ServiceProcess {
  readonly #child: ChildProcess;
  readonly #limits: ProcessLimits;
  readonly #handlers: ProcessHandlers;
  readonly #watch: NodeJS.Timeout;
  #stderr = "";
  #ending: Ending | null = null;
  #isGone = false;
  /** What must happen next, by when. */
  #due: { what: string; sinceMs: number; sinceCpuMs: number; allowedMs: number } | null = null;
  readonly greeted: Promise<string>;
  #greet: (extractor: string) => void = () => {};

  constructor(file: string, limits: ProcessLimits, handlers: ProcessHandlers) {
    this.#limits = limits;
    this.#handlers = handlers;
    this.greeted = new Promise((resolve) => {
      this.#greet = resolve;
    });
    this.#child = fork(file, [], {
      serialization: "advanced",
      // Not the repository: nothing there may be found by a relative name.
      cwd: tmpdir(),
      env: keptEnvironment(),
      execArgv: [`--max-old-space-size=${limits.memoryMb}`],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.#child.stderr?.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString("utf8")).slice(-STDERR_KEPT);
    });
    this.#child.on("message", (message: FromService) => this.#receive(message));
    this.#child.on("error", (error) => this.#gone({ code: "SEMANTICS_CRASHED", message: error.message }));
    this.#child.on("exit", (code, signal) => this.#gone(this.#endingOf(code, signal)));
    this.#watch = setInterval(() => this.#check(), WATCH_MS);
    this.#watch.unref();
    this.expect("start", limits.startMs);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get rssMb(): number | null {
    const usage = readProcess(this.pid);
    return usage && Math.round(usage.rssBytes / 1_048_576);
  }

  send(message: ToService): void {
    // A send to a process that just died is answered by its exit event.
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  /** The process must say something within this computing time; null stops waiting. */
  expect(what: string | null, allowedMs = 0): void {
    const sinceCpuMs = readProcess(this.pid)?.cpuMs ?? 0;
    this.#due = what === null ? null : { what, sinceMs: performance.now(), sinceCpuMs, allowedMs };
  }

  /** While idle, the process does not keep its parent alive. */
  setBusy(isBusy: boolean): void {
    if (isBusy) {
      this.#child.ref();
      this.#child.channel?.ref();
    } else {
      this.#child.unref();
      this.#child.channel?.unref();
    }
  }

  kill(ending: Ending): void {
    this.#ending ??= ending;
    this.#child.kill("SIGKILL");
  }

  /** Asks the process to leave, which it does when the channel closes. */
  leave(): void {
    this.#ending ??= { code: "SEMANTICS_CLOSED", message: "the process was ended" };
    if (this.#child.connected) this.#child.disconnect();
    setTimeout(() => this.#child.kill("SIGKILL"), GRACE_MS).unref();
  }

  #receive(message: FromService): void {
    if (message.type !== "hello") {
      this.#handlers.onMessage(message);
      return;
    }
    if (message.protocol !== PROTOCOL_VERSION) {
      const told = `the compiler process speaks protocol ${message.protocol}, not ${PROTOCOL_VERSION}`;
      this.kill({ code: "SEMANTICS_PROTOCOL", message: told });
      return;
    }
    this.expect(null);
    this.#greet(message.extractor);
  }

  #check(): void {
    const usage = readProcess(this.pid);
    if (usage && usage.rssBytes > this.#limits.memoryMb * 1_048_576) {
      const used = Math.round(usage.rssBytes / 1_048_576);
      const message = `the compiler used ${used} MB, more than ${this.#limits.memoryMb} MB`;
      this.kill({ code: "SEMANTICS_MEMORY", message });
      return;
    }
    if (!this.#due) return;
    const { what, sinceMs, sinceCpuMs, allowedMs } = this.#due;
    const wallMs = performance.now() - sinceMs;
    if (wallMs < allowedMs) return;
    const usedMs = usage ? usage.cpuMs - sinceCpuMs : wallMs;
    if (usedMs < allowedMs && wallMs < allowedMs * MAX_WALL_FACTOR) return;
    this.kill({ code: "SEMANTICS_TIMEOUT", message: `the compiler did not ${what} within ${allowedMs} ms` });
  }

  #endingOf(code: number | null, signal: NodeJS.Signals | null): Ending {
    if (this.#ending) return this.#ending;
    if (/heap out of memory/i.test(this.#stderr)) {
      const message = `the compiler needed more than ${this.#limits.memoryMb} MB of heap`;
      return { code: "SEMANTICS_MEMORY", message };
    }
    const how = signal ? `by ${signal}` : `with code ${code}`;
    return { code: "SEMANTICS_CRASHED", message: `the compiler process ended ${how}` };
  }

  #gone(ending: Ending): void {
    if (this.#isGone) return;
    this.#isGone = true;
    clearInterval(this.#watch);
    this.#handlers.onGone(this.#ending ?? ending);
  }
}

function keptEnvironment(): NodeJS.ProcessEnv {
  const kept: NodeJS.ProcessEnv = {};
  for (const name of KEPT_VARIABLES) if (process.env[name] !== undefined) kept[name] = process.env[name];
  return kept;
}
