/**
 * Which WebAssembly V8 may optimise; decided for each module when it is loaded. The runtime pays in a run of hundreds of
 * files. A grammar's lexer is one large function, and optimising it takes 0.2 CPU seconds in V8 11, 2.5 in V8 12 and
 * 400 MB in V8 13: in the first two that pays for thousands of files, the memory is never worth it.
 */
import { setFlags } from "../../core/v8-flags.ts";
import type { RunSize } from "../jobs.ts";

const FIRST_GREEDY_V8 = 13;

/** Of the run that this process was started for; other processes, such as tests, are small ones. */
function runSize(): RunSize {
  const given = process.argv[2];
  return given === "medium" || given === "large" ? given : "small";
}

export function beforeRuntimeLoads(): void {
  if (runSize() === "small") keepUnoptimised();
}

export function beforeGrammarsLoad(): void {
  const isGreedy = Number.parseInt(process.versions.v8, 10) >= FIRST_GREEDY_V8;
  if (runSize() !== "large" || isGreedy) keepUnoptimised();
}

function keepUnoptimised(): void {
  setFlags(["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"]);
}
