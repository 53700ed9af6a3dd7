import { type Command, Option } from "commander";
import { plural } from "../../core/counts.ts";
import { AppError } from "../../core/errors.ts";
import { displayPath } from "../../core/rel-path.ts";
import type { Survey } from "../../engine/engine.ts";
import type { Client, Scope, Surroundings } from "../../install/clients.ts";
import { detectClients, install } from "../../install/install.ts";
import { planSettings, type SettingsChange } from "../../install/save-settings.ts";
import { unifiedDiff } from "../../install/unified-diff.ts";
import { describeUpdate } from "../../tools/update-report.ts";
import { type Asker, createAsker } from "../ask.ts";
import { type CliContext, printJson, printLine, printVerbatim } from "../output.ts";
import { createProgressDisplay } from "../progress-display.ts";
import { namesIn, printInstall, surroundingsOf, thisInstallation } from "./install.ts";

const MAX_LANGUAGES = 8;
const DEFAULT_BUDGET = 4000;

interface Flags {
  yes?: boolean;
  exclude?: string;
  indexGenerated?: boolean;
  budget?: string;
  client?: string;
  install?: Scope;
  instructions?: boolean;
  root?: string;
  json?: boolean;
}

/** What the person or the flags decided; carried out only when all of it is known. */
interface Choices {
  exclude: string[];
  indexGenerated: boolean;
  budget: number;
  install: Scope | null;
  instructions: boolean;
  isIndexed: boolean;
}

export function addInitCommand(program: Command, context: CliContext): void {
  program
    .command("init")
    .summary("Look at a folder, choose settings, index it, set up agents")
    .description(
      "Shows what a folder holds and what would be skipped and why, asks for a few settings, then indexes and offers to set up coding agents. Without a terminal it only shows, unless --yes is given.",
    )
    .option("--yes", "ask nothing: take the defaults and the options below, and index")
    .option("--exclude <globs>", "leave these out too, by commas; kept in .clew.json of the folder")
    .option("--index-generated", "index generated files too; kept in .clew.json of the folder")
    .option("--budget <tokens>", "tokens an answer may take; kept in your own settings")
    .addOption(
      new Option("--install <scope>", "set up agents as clew install does").choices(["user", "project"]),
    )
    .option("--client <names>", "which agents, by commas; default: those found here")
    .option("--instructions", "with --install: also add six lines to AGENTS.md")
    .option("--root <folder>", "the folder; default: the repository around the working folder")
    .option("--json", "the survey for programs; asks and writes nothing")
    .action(async (flags: Flags) => {
      const around = await surroundingsOf(context, flags.root);
      const survey = await context.engine.survey(around.root);
      if (flags.json) {
        printJson(context, { root: around.root, ...survey });
        return;
      }
      printSurvey(context, around.root, survey);
      const chosen = await choose(context, flags, around);
      if (chosen !== null) await carryOut(context, flags, around, chosen);
    });
}

interface Chosen {
  choices: Choices;
  files: readonly SettingsChange[];
}

async function choose(context: CliContext, flags: Flags, around: Surroundings): Promise<Chosen | null> {
  const given = choicesFrom(flags);
  if (flags.yes) return { choices: given, files: planFiles(context, around, given) };
  if (!process.stdin.isTTY) {
    printLine(context, "no terminal to ask on, so nothing was written");
    printLine(context, "next: clew init --yes [--exclude <globs>] [--install user], or clew index");
    return null;
  }
  const asker = createAsker(context.signal);
  try {
    const choices = await ask(asker, given, detectClients(around));
    const files = planFiles(context, around, choices);
    if (files.length === 0 || (await asker.yesOrNo(`Write ${plural(files.length, "file")}?`, true)))
      return { choices, files };
    printLine(context, "nothing was written");
    return null;
  } finally {
    asker.close();
  }
}

function choicesFrom(flags: Flags): Choices {
  const budget = Number(flags.budget ?? DEFAULT_BUDGET);
  const fault = budgetFault(String(budget));
  if (fault !== null)
    throw new AppError("INPUT_INVALID", `budget: ${fault}`, { hint: "clew init --help lists the options" });
  return {
    exclude: namesIn(flags.exclude),
    indexGenerated: flags.indexGenerated ?? false,
    budget,
    install: flags.install ?? null,
    instructions: flags.instructions ?? false,
    isIndexed: true,
  };
}

async function ask(asker: Asker, given: Choices, clients: readonly Client[]): Promise<Choices> {
  const exclude = await asker.text("Leave out more? Globs, by commas:", given.exclude.join(",") || "none");
  const indexGenerated = await asker.yesOrNo("Index generated files too?", given.indexGenerated);
  const budget = await asker.text("Tokens an answer may take:", String(given.budget), budgetFault);
  const isScope = (answer: string) => (/^[upn]$/.test(answer) ? null : "please answer u, p or n");
  let scope = "n";
  if (clients.length > 0) {
    const names = clients.map((client) => client.title).join(", ");
    const question = `Set up ${names}? (u) for all your projects, (p) in files of this project, (n) no:`;
    scope = await asker.text(question, given.install?.[0] ?? "u", isScope);
  }
  const instructions =
    scope !== "n" && (await asker.yesOrNo("Also add six lines for agents to AGENTS.md?", given.instructions));
  const isIndexed = await asker.yesOrNo("Index now?", true);
  return {
    exclude: exclude === "none" ? [] : namesIn(exclude),
    indexGenerated,
    budget: Number(budget),
    install: scope === "n" ? null : scope === "u" ? "user" : "project",
    instructions,
    isIndexed,
  };
}

function budgetFault(answer: string): string | null {
  const budget = Number(answer);
  return Number.isInteger(budget) && budget >= 100 && budget <= 1_000_000
    ? null
    : "a whole number from 100 to 1000000 is needed";
}

async function carryOut(
  context: CliContext,
  flags: Flags,
  around: Surroundings,
  { choices, files }: Chosen,
): Promise<void> {
  for (const { path, write } of files) {
    write();
    printLine(context, `saved settings in ${displayPath(path)}`);
  }
  if (choices.isIndexed) {
    const display = createProgressDisplay({ stream: context.stderr, json: false });
    const report = await context.engine.update(around.root, {
      onProgress: display.show,
      signal: context.signal,
    });
    display.end();
    for (const line of describeUpdate(report)) printLine(context, line);
  }
  if (choices.install === null)
    printLine(context, 'next: clew install sets up coding agents; clew context "<task>" asks');
  else {
    const options = {
      clients: namesIn(flags.client),
      scope: choices.install,
      withInstructions: choices.instructions,
      reach: "offered" as const,
      isDryRun: false,
    };
    printInstall(
      context,
      install(options, around, thisInstallation(), context.engine.home),
      choices.install,
      false,
    );
  }
}

/** What the answers put into files of settings, shown before any of it is written. */
function planFiles(context: CliContext, around: Surroundings, choices: Choices): SettingsChange[] {
  const files = context.engine.settingsFiles(around.root);
  const own = choices.budget === DEFAULT_BUDGET ? {} : { budget: choices.budget };
  const shared = {
    ...(choices.exclude.length > 0 && { exclude: choices.exclude }),
    ...(choices.indexGenerated && { indexGenerated: true }),
  };
  const changes = [
    planSettings(files.user, own, null),
    planSettings(files.repository, shared, around.root),
  ].filter((change) => change !== null);
  for (const { path, before, after } of changes) {
    printLine(context, `to write: ${displayPath(path)}`);
    printVerbatim(context, unifiedDiff(displayPath(path), before, after));
  }
  return changes;
}

function printSurvey(context: CliContext, root: string, survey: Survey): void {
  printLine(context, displayPath(root));
  const shown = survey.languages.slice(0, MAX_LANGUAGES);
  const rest = survey.languages.slice(MAX_LANGUAGES);
  const languages = shown.map((one) => `${one.language} ${plural(one.files, "file")} ${sizeOf(one.bytes)}`);
  if (rest.length > 0) {
    const files = rest.reduce((sum, one) => sum + one.files, 0);
    languages.push(`${rest.length} more ${plural(files, "file")}`);
  }
  printLine(context, `to index: ${plural(survey.files, "file")}, ${sizeOf(survey.bytes)}`);
  for (const line of languages) printLine(context, `  ${line}`);
  const count = survey.skipped.reduce((sum, one) => sum + one.files, 0);
  if (count === 0) return;
  printLine(context, `to skip: ${plural(count, "file")}, besides what .gitignore leaves out`);
  for (const { reason, meaning, files, example } of survey.skipped) {
    printLine(context, `  ${files} ${reason}: ${meaning}; such as ${displayPath(example)}`);
  }
}

function sizeOf(bytes: number): string {
  if (bytes < 10_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
