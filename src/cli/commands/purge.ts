import { relative, resolve, sep } from "node:path";
import type { Command } from "commander";
import { plural } from "../../core/counts.ts";
import { AppError } from "../../core/errors.ts";
import { displayPath, parseRelPath } from "../../core/rel-path.ts";
import { CLI_ERRORS } from "../errors.ts";
import { type CliContext, printJson, printLine } from "../output.ts";

interface PurgeOptions {
  secrets?: boolean;
  blob?: string[];
  root?: string;
  json?: boolean;
}

const MAX_SHOWN = 20;

export function addPurgeCommand(program: Command, context: CliContext): void {
  program
    .command("purge")
    .description(
      "Takes files out of the index with every trace in its files: facts, links, vectors, earlier versions. Files that are still to be indexed are read again.",
    )
    .argument("[paths...]", "files or folders, from the working folder")
    .option("--secrets", "files in which a credential is found by the rules of today")
    .option("--blob <ids...>", "contents, by their git ids")
    .option("--root <folder>", "the folder to ask about")
    .option("--json", "for programs")
    .action(async (paths: string[], options: PurgeOptions) => {
      if (paths.length === 0 && !options.secrets && !options.blob) {
        throw new AppError("CLI_NOTHING_TO_PURGE", "nothing was chosen", {
          hint: CLI_ERRORS.CLI_NOTHING_TO_PURGE,
        });
      }
      const root = await context.resolveRoot(options.root);
      const report = await context.engine.purge(
        root,
        {
          paths: paths.map((path) => pathInRoot(root, path)),
          blobs: options.blob ?? [],
          secrets: options.secrets ?? false,
        },
        { signal: context.signal },
      );
      context.clearProgress();
      if (options.json) {
        printJson(context, report);
        return;
      }
      const copies = report.copies > 0 ? `, with ${plural(report.copies, "copy")} of given-up indexes` : "";
      printLine(
        context,
        `took ${plural(report.paths.length, "file")} out, ${plural(report.contents, "content")} in all with earlier versions${copies}`,
      );
      for (const path of report.paths.slice(0, MAX_SHOWN)) printLine(context, `  ${displayPath(path)}`);
      if (report.paths.length > MAX_SHOWN)
        printLine(context, `  and ${report.paths.length - MAX_SHOWN} more`);
      if (paths.length > 0) printLine(context, "hint: what .clewignore does not name is indexed again");
    });
}

/** Need not exist any more, so nothing is looked up. */
function pathInRoot(root: string, path: string): string {
  const inside = relative(root, resolve(path)).split(sep).join("/");
  if (inside === "" || parseRelPath(inside) !== null) return inside;
  throw new AppError("CLI_OUTSIDE_ROOT", `${displayPath(path)} is not in ${displayPath(root)}`, {
    hint: CLI_ERRORS.CLI_OUTSIDE_ROOT,
  });
}
