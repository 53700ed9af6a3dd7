import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { plural } from "../../core/counts.ts";
import { AppError } from "../../core/errors.ts";
import { displayPath } from "../../core/rel-path.ts";
import type { CatalogEntry } from "../../engine/engine.ts";
import { CLI_ERRORS } from "../errors.ts";
import { EXIT } from "../exit-codes.ts";
import { drawGraph, GRAPH_FORMATS, type GraphFormat, graphOf } from "../fleet-graph.ts";
import { type CliContext, printJson, printLine } from "../output.ts";
import { createProgressDisplay } from "../progress-display.ts";

export function addFleetCommand(program: Command, context: CliContext): void {
  const fleet = program
    .command("fleet")
    .summary("Set up and look at many repositories at once")
    .description(
      "Many repositories: index a folder of clones, see how each stands, and who depends on whom.",
    );
  fleet
    .command("init")
    .description("Indexes every clone in a folder, or every folder that a file lists, one path per line.")
    .argument("<folder-or-file>", "a folder of clones, or a file with their paths")
    .option("--dry-run", "only list what would be indexed, with its size and languages")
    .action((given: string, options: { dryRun?: boolean }) => init(context, given, options.dryRun ?? false));
  fleet
    .command("status")
    .description("How every indexed repository stands.")
    .option("--json", "for programs")
    .action((options: { json?: boolean }) => status(context, options.json ?? false));
  fleet
    .command("graph")
    .description("Which repositories need packages of which others.")
    .option("--format <format>", `one of ${GRAPH_FORMATS.join(", ")}`, "text")
    .action(async ({ format }: { format: GraphFormat }) => {
      if (!GRAPH_FORMATS.includes(format))
        throw new AppError("CHOICE_INVALID", `--format ${JSON.stringify(format)} is none`, {
          hint: `${CLI_ERRORS.CHOICE_INVALID} It is one of ${GRAPH_FORMATS.join(", ")}.`,
        });
      const graph = graphOf(await context.engine.catalog());
      if (format === "json") printJson(context, graph);
      else for (const line of drawGraph(graph, format)) printLine(context, line);
      context.exitCode = graph.edges.length > 0 ? EXIT.found : EXIT.none;
    });
}

async function init(context: CliContext, given: string, isDryRun: boolean): Promise<void> {
  const { engine, signal } = context;
  const folders = clonesIn(resolve(given));
  if (folders.length === 0) {
    printLine(context, `no git repository lies in ${displayPath(given)}`);
    context.exitCode = EXIT.none;
    return;
  }
  if (isDryRun) {
    for (const folder of folders) {
      const { files, languages } = await engine.survey(folder);
      const most = languages.slice(0, 3).map(({ language }) => language);
      printLine(context, [displayPath(folder), plural(files, "file"), ...most].join(", "));
    }
    return;
  }
  const failed: string[] = [];
  for (const [at, folder] of folders.entries()) {
    const display = createProgressDisplay({ stream: context.stderr, json: false });
    try {
      const root = await engine.resolveRoot(folder, { isExact: true });
      const report = await engine.update(root, { onProgress: display.show, signal });
      display.end();
      printLine(
        context,
        `${at + 1} of ${folders.length}: ${displayPath(folder)}, ${plural(report.files, "file")}`,
      );
    } catch (error) {
      display.end();
      // One that cannot be read is no reason to leave the others out; being stopped is.
      if (signal.aborted) throw error;
      failed.push(`${displayPath(folder)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const entries = await engine.catalog();
  for (const line of entries.map(lineOf)) printLine(context, line);
  for (const line of drawGraph(graphOf(entries), "text")) printLine(context, line);
  for (const line of failed) printLine(context, `not indexed: ${line}`);
  context.exitCode = failed.length > 0 ? EXIT.partial : EXIT.found;
}

/** Folders with a git repository of their own, ascending; those that a file lists, in its order. */
function clonesIn(path: string): string[] {
  if (!existsSync(path))
    throw new AppError("INPUT_UNREADABLE", `${displayPath(path)} does not exist`, {
      hint: CLI_ERRORS.INPUT_UNREADABLE,
    });
  if (!statSync(path).isDirectory()) {
    const lines = readFileSync(path, "utf8").split(/\r?\n/);
    const named = lines.map((line) => line.replace(/^\s*#.*$/, "").trim()).filter(Boolean);
    return [...new Set(named.map((line) => resolve(dirname(path), line)))];
  }
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(path, entry.name, ".git")))
    .map((entry) => join(path, entry.name))
    .sort();
}

async function status(context: CliContext, isJson: boolean): Promise<void> {
  const entries = (await context.engine.catalog()).map((entry) => ({
    ...entry,
    isPresent: existsSync(entry.path),
  }));
  if (isJson)
    printJson(
      context,
      entries.map(({ packages, ...rest }) => ({ ...rest, packages: packages.length })),
    );
  else
    for (const entry of entries)
      printLine(
        context,
        entry.isPresent
          ? lineOf(entry)
          : `${entry.name}  ${displayPath(entry.path)} is gone; clew repos remove ${entry.name} forgets it`,
      );
  const isWhole = entries.every(({ isPresent }) => isPresent);
  context.exitCode = entries.length === 0 ? EXIT.none : isWhole ? EXIT.found : EXIT.partial;
}

function lineOf({
  name,
  type,
  typeReason,
  files,
  packages,
  version,
  indexedAt,
  problems,
}: CatalogEntry): string {
  const facts = [
    files === null ? "" : plural(files, "file"),
    packages.length > 0 ? plural(packages.length, "package") : "",
    version ? `version ${displayPath(version.text)}` : "",
    `indexed ${new Date(indexedAt).toISOString().slice(0, 16)}Z`,
    problems.length > 0 ? `${plural(problems.length, "problem")} in manifests (clew packages ${name})` : "",
  ];
  return `${name}  ${type} (${typeReason}), ${facts.filter(Boolean).join(", ")}`;
}
