/** The process of a compiler below another one: found, killed, stopped. */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** The child of this parent whose command line holds the program; undefined when `isOver` before it is there. */
export async function waitForCompiler(parent, program, isOver) {
  while (!isOver()) {
    const found = compilerOf(parent, program);
    if (found !== undefined) return found;
    await sleep(5);
  }
  return undefined;
}

function compilerOf(parent, program) {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const isChild = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent;
      if (isChild && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(program)) return Number(pid);
    } catch {
      // Gone meanwhile.
    }
  }
  return undefined;
}

/** Whether it was still there. */
export function signal(pid, name) {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}
