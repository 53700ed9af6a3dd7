import { existsSync } from "node:fs";
import type { Command } from "commander";
import { plural } from "../../core/counts.ts";
import { AppError } from "../../core/errors.ts";
import { displayPath } from "../../core/rel-path.ts";
import type { CatalogEntry } from "../../engine/engine.ts";
import { CLI_ERRORS } from "../errors.ts";
import { EXIT } from "../exit-codes.ts";
import { drawGraph, GRAPH_FORMATS, type GraphFormat, graphOf } from "../fleet-graph.ts";
import { initFleet } from "../fleet-init.ts";
import { type CliContext, printJson, printLine } from "../output.ts";

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
    .action((given: string, options: { dryRun?: boolean }) =>
      initFleet(context, given, options.dryRun ?? false),
    );
  fleet
    .command("status")
    .description("How every indexed repository stands.")
    .option("--json", "for programs")
    .action((options: { json?: boolean }) => status(context, options.json ?? false));
  fleet
    .command("graph")
    .description("Which repositories need packages of which others, and which they call over contracts.")
    .option("--format <format>", `one of ${GRAPH_FORMATS.join(", ")}`, "text")
    .action(async ({ format }: { format: GraphFormat }) => {
      if (!GRAPH_FORMATS.includes(format))
        throw new AppError("CHOICE_INVALID", `--format ${JSON.stringify(format)} is none`, {
          hint: `${CLI_ERRORS.CHOICE_INVALID} It is one of ${GRAPH_FORMATS.join(", ")}.`,
        });
      const entries = await context.engine.catalog();
      const graph = graphOf(entries, await context.engine.serviceEdges(context.signal));
      if (format === "json") printJson(context, graph);
      else if (format === "text" && graph.edges.length === 0)
        printLine(context, `${plural(entries.length, "repository")} indexed, and none needs another`);
      else for (const line of drawGraph(graph, format)) printLine(context, line);
      context.exitCode = graph.edges.length > 0 ? EXIT.found : EXIT.none;
    });
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
  else if (entries.length === 0)
    printLine(context, "no repository is indexed; clew fleet init <folder> indexes the clones in it");
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
