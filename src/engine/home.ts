import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { AppError } from "../core/errors.ts";
import { parseRelPath } from "../core/rel-path.ts";
import { createDurableFolder } from "../storage/sqlite/durable-folder.ts";
import type { RootJail } from "../workspace/path-jail.ts";
import { ENGINE_ERRORS } from "./errors.ts";
import { environmentLayer, resolveSettings, type Settings, type SettingsLayer } from "./settings.ts";

/** Where everything of clew lives: CLEW_HOME, or `clew` in the user's cache folder. Never inside a working tree. */
export function cacheHome(env: NodeJS.ProcessEnv = process.env): string {
  if (env.CLEW_HOME) return env.CLEW_HOME;
  if (process.platform === "win32")
    return join(env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local"), "clew");
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "clew");
  return join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "clew");
}

/** The user's own config file. */
export function userConfigFile(env: NodeJS.ProcessEnv = process.env): string {
  if (env.CLEW_CONFIG) return env.CLEW_CONFIG;
  return join(env.XDG_CONFIG_HOME || join(homedir(), ".config"), "clew", "config.json");
}

/** Name of a repository's own config file, read through the jail and limited to harmless settings. */
export const REPOSITORY_CONFIG = ".clew.json";

const MAX_CONFIG_BYTES = 100_000;

/** Text of the repository's own config file; null without one. */
export function readRepositoryConfig(jail: RootJail): string | null {
  const read = jail.read(parseRelPath(REPOSITORY_CONFIG)!, { maxBytes: MAX_CONFIG_BYTES });
  return read.ok ? read.bytes.toString("utf8") : null;
}

export function createPrivateFolder(path: string): string {
  createDurableFolder(path);
  return path;
}

/** File of a family's database: readable enough to recognise, unique by the hash of its identity. */
export function familyDatabase(home: string, name: string, identity: string): string {
  const digest = createHash("sha256").update(identity).digest("hex").slice(0, 16);
  const safe = name.replace(/[^A-Za-z0-9._-]+/g, "-").slice(0, 40) || "repository";
  return join(createPrivateFolder(join(home, "index")), `${safe}-${digest}.db`);
}

/** defaults < user's file < repository's file (harmless settings only) < environment. */
export function loadSettings(
  repositoryConfig: string | null,
  env: NodeJS.ProcessEnv = process.env,
): Settings {
  const layers: SettingsLayer[] = [];
  const userFile = userConfigFile(env);
  const userText = readOptional(userFile);
  if (userText !== null)
    layers.push({ source: userFile, values: parseConfig(userFile, userText), isRepository: false });
  if (repositoryConfig !== null) {
    const values = parseConfig(REPOSITORY_CONFIG, repositoryConfig);
    layers.push({ source: REPOSITORY_CONFIG, values, isRepository: true });
  }
  layers.push(environmentLayer(env));
  return resolveSettings(layers);
}

function readOptional(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function parseConfig(source: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === "object" && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch (cause) {
    throw new AppError("CONFIG_INVALID", `${source} is not valid JSON: ${(cause as Error).message}`, {
      hint: ENGINE_ERRORS.CONFIG_INVALID,
      cause,
    });
  }
  throw new AppError("CONFIG_INVALID", `${source} must hold a JSON object`, {
    hint: ENGINE_ERRORS.CONFIG_INVALID,
  });
}
