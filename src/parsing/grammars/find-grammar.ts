/** The parts of a grammar in a folder or an installed npm package: the compiled grammar, its tags, its file names. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { AppError } from "../../core/errors.ts";

export interface FoundGrammar {
  name: string;
  wasmFile: string;
  tagsFile: string | null;
  /** With the dot; empty when the package does not say. */
  extensions: string[];
  /** Package and version, or the folder. */
  origin: string;
}

export interface GrammarChoice {
  name?: string;
  extensions?: readonly string[];
  tagsFile?: string;
}

const PACKAGE_NAME = /^(?:@[\w.-]+\/)?[\w.-]+$/;
const WASM = /^tree-sitter-([\w-]+)\.wasm$/;
const MAX_DEPTH = 3;
const MAX_NAMES_IN_HINT = 20;

/** The folder that `source` names: a folder itself, or a package installed at or above `from`; null when neither. */
export function packageFolder(source: string, from: string): string | null {
  const direct = resolve(from, source);
  if (existsSync(direct) && statSync(direct).isDirectory()) return direct;
  if (!PACKAGE_NAME.test(source)) return null;
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const installed = join(folder, "node_modules", source);
    if (existsSync(join(installed, "package.json"))) return installed;
    if (folder === dirname(folder)) return null;
  }
}

export function findGrammar(folder: string, choice: GrammarChoice): FoundGrammar {
  const all = wasmFiles(folder, 0);
  const wanted = choice.name === undefined ? all : all.filter(({ name }) => name === choice.name);
  const names = [...new Set(wanted.map(({ name }) => name))];
  if (names.length === 0) {
    const what = choice.name === undefined ? "no tree-sitter-*.wasm" : `no tree-sitter-${choice.name}.wasm`;
    throw new AppError("GRAMMAR_NOT_FOUND", `${what} in ${folder}`, { hint: hintOf(all) });
  }
  if (names.length > 1) {
    throw new AppError("GRAMMAR_AMBIGUOUS", `${names.length} grammars in ${folder}`, { hint: hintOf(all) });
  }
  const [{ name, file }] = wanted as [{ name: string; file: string }];
  const manifest = readManifest(folder);
  const extensions = (choice.extensions ?? fileTypesOf(manifest, name)).map(withDot);
  if (extensions.length === 0) {
    throw new AppError("GRAMMAR_NEEDS_EXTENSIONS", `nothing says which files ${name} is for`, {
      hint: "add --ext .abc",
    });
  }
  return {
    name,
    wasmFile: file,
    tagsFile: choice.tagsFile ?? tagsBeside(file, folder, name),
    extensions,
    origin: manifest.name ? `${manifest.name}@${manifest.version ?? "?"}` : folder,
  };
}

function wasmFiles(folder: string, depth: number): { name: string; file: string }[] {
  const found: { name: string; file: string }[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const name = WASM.exec(entry.name)?.[1];
    if (entry.isFile() && name !== undefined) found.push({ name, file: join(folder, entry.name) });
    else if (entry.isDirectory() && entry.name !== "node_modules" && depth < MAX_DEPTH)
      found.push(...wasmFiles(join(folder, entry.name), depth + 1));
  }
  return found;
}

function hintOf(all: readonly { name: string }[]): string {
  const names = [...new Set(all.map(({ name }) => name))];
  if (names.length === 0) return "the package must hold a grammar compiled to WebAssembly";
  const shown = names.slice(0, MAX_NAMES_IN_HINT).join(", ");
  return `--name is one of ${shown}${names.length > MAX_NAMES_IN_HINT ? ", …" : ""}`;
}

interface PackageManifest {
  name?: string;
  version?: string;
  "tree-sitter"?: unknown;
}

function readManifest(folder: string): PackageManifest {
  const manifest: PackageManifest = readJson(join(folder, "package.json"));
  const described = readJson(join(folder, "tree-sitter.json")).grammars;
  return described === undefined ? manifest : { ...manifest, "tree-sitter": described };
}

function readJson(file: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, "utf8"));
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** `file-types` of the package's own description of its grammars, in package.json or tree-sitter.json. */
function fileTypesOf(manifest: PackageManifest, name: string): string[] {
  const described = manifest["tree-sitter"];
  if (!Array.isArray(described)) return [];
  const own = described.length === 1 ? described[0] : described.find((one) => one?.name === name);
  const types: unknown = own?.["file-types"];
  return Array.isArray(types) ? types.filter((type): type is string => typeof type === "string") : [];
}

function withDot(extension: string): string {
  const lower = extension.trim().toLowerCase();
  return lower.startsWith(".") ? lower : `.${lower}`;
}

/** Beside the grammar, or in the folder where grammars keep their queries. */
function tagsBeside(wasm: string, folder: string, name: string): string | null {
  const places = [
    join(dirname(wasm), "tags.scm"),
    join(folder, "queries", "tags.scm"),
    join(folder, "queries", name, "tags.scm"),
  ];
  return places.find((place) => existsSync(place) && basename(place) === "tags.scm") ?? null;
}
