/** Why a child process is gone or was given up, and the error of a request that ended with it. */

export const ENDINGS = {
  unavailable: "the program is not there or may not be run",
  "load-failed": "it ended before it was ready",
  "timed-out": "it did not do in time what it was asked for",
  "out-of-memory": "it needed more memory than it may have, or than there is",
  crashed: "it ended, and nobody asked it to",
  "protocol-broken": "it speaks another version of the protocol, or what cannot be read",
  cancelled: "nobody waits for the answer any more",
  busy: "too many requests were waiting already",
  stopped: "it crashed so often that it is left alone for a while",
  closed: "its owner ended it",
} as const;

export type EndingKind = keyof typeof ENDINGS;

export interface Ending {
  kind: EndingKind;
  message: string;
  /**
   * `machine`: memory or computing time that the system did not give, or a kill from outside. Says nothing of the work that the process was at;
   * the same work may succeed at another time.
   */
  blame: "child" | "machine";
}

/** What a request fails with; its owner makes an error of its own folder of it. */
export class ChildFailure extends Error {
  readonly kind: EndingKind;

  constructor(kind: EndingKind, message: string) {
    super(message);
    this.name = "ChildFailure";
    this.kind = kind;
  }
}

/** The child answered a request with a failure of its own; `code` is a word of its protocol. */
export class RequestRefused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "RequestRefused";
    this.code = code;
  }
}

/** A child ends with this when the system refuses memory that every such child needs, whatever its work. */
export const NO_MEMORY_EXIT = 71;

/** Of V8, on a heap that cannot grow: by its own limit, or because the system gives nothing. */
const HEAP_FULL = /heap out of memory/i;
/** How full the heap was at the last collection, in megabytes: `… 93.1 (104.2) -> 92.8 (104.9) MB`. */
const HEAP_AT_LAST = /-> ([\d.]+) \([\d.]+\) MB(?![\s\S]*-> [\d.]+ \()/;
/** A heap that fails below this share of its limit was refused memory. */
const NEAR_LIMIT = 0.6;
const REFUSED_MEMORY = /could not allocate memory|cannot allocate|fatal process out of memory|\bENOMEM\b/i;

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The end of what it wrote to standard error. */
  stderr: string;
  wasReady: boolean;
  /** For the message: "the compiler". */
  name: string;
  /** Limit of V8's heap; null for a program that has none. */
  heapMb: number | null;
}

/** What an exit that nobody asked for means. */
export function endingOfExit(exit: Exit): Ending {
  const { code, signal, stderr, wasReady, name } = exit;
  if (code === NO_MEMORY_EXIT || REFUSED_MEMORY.test(stderr) || isHeapRefused(exit)) {
    return { kind: "out-of-memory", message: `the system refused memory to ${name}`, blame: "machine" };
  }
  if (HEAP_FULL.test(stderr)) {
    return { kind: "out-of-memory", message: `${name} reached the limit of its heap`, blame: "child" };
  }
  const how = signal ? `by ${signal}` : `with code ${code}`;
  const message = `${name} ended ${how}${wasReady ? "" : " before it was ready"}`;
  if (signal === "SIGKILL") return { kind: "crashed", message, blame: "machine" };
  return { kind: wasReady ? "crashed" : "load-failed", message, blame: "child" };
}

function isHeapRefused({ stderr, heapMb }: Exit): boolean {
  const usedMb = HEAP_AT_LAST.exec(stderr)?.[1];
  return (
    heapMb !== null && HEAP_FULL.test(stderr) && usedMb !== undefined && Number(usedMb) < heapMb * NEAR_LIMIT
  );
}
