import { spawn } from "node:child_process";
import type { Command } from "commander";
import { AppError } from "../../core/errors.ts";
import { serveFolder } from "../../engine/serve-lock.ts";
import { CLI_ERRORS } from "../errors.ts";
import { type CliContext, printJsonLine, printLine } from "../output.ts";

interface UiFlags {
  port?: string;
  open: boolean;
  json?: boolean;
}

export function addUiCommand(program: Command, context: CliContext): void {
  program
    .command("ui")
    .summary("Open the web page: what is indexed, search, code, graph")
    .description(
      "Starts the server in the background, or finds it, and prints a link that signs a browser in, once, within ten minutes. docs/ui.md describes the page.",
    )
    .option("--port <number>", "the port of a server that has to be started")
    .option("--no-open", "only print the link")
    .option("--json", "for programs")
    .action(async (flags: UiFlags) => {
      const url = await signInLink(flags);
      if (flags.json) printJsonLine(context, { url });
      else printLine(context, url);
      if (flags.open && !flags.json && process.stdout.isTTY) openInBrowser(url);
    });
}

async function signInLink({ port }: UiFlags): Promise<string> {
  const { askForSignInLink } = await import("../../daemon/server-client.ts");
  const { readServerFile } = await import("../../daemon/server-file.ts");
  const running = readServerFile(serveFolder());
  const link = running && (await askForSignInLink(running));
  if (link) return link;
  const { serveDetached } = await import("../../daemon/detach.ts");
  const started = await serveDetached(["serve", ...(port === undefined ? [] : ["--port", port])]);
  const first = await askForSignInLink(started);
  if (!first)
    throw new AppError("PAGE_UNREACHABLE", `the server at ${started.url} gave no link`, {
      hint: CLI_ERRORS.PAGE_UNREACHABLE,
    });
  return first;
}

/** What the desktop offers; without one the printed link is what there is. */
function openInBrowser(url: string): void {
  const [program, ...args] =
    process.platform === "darwin"
      ? ["open", url]
      : process.platform === "win32"
        ? ["explorer", url]
        : ["xdg-open", url];
  if (process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return;
  const child = spawn(program!, args, { detached: true, stdio: "ignore" });
  child.on("error", () => {});
  child.unref();
}
