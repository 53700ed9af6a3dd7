/** Layers of settings, later ones over earlier ones, to the settings that count. */
import { AppError, type Problem } from "../core/errors.ts";
import { SETTINGS_ERRORS } from "./errors.ts";
import { type Assignment, type Fault, quoteValue, type SettingsLayer } from "./layer.ts";
import { parseValue } from "./parse-value.ts";
import { PRESETS, STORE_PRESETS } from "./presets.ts";
import type { NamedSettings, RepositorySettings, Settings } from "./settings.ts";
import { SETTINGS } from "./table.ts";

export interface ResolvedSettings {
  settings: Settings;
  /** What a repository's own file asks for and does not get. */
  problems: Problem[];
}

/**
 * A fault in what the user wrote is thrown: clew would do something else than asked. One in a file of a repository
 * costs that setting alone, since whoever wrote it may be far away.
 */
export function resolveSettings(layers: readonly SettingsLayer[]): ResolvedSettings {
  const values = new Map<string, unknown>();
  const problems: Problem[] = [];
  for (const layer of layers) {
    const { read, faults } = readLayer(layer);
    if (faults.length > 0 && !layer.isRepository) throw invalid(layer, faults);
    problems.push(...faults.map((fault) => ignored(layer, fault)));
    for (const [path, value] of read) values.set(path, value);
  }
  const settings = settingsOf(values);
  checkNames(settings);
  return { settings, problems };
}

/** A name in a question must mean one thing. */
function checkNames({ repositories, scopes }: NamedSettings): void {
  const both = Object.keys(scopes).find((name) => Object.hasOwn(repositories, name));
  if (both === undefined) return;
  throw new AppError("CONFIG_INVALID", `${both} is the name of a repository and of a scope`, {
    hint: `${SETTINGS_ERRORS.CONFIG_INVALID} Rename one of the two.`,
  });
}

/** Names that are given under a setting so far, such as those of repositories. */
export function givenNames(layers: readonly SettingsLayer[], section: string): Set<string> {
  const paths = layers.flatMap(({ assignments }) => assignments.map(({ path }) => path));
  return new Set(paths.filter(([first]) => first === section).map(([, name]) => name!));
}

/** path → value of what fits, and what does not. */
function readLayer(layer: SettingsLayer): { read: Map<string, unknown>; faults: Fault[] } {
  const read = new Map<string, unknown>();
  const faults = [...layer.faults];
  const spelledBy = new Map<string, string>();
  for (const assignment of layer.assignments) {
    const path = assignment.path.join(".");
    const fault = faultOf(layer, assignment, spelledBy.get(path));
    if (fault) faults.push(fault);
    else read.set(path, (parseValue(assignment.node.row, assignment.raw) as { value: unknown }).value);
    spelledBy.set(path, assignment.spelled);
  }
  return { read, faults };
}

function faultOf(layer: SettingsLayer, assignment: Assignment, earlier: string | undefined): Fault | null {
  const { node, spelled, raw } = assignment;
  if (layer.isRepository && !node.row.repositoryMaySet) {
    const fix = "set it in your own config file or environment";
    return { spelled, what: "cannot be set by a repository", fix };
  }
  if (earlier !== undefined)
    return { spelled, what: `is set by ${earlier}, too`, fix: "keep one of the two" };
  const parsed = parseValue(node.row, raw);
  return parsed.ok ? null : { spelled, what: `is ${quoteValue(raw)}`, fix: `expected: ${parsed.expected}` };
}

function settingsOf(values: ReadonlyMap<string, unknown>): Settings {
  const preset = {
    ...presetOf(PRESETS, values.get(SETTINGS.preset.path)),
    ...presetOf(STORE_PRESETS, values.get(SETTINGS.storePreset.path)),
  };
  const flat = Object.entries(SETTINGS)
    .filter(([name]) => !name.includes("."))
    .map(([name, row]) => [
      name,
      values.has(row.path) ? values.get(row.path) : (preset[name] ?? row.default),
    ]);
  return { ...Object.fromEntries(flat), ...namedSettings(values) } as Settings;
}

function presetOf(
  presets: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  name: unknown,
): Readonly<Record<string, unknown>> {
  return Object.entries(presets).find(([one]) => one === name)?.[1] ?? {};
}

function namedSettings(values: ReadonlyMap<string, unknown>): NamedSettings {
  const repositories = new Map<string, RepositorySettings>();
  const scopes = new Map<string, readonly string[]>();
  for (const [path, value] of values) {
    const [section, ...rest] = path.split(".");
    if (section === "scopes") scopes.set(rest.join("."), value as readonly string[]);
    if (section !== "repositories") continue;
    // Names may hold dots, keys do not.
    const name = rest.slice(0, -1).join(".");
    const known = repositories.get(name) ?? NEW_REPOSITORY;
    repositories.set(name, { ...known, [rest.at(-1)!]: value });
  }
  return { repositories: Object.fromEntries(repositories), scopes: Object.fromEntries(scopes) };
}

const NEW_REPOSITORY: RepositorySettings = {
  path: SETTINGS["repositories.*.path"].default,
  type: SETTINGS["repositories.*.type"].default,
  priority: SETTINGS["repositories.*.priority"].default,
};

function invalid(layer: SettingsLayer, [first, ...rest]: readonly Fault[]): AppError {
  return new AppError("CONFIG_INVALID", describe(layer, first!), {
    hint: `${SETTINGS_ERRORS.CONFIG_INVALID} ${capitalised(first!.fix)}`,
    details: {
      setting: first!.spelled,
      source: layer.source,
      ...(rest.length > 0 && { also: rest.map((fault) => `${describe(layer, fault)}; ${fault.fix}`) }),
    },
  });
}

function ignored(layer: SettingsLayer, fault: Fault): Problem {
  return { code: "CONFIG_IGNORED", message: `${describe(layer, fault)} and is ignored; ${fault.fix}` };
}

function describe({ source }: SettingsLayer, { spelled, what }: Fault): string {
  // A key of a repository's file may be anything; keys of ours need no quotes.
  const shown = spelled === null || /^[\w.-]{1,80}$/.test(spelled) ? spelled : quoteValue(spelled);
  return shown === null ? `${source} ${what}` : `${shown} in ${source} ${what}`;
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?]$/.test(text) ? "" : "."}`;
}
