import type { ConfigDigest, LinkConfig } from "../modules/contract.ts";
import { parseSimpleToml, type TomlTable } from "../modules/simple-toml.ts";

export interface PythonConfig extends ConfigDigest {
  kind: "python";
  sourceFolders: string[];
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

const SETUP_CFG = "setup.cfg";

export const PYTHON_PROJECT: LinkConfig<PythonConfig> = {
  kind: "python",
  fits: (basename) => basename === "pyproject.toml" || basename === SETUP_CFG,
  read: (text, basename) =>
    basename === SETUP_CFG ? readSetupCfg(text) : readPyproject(parseSimpleToml(text)),
};
