/**
 * The system calls that an update makes on files of its home, as strace sees them. Most calls of a Node process are on
 * modules and pipes; `-P` restricts both the trace and what is counted for a fault to the paths of the home, so that
 * the nth call is the nth one there.
 */
import { readFileSync } from "node:fs";
import { run } from "./world.mjs";

/** Made on the home, but change nothing in it. */
const LOOKING_ON = [
  "access",
  "close",
  "fstat",
  "getdents64",
  "lseek",
  "newfstatat",
  "readlink",
  "statfs",
  "statx",
];

/**
 * Runs an update under strace; `lines` is the trace, `isHit` says whether the fault was there. strace counts per kind
 * of call and per thread; so one thread for file work. `args`: what to trace and which fault to inject.
 */
export async function traceUpdate({ world, home, dist, args }) {
  const trace = world.path("trace");
  const command = ["-f", "-qq", "-o", trace, ...args];
  const { signal, isLate } = await run(
    "strace",
    [...command, process.execPath, `${dist}/cli.js`, "index", world.root],
    { env: { CLEW_HOME: home, CLEW_WORKERS: "1", UV_THREADPOOL_SIZE: "1" } },
  );
  const lines = readFileSync(trace, "utf8").split("\n");
  // strace ends as the process did that it started. Its trace tells less: an update kills its own parsing processes.
  const isKilled = signal === "SIGKILL" && !isLate;
  return { lines, isHit: isKilled || lines.some((line) => line.includes("(INJECTED)")) };
}

/**
 * An undisturbed update: the paths of its home that it touches and, for each kind of call on them, how many there were
 * and how many of them the busiest thread made, which is as far as a fault can reach.
 */
export async function surveyHomeCalls({ world, home, dist }) {
  const { lines } = await traceUpdate({ world, home, dist, args: ["-y", "-e", "trace=%file,%desc"] });
  const paths = new Set();
  const threads = new Map();
  for (const line of lines.filter((each) => each.includes(home))) {
    const [, thread, kind] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    if (!kind || LOOKING_ON.includes(kind)) continue;
    if (!threads.has(kind)) threads.set(kind, new Map());
    const perThread = threads.get(kind);
    perThread.set(thread, (perThread.get(thread) ?? 0) + 1);
    for (const [, quoted, opened] of line.matchAll(/"([^"]*)"|<([^<>]*)>/g)) {
      const path = quoted ?? opened;
      if (path === home || path.startsWith(`${home}/`)) paths.add(path);
    }
  }
  const kinds = new Map();
  for (const [kind, perThread] of threads) {
    const counts = [...perThread.values()];
    kinds.set(kind, { all: counts.reduce((sum, count) => sum + count, 0), most: Math.max(...counts) });
  }
  return { paths: [...paths].sort(), kinds };
}

/** Arguments that trace one kind of call on these paths, with a fault when one is given. */
export function onlyOn(paths, kind, fault) {
  // With --seccomp-bpf the process stops at traced calls only; strace 6.1 then injects no signals.
  const speed = fault?.includes("signal=") ? [] : ["--seccomp-bpf"];
  const injection = fault ? ["-e", `inject=${kind}:${fault}`] : [];
  return [...speed, "-e", `trace=${kind}`, ...injection, ...paths.flatMap((path) => ["-P", path])];
}
