/** The oracle process as its bed sees it: started when asked, started again when an index killed it. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { DIST } from "./world.mjs";

const WATCH_EVERY_MS = 500;
/** On a busy machine wall time runs ahead of computing time; beyond this factor a reader hangs. */
const MAX_WALL_FACTOR = 20;
const CLOCK_TICK_MS = 10;

const SCRIPT = fileURLToPath(new URL("./oracle-process.mjs", import.meta.url));

export class Oracle {
  #child = null;
  #lines = null;
  /** How often the process ended while it was asked something. */
  deaths = 0;

  constructor(dist = DIST) {
    this.dist = dist;
  }

  /** What is in the index; `error` when it cannot be read, `died` when it brought the reader down. The deadline is of computing time. */
  async ask(request, deadlineMs = 30_000) {
    this.#start();
    this.#child.stdin.write(`${JSON.stringify({ dist: this.dist, ...request })}\n`);
    const end = endWhenStuck(this.#child, deadlineMs);
    const { value, done } = await this.#lines.next();
    end();
    if (!done) return JSON.parse(value);
    this.deaths += 1;
    this.#child = null;
    return { died: true };
  }

  close() {
    this.#child?.stdin.end();
    this.#child = null;
  }

  #start() {
    if (this.#child) return;
    this.#child = spawn(process.execPath, [SCRIPT], { stdio: ["pipe", "pipe", "inherit"] });
    this.#child.stdin.on("error", () => {});
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }
}

/** Returns what stops the watch. */
function endWhenStuck(child, deadlineMs) {
  const [sinceMs, sinceCpuMs] = [Date.now(), cpuMsOf(child.pid)];
  const watch = setInterval(() => {
    const isHung = Date.now() - sinceMs > deadlineMs * MAX_WALL_FACTOR;
    if (isHung || cpuMsOf(child.pid) - sinceCpuMs > deadlineMs) child.kill("SIGKILL");
  }, WATCH_EVERY_MS);
  return () => clearInterval(watch);
}

function cpuMsOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [user, system] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13);
    return (Number(user) + Number(system)) * CLOCK_TICK_MS;
  } catch {
    return 0;
  }
}
