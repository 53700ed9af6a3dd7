/**
 * Imported first by the worker. A parsing process lives for seconds, and by default a quarter of its CPU time goes
 * into optimising code that is about to end (nest, 1,948 files: 5.0 CPU seconds as is, 3.9 with these). Set here and
 * not on the command line, where a flag that a later Node drops would keep the process from starting.
 */
import { LATE_OPTIMISING, setFlags } from "../core/v8-flags.ts";

setFlags([
  // Most functions of a grammar never run.
  "--wasm-lazy-compilation",
  // Optimise what has run four times as long as usual, and inline less into it.
  ...LATE_OPTIMISING,
  "--max-inlined-bytecode-size-cumulative=200",
]);
