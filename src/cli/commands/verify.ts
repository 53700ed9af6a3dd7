import type { Command } from "commander";
import { formatCount, plural } from "../../core/counts.ts";
import { EXIT } from "../exit-codes.ts";
import { type CliContext, printJson, printLine } from "../output.ts";

const MAX_SHOWN = 20;

export function addVerifyCommand(program: Command, context: CliContext): void {
  program
    .command("verify")
    .description(
      "Checks the index: the database itself, the rules between its tables and, with --deep, every row and file.",
    )
    .option("--deep", "also decode every row and hash the files again")
    .option("--root <folder>", "the folder to ask about")
    .option("--json", "for programs")
    .action(async (options: { deep?: boolean; root?: string; json?: boolean }) => {
      const root = await context.resolveRoot(options.root);
      const report = await context.engine.verify(root, { deep: options.deep ?? false });
      if (options.json) printJson(context, report);
      else {
        const counted = Object.entries(report.checked).map(
          ([what, count]) => `${formatCount(count)} ${what}`,
        );
        printLine(
          context,
          `${report.ok ? "ok" : plural(report.problems.length, "problem")}: checked ${counted.join(", ")}`,
        );
        for (const problem of report.problems.slice(0, MAX_SHOWN)) printLine(context, problem);
        for (const missing of report.unparsed.slice(0, MAX_SHOWN))
          printLine(context, `incomplete: ${missing}`);
        if (!report.ok) printLine(context, "hint: clew index rebuilds what is damaged");
      }
      const soundExit = report.unparsed.length > 0 ? EXIT.partial : EXIT.found;
      context.exitCode = report.ok ? soundExit : EXIT.error;
    });
}
