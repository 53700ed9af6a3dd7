// @ts-check
/** A client of a language server over stdio, as small as the benchmarks need it. */
import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";

export class LanguageServer {
  #process;
  #next = 1;
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();
  /** @type {((message: any) => void)[]} */
  #listeners = [];
  #buffer = Buffer.alloc(0);

  /** @param {string} command @param {string[]} args @param {string} cwd */
  constructor(command, args, cwd) {
    this.#process = spawn(command, args, { cwd, stdio: ["pipe", "pipe", "ignore"] });
    this.#process.stdout.on("data", (chunk) => this.#read(chunk));
    this.#process.on("exit", (code) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`${command} ended with ${code}`));
    });
  }

  /** @param {(message: any) => void} listener */
  onNotification(listener) {
    this.#listeners.push(listener);
  }

  /** @param {string} root @param {object} [options] */
  async initialize(root, options = {}) {
    const uri = pathToFileURL(root).href;
    await this.request("initialize", {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: "tree" }],
      capabilities: {
        window: { workDoneProgress: true },
        textDocument: { definition: { linkSupport: false } },
      },
      initializationOptions: options,
    });
    this.notify("initialized", {});
  }

  /** @param {string} method @param {any} params @returns {Promise<any>} */
  request(method, params) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ jsonrpc: "2.0", id, method, params });
    });
  }

  /** @param {string} method @param {any} params */
  notify(method, params) {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  end() {
    this.#process.kill();
  }

  /** @param {any} message */
  #send(message) {
    const body = Buffer.from(JSON.stringify(message));
    this.#process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.#process.stdin.write(body);
  }

  /** @param {Buffer} chunk */
  #read(chunk) {
    this.#buffer = Buffer.concat([this.#buffer, chunk]);
    for (;;) {
      const head = this.#buffer.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.#buffer.toString("latin1", 0, head))?.[1]);
      if (this.#buffer.length < head + 4 + length) return;
      const message = JSON.parse(this.#buffer.toString("utf8", head + 4, head + 4 + length));
      this.#buffer = this.#buffer.subarray(head + 4 + length);
      this.#handle(message);
    }
  }

  /** @param {any} message */
  #handle(message) {
    if (message.method !== undefined && message.id !== undefined) {
      // Questions of the server: it does without our settings.
      const isConfiguration = message.method === "workspace/configuration";
      const result = isConfiguration ? message.params.items.map(() => null) : null;
      this.#send({ jsonrpc: "2.0", id: message.id, result });
    } else if (message.method !== undefined) for (const listener of this.#listeners) listener(message);
    else {
      this.#waiting.get(message.id)?.resolve(message.result ?? null);
      this.#waiting.delete(message.id);
    }
  }
}
