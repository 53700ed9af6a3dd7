/**
 * Every setting, defined once: the config files, the CLEW_* environment, `clew doctor` and docs/configuration.md
 * are all read from this table.
 */
import { AppError } from "../core/errors.ts";
import { ENGINE_ERRORS } from "./errors.ts";

interface SettingBase<T> {
  default: T;
  env: string;
  doc: string;
  /**
   * May a file inside the repository set it? Only what narrows or orders the repository's own content: a cloned
   * repository must not be able to switch a guard off.
   */
  repositoryMaySet: boolean;
}

type Setting =
  | (SettingBase<number> & { type: "number"; min: number; max: number })
  | (SettingBase<boolean> & { type: "boolean" })
  | (SettingBase<string> & { type: "string" })
  | (SettingBase<string> & { type: "choice"; choices: readonly string[] })
  | (SettingBase<readonly string[]> & { type: "list" });

export const SETTINGS = {
  include: {
    type: "list",
    default: [],
    env: "CLEW_INCLUDE",
    repositoryMaySet: true,
    doc: "Globs; when given, only matching files are indexed.",
  },
  exclude: {
    type: "list",
    default: [],
    env: "CLEW_EXCLUDE",
    repositoryMaySet: true,
    doc: "Globs of files that are not indexed, on top of .gitignore and .clewignore.",
  },
  deprioritise: {
    type: "list",
    default: [],
    env: "CLEW_DEPRIORITISE",
    repositoryMaySet: true,
    doc: "Globs of files that are indexed but ranked below the rest.",
  },
  indexGenerated: {
    type: "boolean",
    default: false,
    env: "CLEW_INDEX_GENERATED",
    repositoryMaySet: true,
    doc: "Index generated files instead of skipping them.",
  },
  maxFileBytes: {
    type: "number",
    default: 2_000_000,
    min: 1_000,
    max: 100_000_000,
    env: "CLEW_MAX_FILE_BYTES",
    repositoryMaySet: false,
    doc: "Larger files are skipped with reason too-large.",
  },
  parseTimeoutMs: {
    type: "number",
    default: 1_000,
    min: 50,
    max: 60_000,
    env: "CLEW_PARSE_TIMEOUT_MS",
    repositoryMaySet: false,
    doc: "A file whose parse takes longer is indexed as plain text windows.",
  },
  workers: {
    type: "number",
    default: 0,
    min: 0,
    max: 64,
    env: "CLEW_WORKERS",
    repositoryMaySet: false,
    doc: "Parsing processes; 0 chooses by the amount of work and the number of cores.",
  },
  workerMemoryMb: {
    type: "number",
    default: 512,
    min: 128,
    max: 8_192,
    env: "CLEW_WORKER_MEMORY_MB",
    repositoryMaySet: false,
    doc: "Memory limit of one parsing process.",
  },
  budget: {
    type: "number",
    default: 4_000,
    min: 100,
    max: 1_000_000,
    env: "CLEW_BUDGET",
    repositoryMaySet: false,
    doc: "Default token budget of an answer.",
  },
  profile: {
    type: "choice",
    default: "default",
    choices: ["default", "full"],
    env: "CLEW_PROFILE",
    repositoryMaySet: false,
    doc: "Tools that `clew mcp` offers: `default` is six, `full` is every one.",
  },
  firstAnswerMs: {
    type: "number",
    default: 1_500,
    min: 0,
    max: 600_000,
    env: "CLEW_FIRST_ANSWER_MS",
    repositoryMaySet: false,
    doc: "A question to a server whose first index takes longer than this is answered from the part that is there.",
  },
  queryMs: {
    type: "number",
    default: 30_000,
    min: 10,
    max: 3_600_000,
    env: "CLEW_QUERY_MS",
    repositoryMaySet: false,
    doc: "A question that works longer than this ends with QUERY_TIMEOUT; waiting for an update and opening an index are not counted.",
  },
  lockTimeoutMs: {
    type: "number",
    default: 30_000,
    min: 0,
    max: 600_000,
    env: "CLEW_LOCK_TIMEOUT_MS",
    repositoryMaySet: false,
    doc: "How long an update waits for another writer of the same index.",
  },
  embeddings: {
    type: "choice",
    default: "builtin",
    choices: ["off", "builtin", "onnx", "ollama", "openai", "voyage"],
    env: "CLEW_EMBEDDINGS",
    repositoryMaySet: false,
    doc: "What makes vectors for search by meaning: nothing, the model inside clew, a model folder on disk, or a server that code is sent to.",
  },
  embeddingModel: {
    type: "string",
    default: "",
    env: "CLEW_EMBEDDING_MODEL",
    repositoryMaySet: false,
    doc: "Another model than the provider's default; for `builtin` the path of a model file, for `onnx` that of a folder.",
  },
  summaries: {
    type: "choice",
    default: "rules",
    choices: ["rules", "ollama"],
    env: "CLEW_SUMMARIES",
    repositoryMaySet: false,
    doc: "Who writes the line on what a file is for: rules, or a language model behind Ollama that the start of each file is sent to.",
  },
  summaryModel: {
    type: "string",
    default: "qwen2.5-coder:1.5b",
    env: "CLEW_SUMMARY_MODEL",
    repositoryMaySet: false,
    doc: "Language model for `summaries: ollama`.",
  },
  summaryUrl: {
    type: "string",
    default: "http://127.0.0.1:11434",
    env: "CLEW_SUMMARY_URL",
    repositoryMaySet: false,
    doc: "Base address of the Ollama that writes summaries.",
  },
  embeddingUrl: {
    type: "string",
    default: "",
    env: "CLEW_EMBEDDING_URL",
    repositoryMaySet: false,
    doc: "Base address of the server for `ollama`, `openai` (any server of its protocol) and `voyage`. Keys come from `CLEW_EMBEDDING_KEY`, `OPENAI_API_KEY` or `VOYAGE_API_KEY`.",
  },
  embeddingTimeoutMs: {
    type: "number",
    default: 60_000,
    min: 100,
    max: 3_600_000,
    env: "CLEW_EMBEDDING_TIMEOUT_MS",
    repositoryMaySet: false,
    doc: "How long one request to an embedding server may take.",
  },
  embeddingRequestsPerMinute: {
    type: "number",
    default: 0,
    min: 0,
    max: 100_000,
    env: "CLEW_EMBEDDING_REQUESTS_PER_MINUTE",
    repositoryMaySet: false,
    doc: "Requests to an embedding server are spread to stay below this; 0 for no limit but the server's own.",
  },
  embeddingDimensions: {
    type: "number",
    default: 0,
    min: 0,
    max: 8_192,
    env: "CLEW_EMBEDDING_DIMENSIONS",
    repositoryMaySet: false,
    doc: "Numbers per vector; 0 takes what the model gives. The built-in model can give shorter ones.",
  },
  serveMemoryMb: {
    type: "number",
    default: 1_024,
    min: 192,
    max: 65_536,
    env: "CLEW_SERVE_MEMORY_MB",
    repositoryMaySet: false,
    doc: "Memory that `clew serve` keeps its own process below; parsing processes have their own limit.",
  },
  serveIdleMinutes: {
    type: "number",
    default: 15,
    min: 0.01,
    max: 10_000,
    env: "CLEW_SERVE_IDLE_MINUTES",
    repositoryMaySet: false,
    doc: "A repository that nobody asked about for so long is unloaded by `clew serve`.",
  },
} as const satisfies Record<string, Setting>;

type ValueOf<S extends Setting> = S extends { type: "number" }
  ? number
  : S extends { type: "boolean" }
    ? boolean
    : S extends { type: "list" }
      ? readonly string[]
      : string;

export type Settings = { -readonly [K in keyof typeof SETTINGS]: ValueOf<(typeof SETTINGS)[K]> };
export type SettingName = keyof typeof SETTINGS;

/** A source of raw values: where they come from, for messages, and what they are. */
export interface SettingsLayer {
  source: string;
  values: Record<string, unknown>;
  isRepository: boolean;
}

/** Later layers win. A value that does not fit is an error that names its source. */
export function resolveSettings(layers: readonly SettingsLayer[]): Settings {
  const settings: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(SETTINGS)) settings[name] = setting.default;
  for (const layer of layers) {
    for (const [name, raw] of Object.entries(layer.values)) {
      const setting = (SETTINGS as Record<string, Setting>)[name];
      if (!setting) throw badSetting(layer, name, "is not a setting", Object.keys(SETTINGS).join(", "));
      if (layer.isRepository && !setting.repositoryMaySet) {
        throw badSetting(
          layer,
          name,
          "cannot be set by a repository",
          "set it in your own config file or environment",
        );
      }
      settings[name] = parseValue(layer, name, setting, raw);
    }
  }
  return settings as Settings;
}

/** The CLEW_* variables that are set, as a layer. */
export function environmentLayer(env: NodeJS.ProcessEnv): SettingsLayer {
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const raw = env[setting.env];
    if (raw !== undefined && raw !== "") values[name] = raw;
  }
  return { source: "environment", values, isRepository: false };
}

function parseValue(layer: SettingsLayer, name: string, setting: Setting, raw: unknown): unknown {
  switch (setting.type) {
    case "number": {
      const value = typeof raw === "string" && raw.trim() !== "" ? Number(raw) : raw;
      if (
        typeof value !== "number" ||
        !Number.isFinite(value) ||
        value < setting.min ||
        value > setting.max
      ) {
        throw badSetting(
          layer,
          name,
          `is ${JSON.stringify(raw)}`,
          `a number from ${setting.min} to ${setting.max}`,
        );
      }
      return value;
    }
    case "boolean": {
      if (raw === true || raw === "true" || raw === "1") return true;
      if (raw === false || raw === "false" || raw === "0") return false;
      throw badSetting(layer, name, `is ${JSON.stringify(raw)}`, "true or false");
    }
    case "list": {
      const value =
        typeof raw === "string"
          ? raw
              .split(",")
              .map((part) => part.trim())
              .filter(Boolean)
          : raw;
      if (!Array.isArray(value) || value.some((part) => typeof part !== "string")) {
        throw badSetting(layer, name, `is ${JSON.stringify(raw)}`, "a list of strings");
      }
      return value;
    }
    case "choice": {
      if (typeof raw !== "string" || !setting.choices.includes(raw))
        throw badSetting(layer, name, `is ${JSON.stringify(raw)}`, `one of ${setting.choices.join(", ")}`);
      return raw;
    }
    case "string": {
      if (typeof raw !== "string") throw badSetting(layer, name, `is ${JSON.stringify(raw)}`, "a string");
      return raw;
    }
  }
}

function badSetting(layer: SettingsLayer, name: string, what: string, expected: string): AppError {
  return new AppError("CONFIG_INVALID", `${name} in ${layer.source} ${what}`, {
    hint: `${ENGINE_ERRORS.CONFIG_INVALID} Expected: ${expected}.`,
    details: { setting: name, source: layer.source },
  });
}
