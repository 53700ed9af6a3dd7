/**
 * Imported first by the worker. A parsing process lives for seconds, and by default a quarter of its CPU time goes
 * into optimising code that is about to end (nest, 1,948 files: 5.0 CPU seconds as is, 3.9 with these). Set here and
 * not on the command line, where a flag that a later Node drops would keep the process from starting.
 */
import { setFlagsFromString } from "node:v8";

for (const flag of [
  // Most functions of a grammar never run.
  "--wasm-lazy-compilation",
  // Optimise what has run four times as long as usual, and inline less into it.
  "--interrupt-budget=600000",
  "--max-inlined-bytecode-size-cumulative=200",
]) {
  setFlagsFromString(flag);
}
