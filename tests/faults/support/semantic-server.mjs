/** A server whose compilers are disturbed, as its bed sees it: it lives through all that happens to them. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("./semantic-server-process.mjs", import.meta.url));

export class SemanticServer {
  #child;
  #lines;

  constructor({ dist, root, home, variables = {} }) {
    this.#child = spawn(process.execPath, [SCRIPT, join(dist, "index.js"), root, home], {
      env: { ...process.env, ...variables },
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#child.stdin.on("error", () => {});
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  get pid() {
    return this.#child.pid;
  }

  /** Code of what failed; null when all compilers were asked. */
  async pass() {
    return (await this.#ask({ what: "pass" })).code;
  }

  async dump() {
    return (await this.#ask({ what: "dump" })).dump;
  }

  async close() {
    const ended = new Promise((resolve) => this.#child.once("close", resolve));
    this.#child.stdin.end();
    await ended;
  }

  async #ask(request) {
    this.#child.stdin.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await this.#lines.next();
    if (done) throw new Error("the server ended");
    return JSON.parse(value);
  }
}
