import type { Command } from "commander";
import { plural } from "../../core/counts.ts";
import { displayPath } from "../../core/rel-path.ts";
import { REPOSITORY_TYPES } from "../../core/repository-types.ts";
import type { CatalogEntry } from "../../engine/engine.ts";
import { describePlannedSource } from "../../tools/sources-report.ts";
import { describeUpdate } from "../../tools/update-report.ts";
import { EXIT } from "../exit-codes.ts";
import { type CliContext, printJson, printLine } from "../output.ts";
import { createProgressDisplay } from "../progress-display.ts";
import { type ChoiceFlags, choicesOf } from "../repository-flags.ts";

export function addReposCommand(program: Command, context: CliContext): void {
  const repos = program
    .command("repos")
    .summary("List the indexed repositories, or say what one is")
    .description(
      "The catalog: name, type with its reason, version, packages and stores of every indexed repository. Types decide what " +
        "questions to all repositories ask: reference and documentation are left out of them unless asked for.",
    )
    .option("--json", "for programs")
    .action((options: { json?: boolean }) => list(context, options.json ?? false));
  withFlags(
    repos
      .command("set")
      .description("Sets what is found out otherwise. An empty value takes a choice back.")
      .argument("<repository>", "name or path"),
  ).action(async (repository: string, options: ChoiceFlags) => {
    const root = await context.engine.findRepository(repository, process.cwd());
    await context.engine.choose(root, choicesOf(options));
    await show(context, root);
  });
  withFlags(
    repos
      .command("add")
      .description("Indexes a folder and enters it in the catalog.")
      .argument("<folder>", "the folder"),
  ).action(async (folder: string, options: ChoiceFlags) => {
    const root = await context.resolveRoot(folder);
    await context.engine.choose(root, choicesOf(options));
    const display = createProgressDisplay({ stream: context.stderr, json: false });
    const report = await context.engine.update(root, { onProgress: display.show, signal: context.signal });
    display.end();
    for (const line of describeUpdate(report)) printLine(context, line);
    await show(context, root);
    context.exitCode = report.failed > 0 ? EXIT.partial : EXIT.found;
  });
  repos
    .command("sources")
    .description(
      "Which dependencies the setting dependencySources lists, in the version of the lock file, and where their sources " +
        "lie. `clew index` indexes them as references; nothing is downloaded.",
    )
    .argument("[repository]", "name or path; default: the repository around the working folder")
    .option("--json", "for programs")
    .action(async (repository: string | undefined, options: { json?: boolean }) => {
      const root = await context.engine.findRepository(repository ?? ".", process.cwd());
      const sources = await context.engine.listSources(root);
      if (options.json) printJson(context, sources);
      else for (const source of sources) printLine(context, describePlannedSource(source));
      if (sources.length === 0 && !options.json)
        printLine(context, "the setting indexing.dependencySources lists no dependency of this repository");
      context.exitCode = sources.length > 0 ? EXIT.found : EXIT.none;
    });
  repos
    .command("remove")
    .description("Forgets a repository and deletes what only it used. The repository itself is not touched.")
    .argument("<repository>", "name or path")
    .action(async (repository: string) => {
      const removed = await context.engine.remove(repository);
      printLine(context, `removed the index of ${displayPath(removed.path)}`);
    });
}

function withFlags(command: Command): Command {
  return command
    .option("--type <type>", `one of ${REPOSITORY_TYPES.join(", ")}`)
    .option("--name <name>", "what it is called in scopes and before paths")
    .option(
      "--priority <number>",
      "weight of its files where several repositories are asked; 1 for the same as others",
    )
    .option(
      "--tag <version>",
      "which version it is; a reference of an unchanged version is not indexed again",
    );
}

async function list(context: CliContext, isJson: boolean): Promise<void> {
  const entries = await context.engine.catalog();
  if (isJson) printJson(context, entries);
  else if (entries.length === 0)
    printLine(context, "no repository is indexed; clew repos add <folder> adds one");
  else for (const entry of entries) for (const line of linesOf(entry)) printLine(context, line);
  context.exitCode = entries.length > 0 ? EXIT.found : EXIT.none;
}

async function show(context: CliContext, root: string): Promise<void> {
  const entry = (await context.engine.catalog()).find(({ path }) => path === root);
  if (entry) for (const line of linesOf(entry)) printLine(context, line);
  else printLine(context, `${displayPath(root)} is not indexed yet; the choice counts when it is`);
}

function linesOf(entry: CatalogEntry): string[] {
  const { name, path, type, typeReason, version, packages, files, priority, cap, isAskedFor } = entry;
  const { upstream, dependency } = entry;
  const facts = [
    version ? `version ${displayPath(version.text)} (${version.from})` : "",
    files === null ? "" : plural(files, "file"),
    packages.length > 0 ? plural(packages.length, "package") : "",
    priority === 1 ? "" : `weight ${priority}`,
    cap === null ? "" : `at most ${cap} of an answer`,
    isAskedFor ? "only when asked for" : "",
    upstream === null ? "" : `from ${displayPath(upstream)}`,
    dependency === null
      ? ""
      : `sources of ${displayPath(dependency.package)} for ${dependency.of.map(displayPath).join(", ")}`,
    Object.entries(entry.stores)
      .map(([what, where]) => `${what} in ${where}`)
      .join(", "),
    `indexed ${new Date(entry.indexedAt).toISOString().slice(0, 16)}Z`,
  ];
  return [
    `${name}  ${displayPath(path)}`,
    `  ${type} (${typeReason})`,
    `  ${facts.filter(Boolean).join(" · ")}`,
  ];
}
