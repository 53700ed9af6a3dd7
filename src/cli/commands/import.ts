import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { plural } from "../../core/counts.ts";
import { AppError } from "../../core/errors.ts";
import { CLI_ERRORS } from "../errors.ts";
import { EXIT } from "../exit-codes.ts";
import { type CliContext, printJson, printLine } from "../output.ts";

const MAX_SHOWN = 5;

export function addImportCommand(program: Command, context: CliContext): void {
  program
    .command("import")
    .summary("Take over compiler-grade links from a SCIP index")
    .description(
      "Turns an index.scip made by any SCIP indexer into compiler-grade links for files whose content still matches.",
    )
    .argument("<file>", "the index.scip file")
    .option("--root <folder>", "the folder it describes; default: the repository around the working folder")
    .option("--json", "for programs")
    .action(async (file: string, options: { root?: string; json?: boolean }) => {
      const root = await context.resolveRoot(options.root);
      const report = await context.engine.importScip(root, readIndexFile(file), { signal: context.signal });
      if (options.json) printJson(context, report);
      else {
        printLine(
          context,
          `${plural(report.refined, "file")} now with compiler-grade links, generation ${report.generation}`,
        );
        const name = (list: readonly string[]) => list.slice(0, MAX_SHOWN).join(", ");
        if (report.stale.length > 0)
          printLine(context, `ignored, changed since: ${report.stale.length} (${name(report.stale)})`);
        if (report.unknown.length > 0)
          printLine(context, `ignored, not indexed: ${report.unknown.length} (${name(report.unknown)})`);
      }
      context.exitCode = report.refined > 0 ? EXIT.found : EXIT.none;
    });
}

function readIndexFile(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new AppError("INPUT_UNREADABLE", `cannot read ${file}`, {
      hint: CLI_ERRORS.INPUT_UNREADABLE,
      cause,
    });
  }
}
