import type { Command } from "commander";
import { displayPath } from "../../core/rel-path.ts";
import { type CliContext, printLine } from "../output.ts";

export function addRemoveCommand(program: Command, context: CliContext): void {
  program
    .command("remove")
    .description(
      "Forgets an indexed repository and deletes what only it used. The repository itself is not touched.",
    )
    .argument("<repository>", "name or path, as clew list shows it")
    .action(async (repository: string) => {
      const removed = await context.engine.remove(repository);
      printLine(context, `removed the index of ${displayPath(removed.path)}`);
    });
}
