import { expect, test } from "vitest";
import { type Exit, endingOfExit, NO_MEMORY_EXIT } from "./endings.ts";
import { isRefusedMemory } from "./refused-memory.ts";

const EXIT: Exit = { code: null, signal: null, stderr: "", wasReady: true, name: "it", heapMb: 512 };
const heap = (usedMb: number) =>
  `<--- Last few GCs --->\n[1:0x1] 90 ms: Scavenge 20.0 (30.0) -> 19.0 (31.0) MB\n[1:0x1] 99 ms: Mark-Compact ${usedMb}.3 (${usedMb + 9}.1) -> ${usedMb}.1 (${usedMb + 9}.4) MB, 3 ms\n<--- JS stacktrace --->\nFATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory`;

test.each([
  ["the exit that says so", { code: NO_MEMORY_EXIT }, "out-of-memory", "machine"],
  ["a heap at its limit", { signal: "SIGABRT", stderr: heap(508) }, "out-of-memory", "child"],
  ["a heap far below its limit", { signal: "SIGABRT", stderr: heap(90) }, "out-of-memory", "machine"],
  [
    "an engine that gets no memory",
    { signal: "SIGTRAP", stderr: "# Fatal process out of memory: Zone" },
    "out-of-memory",
    "machine",
  ],
  ["a kill from outside", { signal: "SIGKILL" }, "crashed", "machine"],
  ["a trap", { signal: "SIGSEGV" }, "crashed", "child"],
  ["an exit before the greeting", { code: 1, wasReady: false }, "load-failed", "child"],
] as const)("%s is told apart", (_, exit, kind, blame) => {
  expect(endingOfExit({ ...EXIT, ...exit })).toMatchObject({ kind, blame });
});

test.each([
  [new RangeError("WebAssembly.Memory(): could not allocate memory"), true],
  [
    new RangeError("WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance"),
    true,
  ],
  [new RangeError("Array buffer allocation failed"), true],
  [Object.assign(new Error("spawn"), { code: "ENOMEM" }), true],
  [new RangeError("Maximum call stack size exceeded"), false],
  [new RangeError("Invalid string length"), false],
  [new Error("out of memory, says the file"), false],
])("%s: memory refused by the system: %s", (error, expected) => {
  expect(isRefusedMemory(error)).toBe(expected);
});
