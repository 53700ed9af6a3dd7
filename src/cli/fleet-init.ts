/** `clew fleet init`: what lies in a folder of clones, or is listed in a file, told and then indexed in one go. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { plural } from "../core/counts.ts";
import { AppError } from "../core/errors.ts";
import { displayPath } from "../core/rel-path.ts";
import { nameRepositories } from "../core/repository-names.ts";
import { CLI_ERRORS } from "./errors.ts";
import { EXIT } from "./exit-codes.ts";
import { drawGraph, type FleetMember, graphOf } from "./fleet-graph.ts";
import { type CliContext, printLine } from "./output.ts";
import { createProgressDisplay } from "./progress-display.ts";

interface FoundClone extends FleetMember {
  root: string;
  line: string;
}

interface Failure {
  folder: string;
  reason: string;
}

export async function initFleet(context: CliContext, given: string, isDryRun: boolean): Promise<void> {
  const folders = clonesIn(resolve(given));
  if (folders.length === 0) {
    printLine(context, `no git repository lies in ${displayPath(given)}`);
    context.exitCode = EXIT.none;
    return;
  }
  const { found, failed } = await lookAt(context, folders);
  printLine(context, `${plural(found.length, "repository")} found`);
  for (const { line } of found) printLine(context, line);
  for (const line of drawGraph(graphOf(found), "text")) printLine(context, line);
  const notIndexed = isDryRun ? [] : await indexAll(context, found);
  for (const { folder, reason } of [...failed, ...notIndexed])
    printLine(
      context,
      `${isDryRun ? "cannot be indexed" : "not indexed"}: ${displayPath(folder)}: ${reason}`,
    );
  const count = found.length - notIndexed.length;
  if (isDryRun) printLine(context, "nothing was indexed: --dry-run only looks");
  else if (count > 0)
    printLine(context, `${plural(count, "repository")} indexed: --scope global asks all of them at once`);
  context.exitCode = failed.length + notIndexed.length > 0 ? EXIT.partial : EXIT.found;
}

/** Names and types are those that the catalog would give, unless it knows better. */
async function lookAt(context: CliContext, folders: readonly string[]) {
  const { engine, signal } = context;
  const known = new Map((await engine.catalog()).map((entry) => [entry.path, entry]));
  const names = nameRepositories(folders);
  const found: FoundClone[] = [];
  const failed: Failure[] = [];
  for (const folder of folders) {
    try {
      signal.throwIfAborted();
      const root = await engine.resolveRoot(folder, { isExact: true });
      const { files, languages, repository } = await engine.survey(root);
      const { name = names.get(folder)!, dependsOn = null, type, typeReason } = known.get(root) ?? {};
      const isChosen = type !== undefined && (typeReason === "set" || typeReason === "configured");
      const told = isChosen ? { type, reason: typeReason } : repository;
      const { packages } = repository;
      const most = languages.slice(0, 3).map(({ language }) => language);
      const facts = [
        plural(files, "file"),
        packages.length > 0 ? plural(packages.length, "package") : "",
        ...most,
      ];
      const line = `${name}  ${told.type} (${told.reason}), ${facts.filter(Boolean).join(", ")}`;
      found.push({ root, name, type: told.type, packages, dependsOn, line });
    } catch (error) {
      // One that cannot be read is no reason to leave the others out; being stopped is.
      if (signal.aborted) throw error;
      failed.push({ folder, reason: messageOf(error) });
    }
  }
  return { found, failed };
}

async function indexAll(context: CliContext, found: readonly FoundClone[]): Promise<Failure[]> {
  const { engine, signal } = context;
  const failed: Failure[] = [];
  let label = "";
  const display = createProgressDisplay({ stream: context.stderr, json: false, label: () => label });
  for (const [at, { root, name }] of found.entries()) {
    label = `${at + 1} of ${found.length} ${name}  `;
    try {
      const { files } = await engine.update(root, { onProgress: display.show, signal });
      display.end();
      printLine(context, `${at + 1} of ${found.length}: ${name}, ${plural(files, "file")}`);
    } catch (error) {
      display.end();
      if (signal.aborted) throw error;
      failed.push({ folder: root, reason: messageOf(error) });
    }
  }
  return failed;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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
