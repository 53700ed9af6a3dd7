import type { Command } from "commander";
import { plural } from "../../core/counts.ts";
import { type CliContext, printJson, printLine } from "../output.ts";

export function addRollbackCommand(program: Command, context: CliContext): void {
  program
    .command("rollback")
    .summary("Answer from the generation before")
    .description(
      "Puts the index back to the generation before the last update, which is kept. Answers come from it until `clew index` follows the tree again; a second rollback undoes the first.",
    )
    .option("--root <folder>", "the folder to ask about")
    .option("--json", "for programs")
    .action(async (options: { root?: string; json?: boolean }) => {
      const root = await context.resolveRoot(options.root);
      const report = await context.engine.rollBack(root, { signal: context.signal });
      if (options.json) return printJson(context, report);
      const { restored } = report;
      const at = `${new Date(restored.publishedAt).toISOString()}${restored.revision ? `, commit ${restored.revision.slice(0, 12)}` : ""}`;
      printLine(
        context,
        `generation ${report.generation} is as generation ${restored.generation} was (${at})`,
      );
      printLine(
        context,
        `${plural(report.changed, "file")} put back, ${plural(report.files, "file")} in all`,
      );
      printLine(context, "hint: clew index follows the tree again");
    });
}
