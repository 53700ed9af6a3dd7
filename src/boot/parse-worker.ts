/** Entry of a parsing process: flags of V8 first, then the program. */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { LITTLE_INLINING, optimisingLater, setFlags } from "../core/v8-flags.ts";
import { CachedBundle } from "./cached-bundle.ts";

// A parsing process lives for seconds, and by default a quarter of its CPU time goes into optimising code that is about
// to end (nest, 1,948 files: 5.0 CPU seconds as is, 3.9 with these). Set here and not on the command line, where a flag
// that a later Node drops would keep the process from starting.
setFlags([
  // Most functions of a grammar never run.
  "--wasm-lazy-compilation",
  ...optimisingLater(4),
  LITTLE_INLINING,
]);

const bundle = new CachedBundle(dirname(fileURLToPath(import.meta.url)));
const step = process.env.CLEW_CODE_CACHE;
if (step === "save" && process.send) saveAfterBatches(process.send);
bundle.load("parse-worker-main.js");
if (step === "check") bundle.finish(step);

/** Part of the build. At the end such a process is killed, so it is done before a batch is reported. */
function saveAfterBatches(send: NonNullable<typeof process.send>): void {
  process.send = function (this: typeof process, message: { done?: boolean }, ...rest: unknown[]): boolean {
    if (message.done) {
      // As they were when the bundle was loaded: grammars are loaded with others.
      setFlags(["--wasm-tier-up", "--wasm-dynamic-tiering"]);
      bundle.finish("save");
    }
    return Reflect.apply(send, this, [message, ...rest]) as boolean;
  };
}
