import type { Command } from "commander";
import type { AddedGrammar } from "../../engine/engine.ts";
import { EXIT } from "../exit-codes.ts";
import { type CliContext, printJson, printLine } from "../output.ts";

interface AddOptions {
  name?: string;
  ext?: string;
  tags?: string;
  download?: boolean;
}

export function addGrammarCommand(program: Command, context: CliContext): void {
  const grammar = program
    .command("grammar")
    .description("Languages that clew does not bring: add, list or remove a tree-sitter grammar.");
  grammar
    .command("add")
    .description(
      "Adds a grammar compiled to WebAssembly, pinned by its hash. The next update reads the files it is for.",
    )
    .argument("<source>", "a folder, or an npm package that is installed at or above the current folder")
    .option("--name <name>", "which one, when the package holds several")
    .option("--ext <list>", "file name endings, such as .gleam,.glm; default: what the package says")
    .option("--tags <file>", "query that finds definitions and references; default: the package's tags.scm")
    .option("--download", "let npm fetch the package when it is not installed; nothing of it is run")
    .action(async (source: string, options: AddOptions) => {
      const added = await context.engine.grammars.add(source, {
        from: process.cwd(),
        ...(options.name !== undefined && { name: options.name }),
        ...(options.ext !== undefined && {
          extensions: options.ext.split(",").filter((ext) => ext.trim() !== ""),
        }),
        ...(options.tags !== undefined && { tagsFile: options.tags }),
        mayDownload: options.download === true,
      });
      printLine(context, `added ${describe(added)}`);
      if (!added.hasTags)
        printLine(context, "it has no tags.scm: files are cut by their text, without symbols");
    });
  grammar
    .command("list")
    .description("Lists the grammars that were added.")
    .option("--json", "for programs")
    .action((options: { json?: boolean }) => {
      const all = context.engine.grammars.list();
      if (options.json) printJson(context, all);
      else if (all.length === 0) printLine(context, "no grammar was added; clew grammar add <package> does");
      else for (const one of all) printLine(context, describe(one));
      context.exitCode = all.length > 0 ? EXIT.found : EXIT.none;
    });
  grammar
    .command("remove")
    .description("Removes an added grammar. The next update reads its files without it.")
    .argument("<name>", "as clew grammar list shows it")
    .action((name: string) => {
      printLine(context, `removed ${describe(context.engine.grammars.remove(name))}`);
    });
}

function describe({ language, extensions, origin, sha256, isIntact }: AddedGrammar): string {
  const state = isIntact ? "" : "  CHANGED since it was added, not used";
  return `${language}  ${extensions.join(" ")}  from ${origin}  sha256 ${sha256.slice(0, 16)}…${state}`;
}
