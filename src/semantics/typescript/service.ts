/**
 * The compiler service as the engine uses it, over a supervised process. Only what changed is sent to it, and what a
 * failed request still owed is computed with the next one.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { AppError } from "../../core/errors.ts";
import type { SymbolFact } from "../../core/facts.ts";
import { connectByIpc } from "../../supervision/connect-ipc.ts";
import { CrashBreaker } from "../../supervision/crash-breaker.ts";
import { type ServiceStatus as ProcessStatus, Service } from "../../supervision/service.ts";
import { asAppError, CODE_OF_ENDING, compilerFailure } from "../compiler-failures.ts";
import type { PackageProblem } from "../contract.ts";
import type { SemanticsErrorCode } from "../errors.ts";
import { isAnalysisPart } from "./check-part.ts";
import type { AnalysedFile, FileInput } from "./project.ts";
import { type AnalysisPart, PROTOCOL_VERSION, type ToService } from "./protocol.ts";
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

export interface ServiceStatus extends ProcessStatus {
  lastError: { code: SemanticsErrorCode; message: string } | null;
}

export interface TypeScriptService {
  /** Streams the links of each computed file, wanted ones first. Fails with an AppError; what came before stays valid. */
  analyse(request: AnalyseRequest): AsyncGenerator<AnalysedFile>;
  /** Of configuration files, as they were when it was last asked. */
  problems(): readonly PackageProblem[];
  status(): ServiceStatus;
  close(): void;
}

const CHANGE_PART = 1_000;
const START_MS = 20_000;

export function createTypeScriptService(options: ServiceOptions = {}): TypeScriptService {
  return new CompilerService(options);
}

/** The bundled service, beside the bundle or, when running from sources, in the build folder. */
function findServiceFile(): string {
  const places = ["./ts-service.js", "../../../dist/ts-service.js"];
  const files = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return files.find((file) => existsSync(file)) ?? files[0]!;
}

class CompilerService implements TypeScriptService {
  readonly #process: Service<ToService, AnalysisPart>;
  readonly #loadMs: number;
  readonly #fileMs: number;
  #lastError: ServiceStatus["lastError"] = null;
  #problems: readonly PackageProblem[] = [];
  /** What the present process knows: root, path → hash. */
  #known: { root: string; hashes: Map<string, string> } | null = null;
  /** Root → files whose links were asked for and not delivered. */
  readonly #owed = new Map<string, Set<string> | "all">();

  constructor(options: ServiceOptions) {
    const { serviceFile = findServiceFile(), memoryMb = 2_048 } = options;
    this.#loadMs = options.loadMs ?? 120_000;
    this.#fileMs = options.fileMs ?? 30_000;
    this.#process = new Service({
      name: "the compiler process",
      connect: connectByIpc({ file: serviceFile, heapMb: memoryMb }),
      protocol: PROTOCOL_VERSION,
      isPart: isAnalysisPart,
      memoryMb,
      heapMb: memoryMb,
      startMs: START_MS,
      idleMs: options.idleMs ?? 5 * 60_000,
      maxWaiting: options.maxWaiting ?? 64,
      breaker: options.breaker ?? new CrashBreaker(),
    });
    this.#process.onLost = ({ kind, message }) => this.#note(compilerFailure(CODE_OF_ENDING[kind], message));
  }

  async *analyse(request: AnalyseRequest): AsyncGenerator<AnalysedFile> {
    const { root } = request;
    const parts = this.#process.ask({
      onTurn: () => this.#owe(root, request.wanted),
      send: (tell, id, isNew) => {
        this.#sendChanges(tell, request, isNew);
        const owed = this.#owed.get(root);
        tell({ type: "analyse", id, wanted: owed === "all" ? "all" : [...(owed ?? [])] });
      },
      first: { what: "load the project", allowedMs: this.#loadMs },
      next: { what: "finish a file", allowedMs: this.#fileMs },
      signal: request.signal,
    });
    try {
      for await (const part of parts) {
        if (part.type === "planned") {
          this.#owed.set(root, new Set(part.paths));
          this.#problems = part.problems;
          continue;
        }
        for (const result of part.results) {
          yield result;
          const left = this.#owed.get(root);
          if (left instanceof Set) left.delete(result.path);
        }
      }
    } catch (error) {
      throw this.#note(asAppError(error));
    }
  }

  problems(): readonly PackageProblem[] {
    return this.#problems;
  }

  status(): ServiceStatus {
    return { ...this.#process.status(), lastError: this.#lastError };
  }

  close(): void {
    this.#process.close();
  }

  /** Only differences to what the process knows travel. */
  #sendChanges(tell: (message: ToService) => void, request: AnalyseRequest, isNew: boolean): void {
    const { root, files, symbolsOf } = request;
    if (isNew || this.#known?.root !== root) {
      this.#known = { root, hashes: new Map() };
      tell({ type: "open", root });
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
      tell({ type: "change", changed, removed: [] });
      changed = [];
    }
    const removed = [...hashes.keys()].filter((path) => !now.has(path));
    for (const path of removed) hashes.delete(path);
    if (changed.length > 0 || removed.length > 0) tell({ type: "change", changed, removed });
  }

  #owe(root: string, wanted: readonly string[] | "all"): void {
    const owed = this.#owed.get(root);
    if (wanted === "all" || owed === "all") this.#owed.set(root, "all");
    else this.#owed.set(root, new Set([...(owed ?? []), ...wanted]));
  }

  #note(error: unknown): unknown {
    if (error instanceof AppError)
      this.#lastError = { code: error.code as SemanticsErrorCode, message: error.message };
    return error;
  }
}
