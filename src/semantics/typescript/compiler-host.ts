import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname as folderOf, join } from "node:path";
import ts from "typescript";
import { hideAmbientPackages } from "./ambient-modules.ts";
import { ProjectConfigs } from "./project-config.ts";
import { ModuleResolver } from "./resolve-modules.ts";
import { VIEW_ROOT, type ViewFiles, viewPath, virtualPath } from "./view-files.ts";

const LIB_FOLDER = "/lib";
const LIB_NAME = /^lib(?:\.[a-z0-9]+)*\.d\.ts$/;

/** Options that nothing in a repository may change. */
const FIXED_OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.Preserve,
  allowJs: true,
  checkJs: false,
  // No type package is looked for, neither by name nor in a folder.
  types: [],
  typeRoots: [],
  noEmit: true,
  allowImportingTsExtensions: true,
  allowSyntheticDefaultImports: true,
  esModuleInterop: true,
  resolveJsonModule: false,
  skipLibCheck: true,
  skipDefaultLibCheck: true,
  maxNodeModuleJsDepth: 0,
  ignoreDeprecations: "6.0",
};

export interface ProjectHost {
  host: ts.CompilerHost;
  options: ts.CompilerOptions;
  resolver: ModuleResolver;
}

/**
 * A compiler host without a file system: files come from the view, the standard library from our own copy of the
 * compiler, nothing is written. Parsed files of the view are kept by the caller in `parsed`.
 */
export function createProjectHost(files: ViewFiles, parsed: Map<string, ts.SourceFile>): ProjectHost {
  const configs = new ProjectConfigs(files);
  const options: ts.CompilerOptions = { ...configs.forFolder("")?.checking, ...FIXED_OPTIONS };
  const readFile = (name: string): string | undefined => {
    const path = viewPath(name);
    const text = path === null ? undefined : files.read(path)?.text;
    if (path === null || text === undefined || !name.endsWith(".d.ts")) return text;
    return hideAmbientPackages(text, (specifier) => resolver.resolve(specifier, path) !== null);
  };
  const fileExists = (name: string): boolean => {
    const path = viewPath(name);
    return path !== null && files.has(path);
  };
  const directoryExists = (name: string): boolean => {
    const path = viewPath(`${name}/`);
    return path !== null && files.hasFolder(path.replace(/\/+$/, ""));
  };
  const resolver = new ModuleResolver(files, options, configs, {
    fileExists,
    readFile,
    directoryExists,
    getCurrentDirectory: () => VIEW_ROOT,
  });
  const host: ts.CompilerHost = {
    fileExists: (name) => fileExists(name) || libraryFile(name) !== null,
    readFile: (name) => readFile(name) ?? libraryText(name),
    directoryExists,
    getDirectories: () => [],
    realpath: (name) => name,
    getSourceFile: (name, settings) => sourceFile(name, settings, files, parsed, host, readFile),
    getDefaultLibLocation: () => LIB_FOLDER,
    getDefaultLibFileName: (settings) => `${LIB_FOLDER}/${ts.getDefaultLibFileName(settings)}`,
    getCurrentDirectory: () => VIEW_ROOT,
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    writeFile: () => {},
    // Comments of TypeScript files name nothing that the program uses; types in those of JavaScript do.
    jsDocParsingMode: ts.JSDocParsingMode.ParseForTypeInfo,
    resolveModuleNameLiterals: (literals, containing) =>
      literals.map((literal) => {
        const from = viewPath(containing);
        const path = from === null ? null : resolver.resolve(literal.text, from);
        return { resolvedModule: path === null ? undefined : resolvedModule(path) };
      }),
    resolveTypeReferenceDirectiveReferences: (directives) =>
      directives.map(() => ({ resolvedTypeReferenceDirective: undefined })),
  };
  return { host, options, resolver };
}

function resolvedModule(path: string): ts.ResolvedModuleFull {
  const extension = /(?:\.d)?\.(?:[cm]?[jt]s|[jt]sx)$/.exec(path)?.[0] ?? ".ts";
  const isDeclaration = extension.startsWith(".d.") && extension.endsWith("ts");
  const last = isDeclaration ? extension : extension.replace(/^\.d(?=\.)/, "");
  return { resolvedFileName: virtualPath(path), extension: last, isExternalLibraryImport: false };
}

/** What the tree of a file of the view is kept under. */
export function parsedKey(name: string, hash: string | undefined): string {
  return `${name}\0${hash}`;
}

function sourceFile(
  name: string,
  settings: ts.ScriptTarget | ts.CreateSourceFileOptions,
  files: ViewFiles,
  parsed: Map<string, ts.SourceFile>,
  host: ts.CompilerHost,
  readFile: (name: string) => string | undefined,
): ts.SourceFile | undefined {
  const path = viewPath(name);
  const key = path === null ? name : parsedKey(name, files.hashOf(path));
  const kept = path === null ? libraryFiles : parsed;
  const known = kept.get(key);
  const isAmbient = path !== null && name.endsWith(".d.ts");
  if (known && !isAmbient) return known;
  const text = path === null ? libraryText(name) : readFile(name);
  if (text === undefined) return undefined;
  // Which packages there are decides, too, what a file of declarations is read as.
  if (known?.text === text) return known;
  const file = ts.createSourceFile(name, text, withParsingMode(settings, host));
  // Programs are made anew after a change; unchanged files keep their tree and what was bound in it.
  (file as { version?: string }).version = key;
  kept.set(key, file);
  return file;
}

function withParsingMode(
  settings: ts.ScriptTarget | ts.CreateSourceFileOptions,
  host: ts.CompilerHost,
): ts.CreateSourceFileOptions {
  const options = typeof settings === "object" ? settings : { languageVersion: settings };
  return host.jsDocParsingMode === undefined
    ? options
    : { ...options, jsDocParsingMode: host.jsDocParsingMode };
}

/** Parsed once for all projects of this process: they are the same for everybody. */
const libraryFiles = new Map<string, ts.SourceFile>();
let libraryFolder: string | undefined;

/** Real path of a library file of our own compiler; null for any other name. */
function libraryFile(name: string): string | null {
  if (!name.startsWith(`${LIB_FOLDER}/`)) return null;
  const base = name.slice(LIB_FOLDER.length + 1);
  if (!LIB_NAME.test(base)) return null;
  libraryFolder ??= folderOf(createRequire(import.meta.url).resolve("typescript"));
  return join(libraryFolder, base);
}

function libraryText(name: string): string | undefined {
  const file = libraryFile(name);
  if (file === null) return undefined;
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
