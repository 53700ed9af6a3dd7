/** The oracle process as its bed sees it: started when asked, started again when an index killed it. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { DIST } from "./world.mjs";

const SCRIPT = fileURLToPath(new URL("./oracle-process.mjs", import.meta.url));

export class Oracle {
  #child = null;
  #lines = null;
  /** How often the process ended while it was asked something. */
  deaths = 0;

  constructor(dist = DIST) {
    this.dist = dist;
  }

  /** What is in the index; `error` when it cannot be read, `died` when it brought the reader down. */
  async ask(request, deadlineMs = 30_000) {
    this.#start();
    this.#child.stdin.write(`${JSON.stringify({ dist: this.dist, ...request })}\n`);
    const timer = setTimeout(() => this.#child?.kill("SIGKILL"), deadlineMs);
    const { value, done } = await this.#lines.next();
    clearTimeout(timer);
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
