import type { Command } from "commander";
import { displayPath } from "../../core/rel-path.ts";
import { EXIT } from "../exit-codes.ts";
import { type CliContext, printJson, printLine } from "../output.ts";

export function addListCommand(program: Command, context: CliContext): void {
  program
    .command("list")
    .description("Lists the indexed repositories.")
    .option("--json", "for programs")
    .action(async (options: { json?: boolean }) => {
      const repositories = await context.engine.list();
      if (options.json) printJson(context, repositories);
      else if (repositories.length === 0)
        printLine(context, "no repository is indexed; clew index <folder> makes one");
      else {
        for (const one of repositories) {
          const at = one.revision ? ` at ${one.revision.slice(0, 12)}` : "";
          printLine(context, `${one.name}  ${displayPath(one.path)}  generation ${one.generation}${at}`);
        }
      }
      context.exitCode = repositories.length > 0 ? EXIT.found : EXIT.none;
    });
}
