/**
 * Imported first by the worker. A parsing process lives for seconds, and by default a quarter of its CPU time goes
 * into optimising code that is about to end (nest, 1,948 files: 5.0 CPU seconds as is, 3.9 with these). Set here and
 * not on the command line, where a flag that a later Node drops would keep the process from starting.
 */
import { LATE_OPTIMISING, setFlags } from "../core/v8-flags.ts";
import { BRIEF } from "./jobs.ts";

setFlags([
  // Most functions of a grammar never run.
  "--wasm-lazy-compilation",
  // Optimise what has run four times as long as usual, and inline less into it.
  ...LATE_OPTIMISING,
  "--max-inlined-bytecode-size-cumulative=200",
]);
// A lexer is one large function. To optimise it takes 0.2 CPU seconds in V8 11, 2.5 in V8 12 and 400 MB in V8 13. The
// flags that follow from the first have to be said where flags are set late.
if (process.argv.includes(BRIEF))
  setFlags(["--liftoff-only", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering"]);
