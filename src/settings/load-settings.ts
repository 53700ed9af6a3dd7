/** Where settings come from: defaults < the user's file < the repository's file (harmless ones only) < environment. */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { AppError } from "../core/errors.ts";
import { SETTINGS_ERRORS } from "./errors.ts";
import type { SettingsLayer } from "./layer.ts";
import { readEnvironment } from "./read-environment.ts";
import { readFileLayer } from "./read-file-layer.ts";
import { givenNames, type ResolvedSettings, resolveSettings } from "./resolve-settings.ts";
import type { Settings } from "./settings.ts";

/** Name of a repository's own config file. */
export const REPOSITORY_CONFIG = ".clew.json";

/** The user's own config file. */
export function userConfigFile(env: NodeJS.ProcessEnv = process.env): string {
  if (env.CLEW_CONFIG) return env.CLEW_CONFIG;
  return join(env.XDG_CONFIG_HOME || join(homedir(), ".config"), "clew", "config.json");
}

/** For one repository, whose own file has this text; null without one. */
export function loadSettings(repositoryConfig: string | null, env: NodeJS.ProcessEnv): ResolvedSettings {
  const layers: SettingsLayer[] = [];
  const userFile = userConfigFile(env);
  const userText = readOptional(userFile);
  if (userText !== null) layers.push(readFileLayer(userFile, userText, false));
  if (repositoryConfig !== null) layers.push(readFileLayer(REPOSITORY_CONFIG, repositoryConfig, true));
  const known = {
    repositories: givenNames(layers, "repositories"),
    scopes: givenNames(layers, "scopes"),
  };
  return resolveSettings([...layers, readEnvironment(env, known)]);
}

/** What counts wherever the user is. */
export function loadUserSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  return loadSettings(null, env).settings;
}

function readOptional(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    throw new AppError("CONFIG_INVALID", `${path} cannot be read: ${message}`, {
      hint: `${SETTINGS_ERRORS.CONFIG_INVALID} CLEW_CONFIG names another file.`,
      cause: error,
    });
  }
}
