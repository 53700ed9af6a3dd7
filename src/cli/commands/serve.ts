import { type Command, Option } from "commander";
import { AppError } from "../../core/errors.ts";
import { DEFAULT_PORT, type ServerRecord, serverFile } from "../../daemon/server-file.ts";
import { serveFolder } from "../../engine/serve-lock.ts";
import { EXIT } from "../exit-codes.ts";
import { type CliContext, printJsonLine, printLine } from "../output.ts";

interface ServeFlags {
  port: number;
  root?: string;
  profile?: "default" | "full";
  detach?: boolean;
  newToken?: boolean;
  allowOrigin: string[];
  json?: boolean;
  ui?: boolean;
}

export function addServeCommand(program: Command, context: CliContext): void {
  program
    .command("serve")
    .summary("Serve several repositories over MCP and HTTP on this machine")
    .description(
      "Serves MCP (/mcp) and a JSON API on the loopback address, for several repositories, until it is stopped. Callers need its token. docs/http.md describes it.",
    )
    .addOption(
      new Option("--port <number>", "the port; 0 takes any that is free")
        .default(DEFAULT_PORT)
        .argParser((text) => readPort(text)),
    )
    .option("--root <folder>", "the folder to ask about when a call names none")
    .addOption(
      new Option("--profile <name>", "tools that MCP clients are offered; the API has every tool").choices([
        "default",
        "full",
      ]),
    )
    .option("--allow-origin <origins...>", "origins of web pages that may call, beside the server's own", [])
    .option("--new-token", "make a new token; clients need it in their configuration")
    .option("--detach", "start it in the background and return when it is ready")
    .option("--ui", "also print a link that signs a browser in to the page, once")
    .option("--json", "for programs")
    .action(async (flags: ServeFlags) => {
      const announce = (record: ServerRecord, newLink?: () => string) => {
        printReady(context, record, flags.json ?? false);
        if (flags.ui && newLink) printLine(context, `page: ${newLink()}`);
      };
      // Loaded here: no other command needs the servers, and each starts faster without them.
      if (flags.detach) {
        const { serveDetached } = await import("../../daemon/detach.ts");
        const record = await serveDetached(process.argv.slice(2).filter((arg) => arg !== "--detach"));
        const { askForSignInLink } = await import("../../daemon/server-client.ts");
        const link = flags.ui ? await askForSignInLink(record) : null;
        announce(record, link === null ? undefined : () => link);
        return;
      }
      const { serve } = await import("../../daemon/serve.ts");
      const end = await serve({
        port: flags.port,
        root: flags.root,
        profile: flags.profile,
        allowOrigins: flags.allowOrigin,
        isNewToken: flags.newToken,
        signal: context.signal,
        onReady: announce,
      });
      if (end === "memory") {
        context.stderr.write(
          "clew: the memory ceiling could not be kept (serveMemoryMb); the server ended\n",
        );
        context.exitCode = EXIT.error;
      }
    });
  program
    .command("stop")
    .description("Ends the server that `clew serve` started, and nothing else.")
    .action(async () => {
      const { stopServer } = await import("../../daemon/stop.ts");
      const { pid, url } = await stopServer();
      printLine(context, `stopped the server at ${url} (pid ${pid})`);
    });
}

function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new AppError("INPUT_INVALID", `--port ${text} is not a port`, {
      hint: "give a number from 0 to 65535",
    });
  return port;
}

function printReady(context: CliContext, record: ServerRecord, isJson: boolean): void {
  const file = serverFile(serveFolder());
  if (isJson) {
    // The token stays in its file: output is kept in logs and scrollback.
    const { token: _, ...shown } = record;
    printJsonLine(context, { ...shown, mcp: `${record.url}/mcp`, tokenFile: file });
    return;
  }
  printLine(context, `clew serves ${record.url} (pid ${record.pid}); MCP at ${record.url}/mcp`);
  printLine(context, `token: ${file}`);
  printLine(context, "clew stop ends it");
}
