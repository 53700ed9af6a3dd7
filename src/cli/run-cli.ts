import { Command, CommanderError } from "commander";
import { sanitizeText } from "../core/sanitize.ts";
import { VERSION } from "../core/version.ts";
import { openEngine } from "../engine/engine.ts";
import { EXIT } from "./exit-codes.ts";
import { type CliContext, describeError } from "./output.ts";
import { createProgressDisplay } from "./progress-display.ts";

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
    const program = await createProgram(args[0], context);
    await program.parseAsync([...args], { from: "user" });
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

/** Commands that the tools, whose schemas take longer to load than the command takes, need not be loaded for. */
const ALONE: Readonly<Record<string, () => Promise<(program: Command, context: CliContext) => void>>> = {
  index: async () => (await import("./commands/index.ts")).addIndexCommand,
  list: async () => (await import("./commands/list.ts")).addListCommand,
  remove: async () => (await import("./commands/remove.ts")).addRemoveCommand,
  verify: async () => (await import("./commands/verify.ts")).addVerifyCommand,
};

async function createProgram(command: string | undefined, context: CliContext): Promise<Command> {
  const program = new Command("clew")
    .description("Which code to read: index a repository, then ask within a token budget.")
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError("(clew --help lists the commands)");
  const alone = command !== undefined && Object.hasOwn(ALONE, command) ? ALONE[command] : undefined;
  const add = await (alone?.() ?? import("./add-every-command.ts").then((all) => all.addEveryCommand));
  add(program, context);
  return program;
}
