import { join } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { logFolder } from "../../engine/keep-log.ts";
import { describeLogLine } from "../../logging/describe-log-line.ts";
import { LOG_NAME } from "../../logging/log-file.ts";
import { followLines, lastLines } from "../../logging/read-log.ts";
import { EXIT } from "../exit-codes.ts";
import { type CliContext, printAside, printLine, printVerbatim } from "../output.ts";

interface LogsFlags {
  follow?: boolean;
  lines: number;
  json?: boolean;
}

const OFF = "no log is kept; CLEW_LOG_LEVEL=info, or logs.level in the user's config file, turns it on";

export function addLogsCommand(program: Command, context: CliContext): void {
  program
    .command("logs")
    .summary("Show the log: calls, updates, child processes, stores")
    .description("Shows the end of the log of all processes of this home. docs/logs.md tells what is in it.")
    .option("-f, --follow", "go on with what is added, until interrupted")
    .option("--lines <number>", "how many of the last lines", readCount, 50)
    .option("--json", "the lines as they are kept")
    .action(async ({ follow, lines, json }: LogsFlags) => {
      const path = join(logFolder(context.engine.home), LOG_NAME);
      const print = (found: readonly string[]) => {
        for (const line of found)
          if (json) printVerbatim(context, line);
          else printLine(context, describeLogLine(line));
      };
      if (follow) {
        for await (const found of followLines(path, lines, context.signal)) print(found);
        return;
      }
      const found = lastLines(path, lines);
      if (found === null) printAside(context, OFF);
      else print(found);
      context.exitCode = found === null || found.length === 0 ? EXIT.none : EXIT.found;
    });
}

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 0) throw new InvalidArgumentError("give a whole number");
  return count;
}
