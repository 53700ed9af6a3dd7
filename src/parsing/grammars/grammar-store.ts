/**
 * Grammars that the user added, one folder each below the home: the grammar, its query in our vocabulary, and a manifest
 * with the hashes of both. What is read must be what was added; otherwise its files are read as text.
 */
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { AppError, type Problem } from "../../core/errors.ts";
import type { LanguageDefinition } from "../../languages/contract.ts";
import { checkGrammar } from "./check-grammar.ts";
import type { FoundGrammar } from "./find-grammar.ts";
import { mapTags } from "./map-tags.ts";

export interface AddedGrammar {
  name: string;
  /** Part of the key of facts: the name and the hash of grammar and query. */
  language: string;
  extensions: string[];
  origin: string;
  sha256: string;
  hasTags: boolean;
  /** False when a file is missing or differs from what was added. */
  isIntact: boolean;
}

interface Manifest {
  format: 1;
  name: string;
  extensions: string[];
  origin: string;
  wasmSha256: string;
  tagsSha256: string;
}

const WASM_FILE = "grammar.wasm";
const TAGS_FILE = "tags.scm";
const MANIFEST_FILE = "manifest.json";
const GRAMMAR_NAME = /^[a-z][\w-]{0,60}$/;

function folderOf(home: string): string {
  return join(home, "grammars");
}

export async function addGrammar(home: string, found: FoundGrammar): Promise<AddedGrammar> {
  if (!GRAMMAR_NAME.test(found.name))
    throw new AppError("GRAMMAR_INVALID", `${found.name} is no name for a language`, {
      hint: "names are lower-case letters, digits, _ and -",
    });
  const wasm = readFileSync(found.wasmFile);
  const tags = found.tagsFile === null ? "" : mapTags(readFileSync(found.tagsFile, "utf8"));
  const manifest: Manifest = {
    format: 1,
    name: found.name,
    extensions: found.extensions,
    origin: found.origin,
    wasmSha256: sha256(wasm),
    tagsSha256: sha256(tags),
  };
  mkdirSync(folderOf(home), { recursive: true, mode: 0o700 });
  // Written aside, so that a grammar is there whole or not at all. The dot hides it from the list.
  const aside = mkdtempSync(join(folderOf(home), ".new-"));
  try {
    writeFileSync(join(aside, WASM_FILE), wasm);
    writeFileSync(join(aside, TAGS_FILE), tags);
    writeFileSync(join(aside, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
    await checkGrammar(definitionOf(aside, manifest, tags));
    const target = join(folderOf(home), found.name);
    rmSync(target, { recursive: true, force: true });
    renameSync(aside, target);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  return listGrammars(home).find(({ name }) => name === found.name)!;
}

export function removeGrammar(home: string, name: string): AddedGrammar {
  const known = listGrammars(home).find((grammar) => grammar.name === name);
  if (!known)
    throw new AppError("GRAMMAR_UNKNOWN", `no grammar called ${name} was added`, {
      hint: "clew grammar list shows them",
    });
  rmSync(join(folderOf(home), name), { recursive: true, force: true });
  return known;
}

export function listGrammars(home: string): AddedGrammar[] {
  return readStored(home).map(({ manifest, tags, isIntact }) => ({
    name: manifest.name,
    language: languageIdOf(manifest),
    extensions: manifest.extensions,
    origin: manifest.origin,
    sha256: manifest.wasmSha256,
    hasTags: tags !== "",
    isIntact,
  }));
}

/** The languages of all added grammars, ascending by name. A grammar that was tampered with is never loaded. */
export function loadAddedLanguages(home: string): { languages: LanguageDefinition[]; problems: Problem[] } {
  const languages: LanguageDefinition[] = [];
  const problems: Problem[] = [];
  for (const { folder, manifest, tags, isIntact } of readStored(home)) {
    if (isIntact) {
      languages.push(definitionOf(folder, manifest, tags));
      continue;
    }
    const { name, extensions } = manifest;
    // Another id: once the grammar is right again, these files are read again.
    languages.push({ id: `${name}@changed`, label: name, extensions, role: "code" });
    problems.push({
      code: "GRAMMAR_CHANGED",
      message: `the grammar ${name} is not the one that was added; its files are read as text until it is added again`,
    });
  }
  return { languages, problems };
}

interface StoredGrammar {
  folder: string;
  manifest: Manifest;
  tags: string;
  isIntact: boolean;
}

function readStored(home: string): StoredGrammar[] {
  const found: StoredGrammar[] = [];
  for (const name of folderNames(folderOf(home))) {
    const folder = join(folderOf(home), name);
    const manifest = readManifest(folder, name);
    if (!manifest) continue;
    const tags = readOrEmpty(join(folder, TAGS_FILE)).toString("utf8");
    const isIntact =
      sha256(readOrEmpty(join(folder, WASM_FILE))) === manifest.wasmSha256 &&
      sha256(tags) === manifest.tagsSha256;
    found.push({ folder, manifest, tags, isIntact });
  }
  return found;
}

function folderNames(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => GRAMMAR_NAME.test(name))
      .sort();
  } catch {
    return [];
  }
}

function readManifest(folder: string, name: string): Manifest | null {
  try {
    const read = JSON.parse(readFileSync(join(folder, MANIFEST_FILE), "utf8")) as Manifest;
    const isOurs = read.format === 1 && read.name === name && Array.isArray(read.extensions);
    return isOurs ? read : null;
  } catch {
    return null;
  }
}

function readOrEmpty(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

function definitionOf(folder: string, manifest: Manifest, tags: string): LanguageDefinition {
  return {
    id: languageIdOf(manifest),
    label: manifest.name,
    extensions: manifest.extensions,
    grammar: manifest.name,
    grammarFile: { path: join(folder, WASM_FILE), sha256: manifest.wasmSha256 },
    query: tags,
    role: "code",
  };
}

function languageIdOf({ name, wasmSha256, tagsSha256 }: Manifest): string {
  return `${name}@${sha256(wasmSha256 + tagsSha256).slice(0, 8)}`;
}

function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
