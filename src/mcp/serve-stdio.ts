/**
 * The server on standard input and output. `initialize` is answered before the engine is loaded; indexing begins
 * once the client is there and never holds up the protocol. Nothing but MCP is written to standard output.
 */
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { surviveRejections } from "../serving/survive-rejections.ts";
import { type Profile, type Reach, ToolRunner } from "../serving/tool-runner.ts";
import { clewFeatures } from "./clew-features.ts";
import { MessageLines } from "./message-lines.ts";
import { createShell } from "./server-shell.ts";

/** A client that closed its end expects the process gone within a second. */
const CLOSE_MS = 700;

export interface ServeOptions {
  /** Asked about unless a call names another; default: the client's first root, else the working folder. */
  root?: string | undefined;
  /** Which tools are offered; the setting decides when absent. */
  profile?: Profile | undefined;
  /** Which folders calls may name; the setting decides when absent. */
  roots?: Reach | undefined;
}

/** Serves until the client goes away or a signal asks to stop. */
export async function serveMcp(options: ServeOptions): Promise<void> {
  surviveRejections();
  const runner = new ToolRunner({ profile: options.profile, roots: options.roots });
  runner.restWhenIdle();
  const features = clewFeatures(runner);
  const transport = new EndingTransport();
  const stop = () => void transport.close();
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  serveStdio(() => createShell(features, { root: options.root, fallbackRoot: process.cwd() }), {
    transport,
    onerror: (error) => process.stderr.write(`clew: ${error.message.slice(0, 500)}\n`),
  });
  await transport.ended;
  await Promise.race([runner.close(), new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())]);
}

/** Tells when it ended for whatever reason: end of input or a broken pipe. */
class EndingTransport extends StdioServerTransport {
  readonly ended: Promise<void>;
  readonly #end: () => void;

  constructor() {
    super(process.stdin.pipe(new MessageLines(process.stdout)), process.stdout);
    let end = () => {};
    this.ended = new Promise((resolve) => {
      end = resolve;
    });
    this.#end = end;
  }

  override async close(): Promise<void> {
    await super.close();
    this.#end();
  }
}
