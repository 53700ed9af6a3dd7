import type { Command } from "commander";
import { plural } from "../../core/counts.ts";
import { displayPath } from "../../core/rel-path.ts";
import { type CatalogEntry, describeEdge, packageEdges } from "../../engine/engine.ts";
import { EXIT } from "../exit-codes.ts";
import { type CliContext, printJson, printLine } from "../output.ts";

export function addPackagesCommand(program: Command, context: CliContext): void {
  program
    .command("packages")
    .summary("List the packages of a repository")
    .description(
      "Packages by their manifests: npm, pnpm, yarn, bun, Lerna, Rush and Nx; uv, Poetry and requirements; Go modules; Cargo; Maven and " +
        "Gradle; .NET projects; composer; mix. With their managers, versions and what they need of each other and of other repositories.",
    )
    .argument("[repository]", "name or path; default: the repository around the working folder")
    .option("--json", "for programs, with every dependency, alias and entry")
    .option("--fresh", "bring the index up to date first")
    .action(async (repository: string | undefined, options: { json?: boolean; fresh?: boolean }) => {
      const { engine } = context;
      const root =
        repository === undefined
          ? await context.resolveRoot(undefined)
          : await engine.findRepository(repository, process.cwd());
      const isKnown = (await engine.catalog()).some(({ path }) => path === root);
      if (!isKnown || options.fresh) await engine.update(root, { signal: context.signal });
      const entries = await engine.catalog();
      const entry = entries.find(({ path }) => path === root)!;
      if (options.json) printJson(context, dataOf(entry));
      else for (const line of linesOf(entry, entries)) printLine(context, line);
      context.exitCode = entry.packages.length > 0 ? EXIT.found : EXIT.none;
    });
}

function dataOf({ name, path, workspaces, packages, problems }: CatalogEntry) {
  return { repository: name, path, workspaces, packages, problems };
}

function linesOf(entry: CatalogEntry, entries: readonly CatalogEntry[]): string[] {
  const { name, packages, workspaces, problems } = entry;
  const edges = packageEdges(entries).filter(({ from }) => from === name);
  const lists = workspaces.map(
    ({ manager, config, tools }) => [manager, ...tools].join(" with ") + ` by ${displayPath(config)}`,
  );
  return [
    `${plural(packages.length, "package")} in ${name}${lists.length > 0 ? `; ${lists.join(", ")}` : ""}`,
    ...packages.flatMap((one) => {
      const facts = [one.manager, one.language, one.version ?? "", one.isDeclared ? "" : "found, not listed"];
      const needs = edges.filter(({ fromPackage }) => fromPackage === one);
      return [
        `${displayPath(one.name)}  ${displayPath(one.root) || "."}  ${facts.filter(Boolean).join(", ")}`,
        ...needs.map(
          (edge) =>
            `  → ${edge.to === name ? "" : `${edge.to}: `}${displayPath(describeEdge(edge).replace(/^\S+ needs /, ""))}`,
        ),
      ];
    }),
    ...problems.map(({ code, message }) => `problem: ${message} [${code}]`),
  ];
}
