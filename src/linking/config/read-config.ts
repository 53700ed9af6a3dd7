/**
 * What linking needs of configuration files, and nothing else of them: a version bump in package.json changes no
 * digest and relinks nothing. Reading is total: a broken file says nothing.
 */
import { basename } from "../../core/rel-path.ts";
import { parseJsonWithComments } from "./json-with-comments.ts";
import { parseSimpleToml, type TomlTable } from "./simple-toml.ts";

/** Base names of files whose text linking reads; `tsconfig.*.json` counts too, see `isLinkConfig`. */
export const LINK_CONFIG_FILES = [
  "package.json",
  "tsconfig.json",
  "jsconfig.json",
  "go.mod",
  "Cargo.toml",
  "composer.json",
  "pyproject.toml",
  "setup.cfg",
] as const;

export function isLinkConfig(path: string): boolean {
  const base = basename(path);
  return (
    (LINK_CONFIG_FILES as readonly string[]).includes(base) ||
    /^(?:tsconfig|jsconfig)[\w.-]*\.json$/.test(base)
  );
}

export type ExportsMap = string | null | ExportsMap[] | { [key: string]: ExportsMap };

export interface PackageConfig {
  kind: "package";
  name?: string;
  /** source, types, typings, module, main: in the order in which they are tried. */
  entries: string[];
  exports?: ExportsMap;
  imports?: ExportsMap;
}

export interface TypeScriptConfig {
  kind: "typescript";
  extends: string[];
  baseUrl?: string;
  paths?: Record<string, string[]>;
  references: string[];
}

export interface GoModConfig {
  kind: "go";
  module: string;
  replaces: { from: string; to: string }[];
}

export interface CargoConfig {
  kind: "cargo";
  name?: string;
  libPath?: string;
}

export interface ComposerConfig {
  kind: "composer";
  psr4: { prefix: string; folders: string[] }[];
}

export interface PythonConfig {
  kind: "python";
  sourceFolders: string[];
}

export type ConfigDigest =
  | PackageConfig
  | TypeScriptConfig
  | GoModConfig
  | CargoConfig
  | ComposerConfig
  | PythonConfig;

const KIND_OF_FILE: Readonly<Record<string, ConfigDigest["kind"]>> = {
  "package.json": "package",
  "go.mod": "go",
  "Cargo.toml": "cargo",
  "composer.json": "composer",
  "pyproject.toml": "python",
  "setup.cfg": "python",
};

/** What kind of digest the file at `path` has; null for a file that linking does not read. */
export function configKindOf(path: string): ConfigDigest["kind"] | null {
  return KIND_OF_FILE[basename(path)] ?? (isLinkConfig(path) ? "typescript" : null);
}

export function readConfigDigest(path: string, text: string): ConfigDigest | null {
  switch (configKindOf(path)) {
    case "package":
      return readPackage(text);
    case "go":
      return readGoMod(text);
    case "cargo":
      return readCargo(parseSimpleToml(text));
    case "composer":
      return readComposer(text);
    case "python":
      return basename(path) === "setup.cfg" ? readSetupCfg(text) : readPyproject(parseSimpleToml(text));
    case "typescript":
      return readTypeScript(text);
    default:
      return null;
  }
}

type Json = Record<string, unknown>;

function asObject(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

function readPackage(text: string): PackageConfig {
  const json = asObject(parseJsonWithComments(text));
  const entries = ["source", "types", "typings", "module", "main"].flatMap((field) =>
    typeof json[field] === "string" ? [json[field] as string] : [],
  );
  const config: PackageConfig = { kind: "package", entries };
  if (typeof json.name === "string") config.name = json.name;
  if (json.exports !== undefined) config.exports = json.exports as ExportsMap;
  if (json.imports !== undefined) config.imports = json.imports as ExportsMap;
  return config;
}

function readTypeScript(text: string): TypeScriptConfig {
  const json = asObject(parseJsonWithComments(text));
  const options = asObject(json.compilerOptions);
  const config: TypeScriptConfig = { kind: "typescript", extends: strings(json.extends), references: [] };
  if (typeof options.baseUrl === "string") config.baseUrl = options.baseUrl;
  if (options.paths !== undefined) {
    config.paths = Object.fromEntries(
      Object.entries(asObject(options.paths)).map(([pattern, targets]) => [pattern, strings(targets)]),
    );
  }
  if (Array.isArray(json.references)) {
    config.references = json.references.flatMap((item) => strings(asObject(item).path));
  }
  return config;
}

function readGoMod(text: string): GoModConfig | null {
  const module = /^\s*module\s+"?([^\s"]+)/m.exec(text)?.[1];
  if (!module) return null;
  const replaces = [...text.matchAll(/^\s*(?:replace\s+)?(\S+)(?:\s+v\S+)?\s*=>\s*(\.\.?\/\S*|\.\.?)/gm)].map(
    (match) => ({ from: match[1]!, to: match[2]! }),
  );
  return { kind: "go", module, replaces };
}

function readCargo(toml: TomlTable): CargoConfig {
  const config: CargoConfig = { kind: "cargo" };
  const name = toml.get("lib.name")?.[0] ?? toml.get("package.name")?.[0];
  if (name !== undefined) config.name = name;
  const libPath = toml.get("lib.path")?.[0];
  if (libPath !== undefined) config.libPath = libPath;
  return config;
}

function readComposer(text: string): ComposerConfig {
  const json = asObject(parseJsonWithComments(text));
  const psr4 = [json.autoload, json["autoload-dev"]].flatMap((section) =>
    Object.entries(asObject(asObject(section)["psr-4"])).map(([prefix, folders]) => ({
      prefix: prefix.replace(/\\+$/, ""),
      folders: strings(folders).map((folder) => folder.replace(/^\.\/|\/+$/g, "")),
    })),
  );
  return { kind: "composer", psr4 };
}

function readPyproject(toml: TomlTable): PythonConfig {
  const keys = [
    "tool.setuptools.packages.find.where",
    "tool.setuptools.package-dir",
    'tool.setuptools.package-dir.""',
    "tool.poetry.packages.from",
    "tool.pytest.ini_options.pythonpath",
    "tool.hatch.build.sources",
  ];
  return { kind: "python", sourceFolders: cleanFolders(keys.flatMap((key) => toml.get(key) ?? [])) };
}

function readSetupCfg(text: string): PythonConfig {
  const where = [...text.matchAll(/^\s*(?:where|package_dir)\s*=\s*(?:\n\s*)?(?:=\s*)?([\w./-]+)/gm)];
  return { kind: "python", sourceFolders: cleanFolders(where.map((match) => match[1]!)) };
}

function cleanFolders(folders: readonly string[]): string[] {
  return [...new Set(folders.map((folder) => folder.replace(/^\.\/|\/+$/g, "")))].filter(
    (folder) => folder !== "" && folder !== "." && !folder.startsWith("/"),
  );
}
