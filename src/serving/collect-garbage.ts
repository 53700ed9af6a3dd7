import { getHeapSpaceStatistics } from "node:v8";
import { runInNewContext } from "node:vm";
import { setFlags } from "../core/v8-flags.ts";

/** Below this, moving what is alive together costs more than the pages are worth. */
const MANY_HOLES_BYTES = 8 * 1024 * 1024;

let collect: (() => void) | undefined;

/**
 * Node hands memory back late when nothing is allocated; a serving process that idles must not sit on it. What is alive
 * lies scattered after many short lives, and V8 keeps a page for a single object: a server that was edited under for half
 * an hour held 20 MB of holes. Where there are many, what is alive is moved together.
 */
export function collectGarbage(): void {
  if (!collect) {
    setFlags(["--expose-gc"]);
    collect = runInNewContext("gc") as () => void;
  }
  collect();
  if (holesBytes() < MANY_HOLES_BYTES) return;
  setFlags(["--compact-on-every-full-gc"]);
  collect();
  setFlags(["--no-compact-on-every-full-gc"]);
}

/** What old objects' pages take beyond the objects. */
export function holesBytes(): number {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space");
  return space ? space.physical_space_size - space.space_used_size : 0;
}
