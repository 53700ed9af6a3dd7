/**
 * Which WebAssembly V8 may optimise; decided for each module when it is loaded. The runtime pays in a run of hundreds of
 * files. A grammar's lexer is one large function: optimising it takes 0.05 (TypeScript) to 0.25 (Markdown) CPU seconds in
 * V8 11, ten times that in V8 12 and 400 MB in V8 13, and V8 begins after a dozen calls, for one README. Read without, a
 * megabyte costs 0.04 CPU seconds more. So grammars are loaded to stay as they are; in a large run one that has read
 * megabytes is loaded again, and that copy may be optimised. The memory of V8 13 is never worth it.
 */
import { setFlags } from "../../core/v8-flags.ts";
import type { RunSize } from "../jobs.ts";

const FIRST_GREEDY_V8 = 13;
/** What a grammar reads before it is loaded again, in UTF-16 units. */
const OPTIMISE_AFTER = 4_000_000;

/** Of the run that this process was started for; other processes, such as tests, are small ones. */
function runSize(): RunSize {
  const given = process.argv[2];
  return given === "medium" || given === "large" ? given : "small";
}

export function beforeRuntimeLoads(): void {
  if (runSize() === "small") keepUnoptimised();
}

export function beforeGrammarsLoad(): void {
  keepUnoptimised();
}

/** Whether a grammar that has read so many units is worth optimising. */
export function isWorthOptimising(readUnits: number): boolean {
  if (readUnits < OPTIMISE_AFTER || runSize() !== "large") return false;
  return Number.parseInt(process.versions.v8, 10) < FIRST_GREEDY_V8;
}

/** What `load` loads may be optimised; nothing else may be loaded meanwhile. */
export async function loadOptimisable<T>(load: () => Promise<T>): Promise<T> {
  setFlags(["--wasm-tier-up", "--wasm-dynamic-tiering"]);
  try {
    return await load();
  } finally {
    keepUnoptimised();
  }
}

function keepUnoptimised(): void {
  setFlags(["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"]);
}
