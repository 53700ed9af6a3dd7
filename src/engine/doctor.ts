import { execFileSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { join } from "node:path";
import type { EmbeddingProvider } from "../embeddings/contract.ts";
import { readEngineVersion } from "../storage/sqlite/connection.ts";
import { describeHeldLog, findHeldLogs } from "../storage/sqlite/log-limit.ts";
import { openRoot } from "../workspace/path-jail.ts";
import { openEmbeddings } from "./embeddings.ts";
import { loadSettings, readRepositoryConfig, userConfigFile } from "./home.ts";
import { SETTINGS, type SettingName } from "./settings.ts";

export interface DoctorCheck {
  name: string;
  ok: boolean;
  detail: string;
}

export interface DoctorReport {
  checks: DoctorCheck[];
  settings: { name: string; value: unknown; isDefault: boolean; env: string }[];
}

/** What clew needs of this machine, each with what was found. */
export function examine(home: string, path: string, env: NodeJS.ProcessEnv): DoctorReport {
  const checks = [
    check("node", () => process.version),
    check("sqlite", readEngineVersion),
    check("git", () =>
      execFileSync("git", ["--version"], { encoding: "utf8", env: { PATH: env.PATH } }).trim(),
    ),
    check("cache folder", () => {
      accessSync(home, constants.R_OK | constants.W_OK);
      const mode = statSync(home).mode & 0o777;
      if (process.platform !== "win32" && (mode & 0o077) !== 0)
        throw new Error(`${home} is open to other users (mode ${mode.toString(8)})`);
      return home;
    }),
    check("index logs", () => {
      const held = findHeldLogs(join(home, "index"));
      if (held.length > 0) throw new Error(held.map(describeHeldLog).join("; "));
      return "folded in";
    }),
    check("configuration", () => {
      loadSettings(readRepositoryConfig(openRoot(path)), env);
      return userConfigFile(env);
    }),
    check("embeddings", () => {
      const settings = loadSettings(readRepositoryConfig(openRoot(path)), env);
      const { termVectors, openProvider } = openEmbeddings(settings, env);
      const provider = openProvider();
      if (provider) return `${provider.provider} (${provider.modelName})${whatLeaves(provider)}`;
      if (settings.embeddings === "off") return "off";
      if (!termVectors) throw new Error("this build holds no model; search is by words alone");
      return `${termVectors.model.key}, nothing leaves this machine`;
    }),
  ];
  return { checks, settings: listSettings(path, env) };
}

function whatLeaves({ spec }: EmbeddingProvider): string {
  const { url } = spec as { url?: string };
  return url ? `; text of chunks and questions is sent to ${url}` : ", nothing leaves this machine";
}

function check(name: string, probe: () => string): DoctorCheck {
  try {
    return { name, ok: true, detail: probe() };
  } catch (error) {
    return { name, ok: false, detail: (error as Error).message };
  }
}

function listSettings(path: string, env: NodeJS.ProcessEnv): DoctorReport["settings"] {
  let values: Record<string, unknown>;
  try {
    values = loadSettings(readRepositoryConfig(openRoot(path)), env);
  } catch {
    // Reported by the configuration check.
    return [];
  }
  return (Object.keys(SETTINGS) as SettingName[]).map((name) => ({
    name,
    value: values[name],
    isDefault: JSON.stringify(values[name]) === JSON.stringify(SETTINGS[name].default),
    env: SETTINGS[name].env,
  }));
}
