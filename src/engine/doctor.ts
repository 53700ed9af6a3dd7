import { execFileSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { displayUrl } from "../core/display-url.ts";
import { readRuntimeCode } from "../parsing/extract/known-runtime.ts";
import { describeCSharpCompiler } from "../semantics/roslyn/find-sdk.ts";
import { type ListedSetting, listSettings } from "../settings/list-settings.ts";
import { userConfigFile } from "../settings/load-settings.ts";
import type { ResolvedSettings } from "../settings/resolve-settings.ts";
import type { Settings } from "../settings/settings.ts";
import type { StoreFactory } from "../storage/factory.ts";
import { openRoot } from "../workspace/path-jail.ts";
import { type Connection, listConnections } from "./connections.ts";
import { openEmbeddings } from "./embeddings.ts";
import type { CompilerState } from "./questions/compilers.ts";
import { loadRepositorySettings } from "./repository-settings.ts";

export interface DoctorCheck {
  name: string;
  ok: boolean;
  detail: string;
}

export interface DoctorReport {
  checks: DoctorCheck[];
  settings: ListedSetting[];
  /** Of the index of this folder as it is; empty where there is none that can be read. */
  compilers: readonly CompilerState[];
  /** Every connection that may be opened; null when the settings cannot be read. */
  connections: Connection[] | null;
}

/** What clew needs of this machine, each with what was found. */
export async function examine(
  home: string,
  stores: StoreFactory,
  path: string,
  env: NodeJS.ProcessEnv,
  compilersOf: () => Promise<readonly CompilerState[]>,
): Promise<DoctorReport> {
  const [engine, ...places] = await Promise.all(stores.checks().map(({ name, probe }) => check(name, probe)));
  let loaded: ResolvedSettings | null = null;
  const load = () => {
    loaded ??= loadRepositorySettings(openRoot(path), env);
    return loaded;
  };
  const checks = await Promise.all([
    check("node", () => process.version),
    engine!,
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
    ...places,
    check("configuration", () => {
      load();
      return userConfigFile(env);
    }),
    check("repository's settings", () => {
      const { problems } = load();
      if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("; "));
      return "nothing wrong with them";
    }),
    check("parser", () => {
      if (!readRuntimeCode().isKnown)
        throw new Error(
          "tree-sitter is not the version that was tested: files are parsed rightly, but more slowly",
        );
      return "tree-sitter, read from its memory";
    }),
    check("compilers", () => `TypeScript, within clew; ${describeCSharpCompiler(env)}`),
    check("embeddings", () => describeEmbeddings(load().settings, env)),
    check("summaries", () => describeSummaries(load().settings)),
  ]);
  const settings = readable(load);
  return {
    checks,
    settings: settings ? listSettings(settings).map(withoutSecrets) : [],
    // An index that is broken or locked is what other commands tell of.
    compilers: await compilersOf().catch(() => []),
    connections: settings && listConnections(settings, env),
  };
}

function describeEmbeddings(settings: Settings, env: NodeJS.ProcessEnv): string {
  const { termVectors, openProvider } = openEmbeddings(settings, env);
  const provider = openProvider();
  if (provider) return `${provider.provider} (${provider.modelName})`;
  if (settings.embeddings === "off") return "off";
  if (!termVectors) throw new Error("this build holds no model; search is by words alone");
  return termVectors.model.key;
}

function describeSummaries({ summaries, summaryModel }: Settings): string {
  return summaries === "rules" ? "by rules" : `${summaries} (${summaryModel})`;
}

async function check(name: string, probe: () => string | Promise<string>): Promise<DoctorCheck> {
  try {
    return { name, ok: true, detail: await probe() };
  } catch (error) {
    return { name, ok: false, detail: (error as Error).message };
  }
}

/** Null when they are broken, which the check of the configuration says. */
function readable(load: () => ResolvedSettings): Settings | null {
  try {
    return load().settings;
  } catch {
    return null;
  }
}

function withoutSecrets(setting: ListedSetting): ListedSetting {
  const { value } = setting;
  return typeof value === "string" && value.includes("://")
    ? { ...setting, value: displayUrl(value) }
    : setting;
}
