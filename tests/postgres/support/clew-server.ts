/** A `clew serve` process of the build, with a home of its own, asked over HTTP. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";

const CLI = join(import.meta.dirname, "../../../dist/cli.js");

export interface Answer {
  isFresh: boolean;
  results: { file: string; spans: { symbol: string | null }[] }[];
}

export type Outcome =
  | { kind: "answer"; answer: Answer }
  | { kind: "error"; code: string; message: string; hint: string }
  /** The process ended while it was asked. */
  | { kind: "ended" };

export class ClewServer {
  readonly #child: ChildProcess;
  readonly #url: string;
  readonly #token: string;
  #isKilled = false;

  constructor(child: ChildProcess, url: string, token: string) {
    this.#child = child;
    this.#url = url;
    this.#token = token;
  }

  static async start(homes: string, env: Readonly<Record<string, string>>): Promise<ClewServer> {
    const home = mkdtempSync(join(homes, "home-"));
    const child = spawn(process.execPath, [CLI, "serve", "--port", "0"], {
      cwd: homes,
      env: { PATH: process.env.PATH, CLEW_HOME: home, ...env },
      stdio: ["ignore", "pipe", "ignore"],
    });
    await once(child.stdout!, "data");
    const { url, token } = JSON.parse(readFileSync(join(home, "serve", "server.json"), "utf8")) as {
      url: string;
      token: string;
    };
    return new ClewServer(child, url, token);
  }

  async search(repo: string, query: string): Promise<Outcome> {
    try {
      const response = await fetch(`${this.#url}/api/v1/tools/search`, {
        method: "POST",
        // A connection that is kept may be closed by the server in the moment in which it is used again.
        headers: {
          ...{ authorization: `Bearer ${this.#token}`, "content-type": "application/json" },
          connection: "close",
        },
        body: JSON.stringify({ query, repo, format: "json" }),
      });
      const { data, error } = (await response.json()) as { data: Answer; error?: Record<string, string> };
      if (!error) return { kind: "answer", answer: data };
      return { kind: "error", code: error.code!, message: error.message!, hint: error.hint ?? "" };
    } catch (error) {
      if (this.#isKilled) return { kind: "ended" };
      const { exitCode, signalCode } = this.#child;
      throw new Error(`no answer; the server's exit: ${exitCode ?? signalCode ?? "none"}`, { cause: error });
    }
  }

  async kill(): Promise<void> {
    this.#isKilled = true;
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await ended;
  }
}
