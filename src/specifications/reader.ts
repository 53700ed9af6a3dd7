/** Reads units of files in a process of its own. A unit that ends the process costs one problem, and the others are read. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { connectByIpc } from "../supervision/connect-ipc.ts";
import { CrashBreaker } from "../supervision/crash-breaker.ts";
import { ChildFailure, type EndingKind } from "../supervision/endings.ts";
import { Service } from "../supervision/service.ts";
import { NOTHING_READ, type ReadFiles } from "./contract.ts";
import type { SpecificationErrorCode } from "./errors.ts";
import { isUnitRead, PROTOCOL_VERSION, type ReadRequest, type UnitRead } from "./protocol.ts";
import type { GivenFiles } from "./read-given.ts";

export interface ReaderLimits {
  processFile?: string;
  /** Computing time for one unit. */
  unitMs?: number;
  memoryMb?: number;
}

const START_MS = 20_000;
const IDLE_MS = 60_000;
const MAX_WAITING = 64;
/** Ends that a unit brings about; after others nothing is wrong with the files. */
const BY_A_UNIT: ReadonlySet<EndingKind> = new Set<EndingKind>(["timed-out", "out-of-memory", "crashed"]);

export class SpecificationReader {
  readonly #process: Service<ReadRequest, UnitRead>;
  readonly #unitMs: number;

  constructor({ processFile = findProcessFile(), unitMs = 10_000, memoryMb = 512 }: ReaderLimits = {}) {
    this.#unitMs = unitMs;
    this.#process = new Service({
      name: "the process that reads specifications",
      connect: connectByIpc({ file: processFile, heapMb: memoryMb }),
      protocol: PROTOCOL_VERSION,
      isPart: isUnitRead,
      // Resident memory holds the runtime, too.
      memoryMb: memoryMb * 2,
      heapMb: memoryMb,
      startMs: START_MS,
      idleMs: IDLE_MS,
      maxWaiting: MAX_WAITING,
      // Every unit may end it once, and each is known for it afterwards.
      breaker: new CrashBreaker({ maxCrashes: 50, windowMs: 60_000, firstPauseMs: 10, longestPauseMs: 100 }),
    });
  }

  /** Of each unit, in their order. Never fails but by the signal: what was not read is a problem of its unit. */
  async read(units: readonly GivenFiles[], signal?: AbortSignal): Promise<ReadFiles[]> {
    const found: ReadFiles[] = [];
    while (found.length < units.length) {
      try {
        await this.#readOn(units.slice(found.length), found, signal);
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof ChildFailure)) throw error;
        const isByUnit = BY_A_UNIT.has(error.kind);
        const unit = units[found.length]!;
        if (isByUnit) found.push(await this.#alone(unit, error, signal));
        else
          found.push(
            ...units.slice(found.length).map((one) => failed(one, "SPECIFICATION_READER", error.message)),
          );
      }
    }
    return found;
  }

  close(): void {
    this.#process.close();
  }

  async #readOn(
    units: readonly GivenFiles[],
    found: ReadFiles[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const deadline = { what: "read a file", allowedMs: this.#unitMs };
    const parts = this.#process.ask({
      send: (tell, id) => tell({ type: "read", id, units }),
      first: deadline,
      next: deadline,
      signal,
    });
    for await (const { read } of parts) found.push(read);
  }

  /** A unit of several GraphQL files is read file by file, so that one of them is not the end of all. */
  async #alone(unit: GivenFiles, error: ChildFailure, signal: AbortSignal | undefined): Promise<ReadFiles> {
    if (unit.graphql.length < 2) return failed(unit, "SPECIFICATION_LIMIT", error.message);
    const single = unit.graphql.map((file): GivenFiles => ({ documents: [], referred: [], graphql: [file] }));
    return merged(await this.read(single, signal));
  }
}

function failed(
  { documents, graphql }: GivenFiles,
  code: SpecificationErrorCode,
  message: string,
): ReadFiles {
  const [file] = [...documents, ...graphql];
  return { ...NOTHING_READ, problems: [{ code, message, path: file?.path ?? "" }] };
}

export function merged(parts: readonly ReadFiles[]): ReadFiles {
  return {
    specifications: parts.flatMap(({ specifications }) => specifications),
    resolvers: parts.flatMap(({ resolvers }) => resolvers),
    services: parts.flatMap(({ services }) => services),
    addresses: parts.flatMap(({ addresses }) => addresses),
    gateways: parts.flatMap(({ gateways }) => gateways),
    problems: parts.flatMap(({ problems }) => problems),
  };
}

/** Beside the bundle or, when running from sources, in the build folder. */
function findProcessFile(): string {
  const places = ["./specification-process.js", "../../dist/specification-process.js"];
  const files = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return files.find((file) => existsSync(file)) ?? files[0]!;
}
