/** One parsing process as the pool sees it: a supervised child that is given one batch at a time. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { RelPath } from "../core/rel-path.ts";
import { Child } from "../supervision/child.ts";
import { connectByIpc } from "../supervision/connect-ipc.ts";
import type { Ending } from "../supervision/endings.ts";
import {
  type BatchRequest,
  PARSE_PROTOCOL,
  type ParseOutcome,
  type RunSize,
  type WorkerMessage,
} from "./jobs.ts";
import { unpackOutcomes } from "./outcome-parcel.ts";

export interface WorkerHandlers {
  onReady(): void;
  /** `isLeaving`: the process has grown, is done and ends by itself. */
  onOutcomes(outcomes: readonly ParseOutcome[], isDone: boolean, isLeaving: boolean): void;
  /** Called once, unless it was leaving. */
  onGone(loss: WorkerLoss): void;
}

export interface WorkerLoss extends Ending {
  /** It had come up before. */
  wasReady: boolean;
  /** The large file that it was killed over; null when it ended otherwise or which file it was is not known. */
  stuckAt: RelPath | null;
}

export interface WorkerLimits {
  /** V8 heap; WebAssembly memory is outside of it, and both together are bounded by twice as much. */
  memoryMb: number;
  /** CPU time that one file may take before the process is killed. */
  fileMs: number;
}

/** The bundled worker, beside the bundle or, when running from sources, in the build folder. */
export function findWorkerFile(): string {
  for (const place of ["./parse-worker.js", "../../dist/parse-worker.js"]) {
    const file = fileURLToPath(new URL(place, import.meta.url));
    if (existsSync(file)) return file;
  }
  return fileURLToPath(new URL("./parse-worker.js", import.meta.url));
}

const NAME = "a parsing process";
/** What a parsing process reads beyond what every process needs. */
const KEPT_VARIABLES = ["CLEW_WORKER_RETIRE_MB", "CLEW_CODE_CACHE"];
const FINISH = "finish a file";

export class WorkerProcess {
  readonly #child: Child<BatchRequest, WorkerMessage>;
  readonly #fileMs: number;
  #handlers: WorkerHandlers;
  #isReady = false;
  /** The large file it is at. */
  #startingFile: RelPath | null = null;

  constructor(file: string, { memoryMb, fileMs }: WorkerLimits, handlers: WorkerHandlers, size: RunSize) {
    this.#fileMs = fileMs;
    this.#handlers = handlers;
    const program = { file, args: [size], heapMb: memoryMb, keptVariables: KEPT_VARIABLES };
    const limits = {
      name: NAME,
      protocol: PARSE_PROTOCOL,
      heapMb: memoryMb,
      memoryMb: memoryMb * 2,
      startMs: fileMs,
    };
    this.#child = new Child<BatchRequest, WorkerMessage>(connectByIpc(program), limits, {
      onReady: () => {
        this.#isReady = true;
        this.#handlers.onReady();
      },
      onMessage: (message) => this.#receive(message),
      onGone: (ending) => {
        const stuckAt = ending.kind === "timed-out" ? this.#startingFile : null;
        this.#handlers.onGone({ ...ending, wasReady: this.#isReady, stuckAt });
      },
    });
  }

  /** Usable for another run: alive, and nothing of it is being waited for. */
  get isAlive(): boolean {
    return this.#child.isUsable;
  }

  /** Hands an idle process to its next owner. */
  attach(handlers: WorkerHandlers): void {
    this.#handlers = handlers;
    this.#child.setBusy(true);
  }

  /** Nothing is asked of it, and it does not keep this process alive. */
  rest(): void {
    this.#handlers = RESTING;
    this.#child.expect(null);
    this.#child.setBusy(false);
  }

  start(batch: BatchRequest): void {
    this.#child.expect(FINISH, this.#fileMs);
    this.#child.send(batch);
  }

  kill(): void {
    this.#child.kill({ kind: "closed", message: `${NAME} was ended`, blame: "child" });
  }

  #receive(message: WorkerMessage): void {
    this.#startingFile = message.starting ?? null;
    this.#child.expect(message.done ? null : FINISH, this.#fileMs);
    const outcomes = this.#unpack(message);
    if (!outcomes) return;
    const handlers = this.#handlers;
    if (message.retiring) {
      this.rest();
      this.#child.leave();
    }
    handlers.onOutcomes(outcomes, message.done, message.retiring);
  }

  /** A process that sends what makes no sense is as broken as one that ended. */
  #unpack(sent: WorkerMessage): ParseOutcome[] | null {
    try {
      return unpackOutcomes(sent);
    } catch (error) {
      this.#child.kill({ kind: "protocol-broken", message: (error as Error).message, blame: "child" });
      return null;
    }
  }
}

const RESTING: WorkerHandlers = { onReady() {}, onOutcomes() {}, onGone() {} };
