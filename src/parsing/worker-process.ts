/** One parsing process as its parent sees it: started, fed one batch at a time, watched, killed. */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { RelPath } from "../core/rel-path.ts";
import type { BatchRequest, ParseOutcome, SentOutcomes, WorkerMessage } from "./jobs.ts";
import { unpackOutcomes } from "./outcome-parcel.ts";

export interface WorkerHandlers {
  onReady(): void;
  onOutcomes(outcomes: readonly ParseOutcome[], done: boolean): void;
  /** `wasReady`: it had come up before. Called once, whatever the cause. */
  onGone(wasReady: boolean): void;
}

export interface WorkerLimits {
  /** V8 heap; WebAssembly memory is outside of it and bounded by `memoryMb` as a whole. */
  memoryMb: number;
  /** CPU time that one file may take before the process is killed. */
  fileMs: number;
}

/** On a starved machine wall time runs ahead of CPU time; beyond this factor a process counts as stuck. */
const MAX_WALL_FACTOR = 10;
const PAGE_BYTES = 4_096;
const CLOCK_TICK_MS = 10;

/** The bundled worker, beside the bundle or, when running from sources, in the build folder. */
export function findWorkerFile(): string {
  for (const place of ["./parse-worker.js", "../../dist/parse-worker.js"]) {
    const file = fileURLToPath(new URL(place, import.meta.url));
    if (existsSync(file)) return file;
  }
  return fileURLToPath(new URL("./parse-worker.js", import.meta.url));
}

export class WorkerProcess {
  private readonly child: ChildProcess;
  private isReady = false;
  private isGone = false;
  private progressAt = performance.now();
  private progressCpuMs = 0;
  private startingFile: RelPath | null = null;
  /** Killed, and not by us: by a system that ran out of memory, or by its user. Says nothing of the file it read. */
  wasKilledFromOutside = false;
  private isKilledByUs = false;
  /** The large file that it was killed over; null when it ended otherwise or which file it was is not known. */
  stuckAt: RelPath | null = null;

  constructor(
    file: string,
    private readonly limits: WorkerLimits,
    private handlers: WorkerHandlers,
    args: readonly string[] = [],
  ) {
    this.child = fork(file, args, {
      serialization: "advanced",
      // Grammars are code we ship, but nothing they could learn from the environment is their business.
      env: scrubbedEnvironment(),
      execArgv: [`--max-old-space-size=${limits.memoryMb}`, ...WORKER_FLAGS],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.child.on("message", (message: WorkerMessage) => this.receive(message));
    this.child.on("error", () => this.gone());
    this.child.on("exit", (_, signal) => {
      this.wasKilledFromOutside = signal === "SIGKILL" && !this.isKilledByUs;
      this.gone();
    });
  }

  /** Usable for another run: alive, and nothing of it is being waited for. */
  get isAlive(): boolean {
    return this.isReady && !this.isGone;
  }

  /** Hands an idle process to its next owner. While idle it does not keep this process alive. */
  attach(handlers: WorkerHandlers): void {
    this.handlers = handlers;
    this.child.ref();
    this.child.channel?.ref();
  }

  rest(): void {
    this.handlers = RESTING;
    this.child.unref();
    this.child.channel?.unref();
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  start(batch: BatchRequest): void {
    this.noteProgress();
    // A send to a process that just died is answered by its exit event.
    this.child.send(batch, () => {});
  }

  kill(): void {
    this.isKilledByUs = true;
    this.child.kill("SIGKILL");
  }

  /** Kills it when it is stuck or too large; what was lost is told by onGone. */
  watch(): void {
    const wallMs = performance.now() - this.progressAt;
    if (this.readMemory() > this.limits.memoryMb * 2 * 1024 * 1024) this.kill();
    if (wallMs < this.limits.fileMs) return;
    const usedMs = this.readCpuMs() - this.progressCpuMs;
    if (usedMs < this.limits.fileMs && wallMs < this.limits.fileMs * MAX_WALL_FACTOR) return;
    this.stuckAt = this.startingFile;
    this.kill();
  }

  private receive(message: WorkerMessage): void {
    // What was still on its way from a process that was given up is asked for again.
    if (this.isKilledByUs) return;
    if (message.type === "ready") {
      this.isReady = true;
      this.handlers.onReady();
      return;
    }
    this.noteProgress();
    this.startingFile = message.starting ?? null;
    const outcomes = this.unpack(message);
    if (!outcomes) return;
    if (message.retiring) {
      // It leaves on its own; for the pool it is gone now, with nothing lost.
      this.handlers.onOutcomes(outcomes, true);
      this.gone();
      return;
    }
    this.handlers.onOutcomes(outcomes, message.done);
  }

  /** A process that sends what makes no sense is as broken as one that ended. */
  private unpack(sent: SentOutcomes): ParseOutcome[] | null {
    try {
      return unpackOutcomes(sent);
    } catch {
      this.kill();
      return null;
    }
  }

  private gone(): void {
    if (this.isGone) return;
    this.isGone = true;
    this.handlers.onGone(this.isReady);
  }

  private noteProgress(): void {
    this.progressAt = performance.now();
    this.progressCpuMs = this.readCpuMs();
  }

  /** CPU time of the process so far; without procfs wall time stands for it. */
  private readCpuMs(): number {
    const stat = this.readProc("stat");
    if (stat === null) return performance.now();
    // The second field is the name in parentheses and may hold spaces; utime and stime are fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS;
  }

  private readMemory(): number {
    const statm = this.readProc("statm");
    return statm === null ? 0 : Number(statm.split(" ")[1]) * PAGE_BYTES;
  }

  private readProc(name: string): string | null {
    if (process.platform !== "linux" || this.child.pid === undefined) return null;
    try {
      return readFileSync(`/proc/${this.child.pid}/${name}`, "utf8");
    } catch {
      return null;
    }
  }
}

const RESTING: WorkerHandlers = { onReady() {}, onOutcomes() {}, onGone() {} };
const WORKER_FLAGS: readonly string[] = [];
const KEPT_VARIABLES = [
  "PATH",
  "HOME",
  "TMPDIR",
  "TZ",
  "SystemRoot",
  "CLEW_WORKER_RETIRE_MB",
  "CLEW_CODE_CACHE",
];

function scrubbedEnvironment(): NodeJS.ProcessEnv {
  const kept: NodeJS.ProcessEnv = {};
  for (const name of KEPT_VARIABLES) if (process.env[name] !== undefined) kept[name] = process.env[name];
  return kept;
}
