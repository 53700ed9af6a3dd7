import { setFlags } from "../../core/v8-flags.ts";
import { BRIEF } from "../jobs.ts";

/**
 * Called when the runtime is loaded and no grammar is: grammars loaded from then on stay as they are first compiled.
 * A lexer is one large function, and optimising it takes 0.2 CPU seconds in V8 11, 2.5 in V8 12 and 400 MB in V8 13.
 * In the first two that pays for thousands of files; the memory is never worth it.
 */
export function keepGrammarsUnoptimised(): void {
  const isBrief = process.argv.includes(BRIEF);
  if (isBrief || Number.parseInt(process.versions.v8, 10) >= 13)
    setFlags(["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"]);
}
