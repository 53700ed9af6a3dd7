import { homedir } from "node:os";
import { type Command, Option } from "commander";
import { displayPath } from "../../core/rel-path.ts";
import { CLIENTS, type Launch, type Scope, type Surroundings } from "../../install/clients.ts";
import { type InstallResult, install, uninstall } from "../../install/install.ts";
import type { Reach } from "../../install/launch.ts";
import type { Plan } from "../../install/plan.ts";
import { unifiedDiff } from "../../install/unified-diff.ts";
import { type CliContext, printJson, printLine, printVerbatim } from "../output.ts";

const CLIENT_IDS = CLIENTS.map((client) => client.id).join(", ");

interface Flags {
  client?: string;
  scope?: Scope;
  instructions?: boolean;
  roots?: Reach;
  dryRun?: boolean;
  root?: string;
  json?: boolean;
}

export function addInstallCommand(program: Command, context: CliContext): void {
  program
    .command("install")
    .summary("Set up coding agents to use clew")
    .description(
      "Adds clew to the MCP configuration of coding agents, keeping every other byte of their files. Nothing else that clew does ever writes to them. clew uninstall takes it out again.",
    )
    .option("--client <names>", `for whom, by commas: ${CLIENT_IDS}; default: those found here`)
    .addOption(
      new Option(
        "--scope <scope>",
        "user: all your projects (default); project: files in this project, to share",
      )
        .choices(["user", "project"])
        .default("user"),
    )
    .option("--instructions", "also add six lines to AGENTS.md or what the agent reads in its place")
    .addOption(
      new Option(
        "--roots <which>",
        "folders that the agent's calls may name. offered: those open in it (default); as-set: the setting serving.roots",
      )
        .choices(["offered", "as-set"])
        .default("offered"),
    )
    .option("--dry-run", "show what would change and write nothing")
    .option("--root <folder>", "the project; default: the repository around the working folder")
    .option("--json", "for programs")
    .action(async (flags: Flags) => {
      const isDryRun = flags.dryRun ?? false;
      const result = install(
        {
          clients: namesIn(flags.client),
          scope: flags.scope ?? "user",
          withInstructions: flags.instructions ?? false,
          reach: flags.roots ?? "offered",
          isDryRun,
        },
        await surroundingsOf(context, flags.root),
        thisInstallation(),
        context.engine.home,
      );
      if (flags.json) printJson(context, { ...planData(result.plan), launch: result.launch, isDryRun });
      else printInstall(context, result, flags.scope ?? "user", isDryRun);
    });
}

export function addUninstallCommand(program: Command, context: CliContext): void {
  program
    .command("uninstall")
    .summary("Take clew out of coding agents' configurations")
    .description(
      "Removes exactly what clew install wrote; everything else in those files stays as it is, byte for byte.",
    )
    .option("--client <names>", `for whom, by commas: ${CLIENT_IDS}; default: all`)
    .addOption(new Option("--scope <scope>", "default: both").choices(["user", "project"]))
    .option("--dry-run", "show what would change and write nothing")
    .option("--root <folder>", "the project; default: the repository around the working folder")
    .option("--json", "for programs")
    .action(async (flags: Flags) => {
      const isDryRun = flags.dryRun ?? false;
      const scopes: Scope[] = flags.scope ? [flags.scope] : ["user", "project"];
      const around = await surroundingsOf(context, flags.root);
      const plan = uninstall(
        { clients: namesIn(flags.client), scopes, isDryRun },
        around,
        context.engine.home,
      );
      if (flags.json) printJson(context, { ...planData(plan), isDryRun });
      else {
        printPlan(context, plan, isDryRun);
        if (plan.changes.length === 0)
          printLine(context, "nothing to remove: clew is in none of the configurations");
      }
    });
}

export async function surroundingsOf(context: CliContext, root: string | undefined): Promise<Surroundings> {
  return {
    platform: process.platform,
    home: homedir(),
    env: process.env,
    root: await context.resolveRoot(root),
  };
}

export function thisInstallation(): { node: string; script: string; env: NodeJS.ProcessEnv } {
  return { node: process.execPath, script: process.argv[1]!, env: process.env };
}

export function printInstall(
  context: CliContext,
  result: InstallResult,
  scope: Scope,
  isDryRun: boolean,
): void {
  printPlan(context, result.plan, isDryRun);
  if (isDryRun || result.plan.changes.length === 0) return;
  printLine(context, describeLaunch(result.launch, scope));
  for (const client of result.clients) {
    const isTouched = result.plan.changes.some((change) => change.summary.startsWith(`${client.title}:`));
    if (isTouched) printLine(context, `next: ${client.title}: ${client.next}`);
  }
  printLine(context, "undo: clew uninstall");
}

function printPlan(context: CliContext, plan: Plan, isDryRun: boolean): void {
  for (const change of plan.changes) {
    if (!isDryRun) {
      printLine(context, change.summary);
      continue;
    }
    printLine(context, change.summary.replace(/: (add|update|remove)e?d /, ": would $1 "));
    printVerbatim(context, unifiedDiff(displayPath(change.file.path), change.before, change.after));
  }
  for (const note of plan.notes) printLine(context, note);
}

function describeLaunch({ command, args }: Launch, scope: Scope): string {
  const shown = displayPath([command, ...args].join(" "));
  if (command === "clew") return `command: ${shown} (by name, because a project's file is shared)`;
  const why =
    scope === "user"
      ? "full paths, because editors started from a desktop do not see a shell's PATH; run clew install again after moving Node or clew"
      : "clew is not on the PATH, so these are paths of this machine: do not commit the file, or run npm link and install again";
  return `command: ${shown} (${why})`;
}

function planData(plan: Plan): { changes: { file: string; summary: string }[]; notes: string[] } {
  return {
    changes: plan.changes.map(({ file, summary }) => ({ file: file.path, summary })),
    notes: plan.notes,
  };
}

export function namesIn(list: string | undefined): string[] {
  return (list ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
}
