import type { Command } from "commander";
import { AppError } from "../../core/errors.ts";
import { EXIT } from "../exit-codes.ts";
import { type CliContext, printLine, toJson } from "../output.ts";

export function addOutlineCommand(program: Command, context: CliContext): void {
  program
    .command("outline")
    .description("The symbols of one file with their lines and signatures, in document order.")
    .argument("<file>", "path inside the repository")
    .option("--root <folder>", "the folder to ask about")
    .option("--json", "for programs")
    .action(async (file: string, options: { root?: string; json?: boolean }) => {
      const root = await context.resolveRoot(options.root);
      await context.engine.read(root, async (session) => {
        const path = file.replace(/^\.\//, "");
        const found = await session.findFile(path);
        if (!found) {
          const skipped = await session.whySkipped(path);
          throw new AppError(
            "FILE_NOT_INDEXED",
            skipped ? `${path} was skipped: ${skipped.reason}` : `${path} is not in the index`,
            {
              hint:
                skipped?.detail ??
                "give the path relative to the repository's root; clew status counts what is indexed",
            },
          );
        }
        const facts = await session.reader.facts(found.blob);
        context.exitCode = facts.symbols.length > 0 ? EXIT.found : EXIT.none;
        if (options.json) {
          context.stdout.write(
            `${toJson({ path, language: facts.language, status: facts.status, symbols: facts.symbols })}\n`,
          );
          return;
        }
        printLine(
          context,
          `${path}  ${facts.language}, ${facts.lines} lines, ${facts.tokens} tokens${facts.status === "full" ? "" : `, parsed: ${facts.status}`}`,
        );
        for (const symbol of facts.symbols) {
          if (symbol.scope === "local") continue;
          const depth = symbol.qualifiedName.split(".").length - 1;
          const lines = `${symbol.span.startLine}-${symbol.span.endLine}`.padStart(11);
          printLine(
            context,
            `${lines}  ${"  ".repeat(Math.min(depth, 6))}${symbol.signature || symbol.name}`,
          );
        }
      });
    });
}
