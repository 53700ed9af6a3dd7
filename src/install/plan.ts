/** Decides what an install or uninstall would change; reads files and writes none. */
import { AppError } from "../core/errors.ts";
import { displayPath } from "../core/rel-path.ts";
import type { Client, Launch, Scope, Surroundings } from "./clients.ts";
import { type ConfigFile, decodeConfig, missingFolders, readConfigFile } from "./config-file.ts";
import { addMarkedBlock, findMarkedBlock, removeMarkedBlock } from "./edit-marked-block.ts";
import { INSTALL_ERRORS } from "./errors.ts";
import { INSTRUCTION_LINES, instructionsTarget, MARKERS } from "./instructions.ts";
import type { Ledger, LedgerEntry } from "./ledger.ts";
import { addEntry, describingFile, entryState, removeEntry, replaceEntry } from "./server-entry.ts";

export interface Change {
  file: ConfigFile;
  /** For whom, and what is done. */
  summary: string;
  before: string | null;
  /** null: the file is removed. */
  after: string | null;
  /** What the ledger shall hold of the file. */
  memory: LedgerEntry | "keep" | "forget";
}

export interface Plan {
  changes: Change[];
  /** What needs no change or gets none, and why. */
  notes: string[];
}

export interface PlanInput {
  clients: readonly Client[];
  around: Surroundings;
  ledger: Ledger;
}

interface OpenedFile {
  file: ConfigFile;
  mark: string;
  text: string;
}

export function planInstall(
  input: PlanInput,
  options: { scope: Scope; launch: Launch; withInstructions: boolean },
): Plan {
  const plan: Plan = { changes: [], notes: [] };
  for (const client of input.clients) {
    const path = client.configFile(options.scope, input.around);
    if (path === null)
      plan.notes.push(`${client.title}: has no configuration of a ${options.scope}; skipped`);
    else planServer(plan, client, openFile(path, options.scope, input.around), options.launch);
  }
  if (!options.withInstructions) return plan;
  const seen = new Set<string>();
  for (const [path, titles] of instructionFiles(input, options.scope, plan.notes)) {
    const opened = openFile(path, options.scope, input.around);
    // CLAUDE.md is often a link to AGENTS.md; one block serves both.
    if (seen.has(opened.file.realPath)) continue;
    seen.add(opened.file.realPath);
    planBlock(plan, opened, titles.join(", "));
  }
  return plan;
}

function planServer(plan: Plan, client: Client, opened: OpenedFile, launch: Launch): void {
  const { file, mark, text } = opened;
  const shown = displayPath(file.path);
  const { form, title } = client;
  const state = describingFile(file.path, () => entryState(text, form, launch));
  if (state === "current") plan.notes.push(`${title}: already set up in ${shown}`);
  else if (state === "foreign") {
    plan.notes.push(`${title}: ${shown} has a server clew that was written by hand; left as it is`);
  } else if (state === "outdated") {
    const after = mark + describingFile(file.path, () => replaceEntry(text, form, launch));
    const summary = `${title}: updated server clew in ${shown}`;
    plan.changes.push({ file, summary, before: mark + text, after, memory: "keep" });
  } else {
    const added = describingFile(file.path, () => addEntry(text, form, launch));
    const memory = { ...creation(file), traces: added.traces };
    const summary = `${title}: added server clew to ${shown}`;
    plan.changes.push({ file, summary, before: textBefore(opened), after: mark + added.text, memory });
  }
}

function planBlock(plan: Plan, opened: OpenedFile, titles: string): void {
  const { file, mark, text } = opened;
  const shown = displayPath(file.path);
  const block = findMarkedBlock(text, MARKERS);
  if (block === "torn") throw tornBlock(file);
  const fresh = addMarkedBlock("", MARKERS, INSTRUCTION_LINES);
  if (block === null) {
    const after = mark + addMarkedBlock(text, MARKERS, INSTRUCTION_LINES);
    const memory = { ...creation(file), traces: null };
    const summary = `${titles}: added instructions to ${shown}`;
    plan.changes.push({ file, summary, before: textBefore(opened), after, memory });
  } else if (text.slice(block.start, block.end).replaceAll("\r\n", "\n").trimEnd() === fresh.trimEnd()) {
    plan.notes.push(`${titles}: ${shown} has the instructions already`);
  } else {
    const newline = /\r?\n/.exec(text.slice(block.start))?.[0] ?? "\n";
    const after = mark + text.slice(0, block.start) + fresh.replaceAll("\n", newline) + text.slice(block.end);
    plan.changes.push({
      file,
      summary: `${titles}: updated instructions in ${shown}`,
      before: mark + text,
      after,
      memory: "keep",
    });
  }
}

export function planUninstall(input: PlanInput, scopes: readonly Scope[]): Plan {
  const plan: Plan = { changes: [], notes: [] };
  const seen = new Set<string>();
  for (const scope of scopes) {
    for (const client of input.clients) {
      const paths = [
        client.configFile(scope, input.around),
        ...(client.otherConfigFiles?.(scope, input.around) ?? []),
      ];
      for (const path of paths) {
        if (path !== null) planServerRemoval(plan, input, client, scope, path, seen);
      }
    }
    for (const [path, titles] of instructionFiles(input, scope, [])) {
      planBlockRemoval(plan, input, scope, path, titles.join(", "), seen);
    }
  }
  return plan;
}

function planServerRemoval(
  plan: Plan,
  { around, ledger }: PlanInput,
  client: Client,
  scope: Scope,
  path: string,
  seen: Set<string>,
): void {
  const opened = openForRemoval(plan, path, scope, around, ledger);
  if (opened === null || seen.has(opened.file.realPath)) return;
  seen.add(opened.file.realPath);
  const { file, mark, text } = opened;
  const known = ledger.get(file.realPath);
  const shown = displayPath(file.path);
  const attempt = () => {
    // The place of the command does not matter for finding the entry, only for calling it current.
    const state = entryState(text, client.form, { command: "clew", args: ["mcp"] });
    if (state === "absent") return null;
    if (state === "foreign" && known === undefined) {
      plan.notes.push(`${client.title}: the server clew in ${shown} was written by hand; left as it is`);
      return null;
    }
    return removeEntry(text, client.form, known?.traces ?? null);
  };
  const left = known === undefined ? orNote(plan, attempt, shown) : describingFile(file.path, attempt);
  if (left === null) return;
  const after = known?.isCreated && left === "" ? null : mark + left;
  const summary = `${client.title}: removed server clew from ${shown}`;
  plan.changes.push({ file, summary, before: mark + text, after, memory: "forget" });
}

function planBlockRemoval(
  plan: Plan,
  { around, ledger }: PlanInput,
  scope: Scope,
  path: string,
  titles: string,
  seen: Set<string>,
): void {
  const opened = openForRemoval(plan, path, scope, around, ledger);
  if (opened === null || seen.has(opened.file.realPath)) return;
  seen.add(opened.file.realPath);
  const { file, mark, text } = opened;
  const block = findMarkedBlock(text, MARKERS);
  if (block === null) return;
  if (block === "torn") throw tornBlock(file);
  const left = removeMarkedBlock(text, block);
  const after = ledger.get(file.realPath)?.isCreated && left === "" ? null : mark + left;
  const summary = `${titles}: removed instructions from ${displayPath(file.path)}`;
  plan.changes.push({ file, summary, before: mark + text, after, memory: "forget" });
}

/** A file we never wrote to may be broken; that must not keep the others from being cleaned. */
function openForRemoval(
  plan: Plan,
  path: string,
  scope: Scope,
  around: Surroundings,
  ledger: Ledger,
): OpenedFile | null {
  try {
    const opened = openFile(path, scope, around);
    return opened.file.bytes === null ? null : opened;
  } catch (error) {
    if (!(error instanceof AppError) || ledger.get(path) !== undefined) throw error;
    plan.notes.push(`${error.message}; not looked into`);
    return null;
  }
}

function orNote<T>(plan: Plan, attempt: () => T, shown: string): T | null {
  try {
    return describingFile(shown, attempt);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    plan.notes.push(`${error.message}; left as it is`);
    return null;
  }
}

function instructionFiles(input: PlanInput, scope: Scope, notes: string[]): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const client of input.clients) {
    const path = instructionsTarget(client, scope, input.around);
    if (path === null) notes.push(`${client.title}: has no file of instructions for a ${scope}; skipped`);
    else files.set(path, [...(files.get(path) ?? []), client.title]);
  }
  return files;
}

function openFile(path: string, scope: Scope, around: Surroundings): OpenedFile {
  const file = readConfigFile(path, scope === "project" ? around.root : null);
  if (file.bytes === null) return { file, mark: "", text: "" };
  const decoded = decodeConfig(file.bytes);
  if (decoded !== null) return { file, ...decoded };
  throw new AppError("INSTALL_FILE_MALFORMED", `${displayPath(path)} is not UTF-8`, {
    hint: INSTALL_ERRORS.INSTALL_FILE_MALFORMED,
  });
}

function textBefore({ file, mark, text }: OpenedFile): string | null {
  return file.bytes === null ? null : mark + text;
}

function creation(file: ConfigFile): { file: string; isCreated: boolean; folders: string[] } {
  const isCreated = file.bytes === null;
  return { file: file.realPath, isCreated, folders: isCreated ? missingFolders(file.realPath) : [] };
}

function tornBlock(file: ConfigFile): AppError {
  const message = `${displayPath(file.path)} has one of the lines ${MARKERS.start} and ${MARKERS.end} without the other, or twice`;
  return new AppError("INSTALL_FILE_MALFORMED", message, { hint: INSTALL_ERRORS.INSTALL_FILE_MALFORMED });
}
