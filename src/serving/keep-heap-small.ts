import { setFlags } from "../core/v8-flags.ts";

/**
 * By default the heap may grow to several times what is in use before it is collected: a server on 300 files that is
 * asked and edited without a pause went from 160 to 300 MB within half an hour, with 49 MB in use. With this it stays
 * at 165 MB.
 */
export function keepHeapSmall(): void {
  setFlags(["--heap-growing-percent=40"]);
}
