import { Command, CommanderError } from "commander";
import { VERSION } from "../core/version.ts";
import { type Engine, openEngine } from "../engine/engine.ts";
import { EXIT } from "./exit-codes.ts";
import { listenForInterruption } from "./interruption.ts";
import { nameFewOpenFiles } from "./open-files.ts";
import { type CliContext, describeError, printAside } from "./output.ts";
import { createProgressDisplay } from "./progress-display.ts";
import { styleOf } from "./terminal-text.ts";

const STYLE = {
  stdout: styleOf(process.stdout, process.env),
  stderr: styleOf(process.stderr, process.env),
};

/** Runs one command line and returns the exit code; nothing below this function ends the process. */
export async function runCli(args: readonly string[]): Promise<number> {
  const interruption = listenForInterruption();
  // `clew search x | head` closes the pipe early; that is not a failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT.found);
    throw error;
  });
  const progress = createProgressDisplay({ stream: process.stderr, json: false });
  let engine: Engine | null = null;
  try {
    engine = await openEngine({ onProgress: progress.show });
    return await runCommand(args, contextOf(engine, interruption.signal, progress.end));
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.found : EXIT.error;
    progress.end();
    const { signal } = interruption;
    // Whatever was thrown on the way out, the reason is that it was told to stop.
    printAside(
      { stderr: process.stderr, style: STYLE },
      describeError(signal.aborted ? signal.reason : nameFewOpenFiles(error)),
    );
    return interruption.exitCode() ?? EXIT.error;
  } finally {
    interruption.ignore();
    await engine?.close();
  }
}

function contextOf(engine: Engine, signal: AbortSignal, clearProgress: () => void): CliContext {
  return {
    engine,
    signal,
    stdout: process.stdout,
    stderr: process.stderr,
    style: STYLE,
    resolveRoot: (given) => engine.resolveRoot(given ?? process.cwd(), { isExact: given !== undefined }),
    clearProgress,
    exitCode: EXIT.found,
  };
}

async function runCommand(args: readonly string[], context: CliContext): Promise<number> {
  const program = await createProgram(args[0], context);
  await program.parseAsync([...args], { from: "user" });
  return context.exitCode;
}

/** Commands that the tools, whose schemas take longer to load than the command takes, need not be loaded for. */
const ALONE: Readonly<Record<string, () => Promise<(program: Command, context: CliContext) => void>>> = {
  index: async () => (await import("./commands/index.ts")).addIndexCommand,
  logs: async () => (await import("./commands/logs.ts")).addLogsCommand,
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
