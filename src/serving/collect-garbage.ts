import { runInNewContext } from "node:vm";
import { setFlags } from "../core/v8-flags.ts";

let collect: (() => void) | undefined;

/** Node hands memory back late when nothing is allocated; a serving process that idles must not sit on it. */
export function collectGarbage(): void {
  if (!collect) {
    setFlags(["--expose-gc"]);
    collect = runInNewContext("gc") as () => void;
  }
  collect();
}
