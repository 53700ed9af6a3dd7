/** A `clew mcp` process and the few lines of JSON-RPC that are needed to ask it something. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DIST } from "./world.mjs";

const PROTOCOL = "2025-11-25";

export class McpProcess {
  #next = 1;
  #waiting = new Map();

  /** `enter`: a command that the server is started by. */
  constructor(root, home, dist = DIST, enter = []) {
    const [command, ...args] = [...enter, process.execPath, join(dist, "cli.js"), "mcp"];
    this.child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, CLEW_HOME: home },
      stdio: ["pipe", "pipe", "ignore"],
    });
    this.child.stdin.on("error", () => {});
    this.ended = new Promise((resolve) => this.child.on("exit", (code, signal) => resolve({ code, signal })));
    this.ended.then(() => {
      for (const { reject } of this.#waiting.values()) reject(new Error("the server ended"));
      this.#waiting.clear();
    });
    createInterface({ input: this.child.stdout }).on("line", (line) => {
      const message = JSON.parse(line);
      const waiting = this.#waiting.get(message.id);
      if (!waiting) return;
      this.#waiting.delete(message.id);
      if (message.error) waiting.reject(new Error(message.error.message));
      else waiting.resolve(message.result);
    });
  }

  async initialize() {
    await this.request("initialize", {
      protocolVersion: PROTOCOL,
      capabilities: {},
      clientInfo: { name: "faults", version: "1" },
    });
    this.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
  }

  /** The text of the tool's answer; `isError` as the tool said. */
  async call(name, args) {
    const result = await this.request("tools/call", { name, arguments: args });
    return { text: result.content.map(({ text }) => text).join("\n"), isError: result.isError === true };
  }

  request(method, params) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ jsonrpc: "2.0", id, method, params });
    });
  }

  #send(message) {
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** Resident memory in MB and open descriptors of the server itself. */
  usage() {
    const status = readFileSync(`/proc/${this.child.pid}/status`, "utf8");
    return {
      rssMb: Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024,
      descriptors: readdirSync(`/proc/${this.child.pid}/fd`).length,
    };
  }

  async close() {
    this.child.stdin.end();
    return this.ended;
  }
}
