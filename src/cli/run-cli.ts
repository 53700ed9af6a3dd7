import { Command, CommanderError } from "commander";
import { sanitizeText } from "../core/sanitize.ts";
import { VERSION } from "../core/version.ts";
import { openEngine } from "../engine/engine.ts";
import { TOOLS } from "../tools/all.ts";
import outline from "../tools/outline.ts";
import { addDoctorCommand } from "./commands/doctor.ts";
import { addGrammarCommand } from "./commands/grammar.ts";
import { addImportCommand } from "./commands/import.ts";
import { addIndexCommand } from "./commands/index.ts";
import { addInitCommand } from "./commands/init.ts";
import { addInstallCommand, addUninstallCommand } from "./commands/install.ts";
import { addListCommand } from "./commands/list.ts";
import { addMcpCommand } from "./commands/mcp.ts";
import { addPurgeCommand } from "./commands/purge.ts";
import { addRemoveCommand } from "./commands/remove.ts";
import { addServeCommand } from "./commands/serve.ts";
import { addVerifyCommand } from "./commands/verify.ts";
import { EXIT } from "./exit-codes.ts";
import { type CliContext, describeError } from "./output.ts";
import { createProgressDisplay } from "./progress-display.ts";
import { addToolCommand } from "./tool-command.ts";

/** Runs one command line and returns the exit code; nothing below this function ends the process. */
export async function runCli(args: readonly string[]): Promise<number> {
  const abort = new AbortController();
  const stop = () => abort.abort();
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  // `clew search x | head` closes the pipe early; that is not a failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT.found);
    throw error;
  });
  const progress = createProgressDisplay({ stream: process.stderr, json: false });
  const engine = await openEngine({ onProgress: progress.show });
  const context: CliContext = {
    engine,
    signal: abort.signal,
    stdout: process.stdout,
    stderr: process.stderr,
    resolveRoot: (given) => engine.resolveRoot(given ?? process.cwd(), { isExact: given !== undefined }),
    clearProgress: progress.end,
    exitCode: EXIT.found,
  };
  try {
    await createProgram(context).parseAsync([...args], { from: "user" });
    return context.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.found : EXIT.error;
    progress.end();
    process.stderr.write(`${sanitizeText(describeError(error))}\n`);
    return EXIT.error;
  } finally {
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
    await engine.close();
  }
}

export function createProgram(context: CliContext): Command {
  const program = new Command("clew")
    .description("Which code to read: index a repository, then ask within a token budget.")
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError("(clew --help lists the commands)");
  addIndexCommand(program, context);
  for (const tool of TOOLS) addToolCommand(program, tool, context);
  addImportCommand(program, context);
  addMcpCommand(program);
  addServeCommand(program, context);
  addToolCommand(program, outline, context);
  addListCommand(program, context);
  addRemoveCommand(program, context);
  addPurgeCommand(program, context);
  addVerifyCommand(program, context);
  addDoctorCommand(program, context);
  addGrammarCommand(program, context);
  addInitCommand(program, context);
  addInstallCommand(program, context);
  addUninstallCommand(program, context);
  return program;
}
