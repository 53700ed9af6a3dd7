#!/usr/bin/env node
// Imports point one way: each src/<folder>/DEPS lists the folders it may import. Fails on anything else.
// The map in ARCHITECTURE.md is drawn from the same files (see generate.mjs).
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const src = resolve(dirname(fileURLToPath(import.meta.url)), "../src");

function* sourceFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== "fixtures" && entry.name !== "golden") yield* sourceFiles(path);
    } else if (entry.name.endsWith(".ts")) yield path;
  }
}

/** Folder names that `folder` may import: its DEPS lines, without comments. */
export function allowedImports(folder) {
  const file = join(src, folder, "DEPS");
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, "utf8").split("\n");
  return new Set(lines.map((line) => line.replace(/#.*/, "").trim()).filter(Boolean));
}

/** Folders of backends: who asks for a store asks the factory, and does not know what it is kept in. */
const BACKENDS = /^storage\/(sqlite|memory)\//;

const JOB = /^# its job: (.+)$/;

/** What the folder is there for: the first line of its DEPS; null when it does not say. */
function jobOf(folder) {
  const [first] = readFileSync(join(src, folder, "DEPS"), "utf8").split("\n", 1);
  return JOB.exec(first)?.[1] ?? null;
}

/** Folders with a DEPS file, those that import least first: a reader meets nothing before what it stands on. */
function foldersByDepth() {
  const depths = new Map();
  const depthOf = (folder, above) => {
    if (above.includes(folder)) throw new Error(`${[...above, folder].join(" → ")} import each other`);
    if (!depths.has(folder)) {
      const below = [...(allowedImports(folder) ?? [])].map((name) => depthOf(name, [...above, folder]));
      depths.set(folder, Math.max(-1, ...below) + 1);
    }
    return depths.get(folder);
  };
  const folders = readdirSync(src).filter((name) => existsSync(join(src, name, "DEPS")));
  for (const folder of folders) depthOf(folder, []);
  return folders.sort((a, b) => depths.get(a) - depths.get(b) || (a < b ? -1 : 1));
}

/** The table of folders for ARCHITECTURE.md. */
export function drawMap() {
  const rows = foldersByDepth().map((folder) => {
    const imports = [...allowedImports(folder)].join(", ");
    return `| \`src/${folder}/\` | ${jobOf(folder)} | ${imports === "" ? "nothing of ours" : imports} |`;
  });
  return ["| folder | its job | may import |", "|---|---|---|", ...rows].join("\n");
}

function findUndescribed() {
  return readdirSync(src)
    .filter((name) => existsSync(join(src, name, "DEPS")) && jobOf(name) === null)
    .map((name) => `src/${name}/DEPS does not start with "# its job: …"`);
}

export function findViolations() {
  const violations = findUndescribed();
  for (const file of sourceFiles(src)) {
    const [folder, ...rest] = relative(src, file).split("/");
    if (rest.length === 0) continue;
    const allowed = allowedImports(folder);
    if (!allowed) {
      violations.push(`src/${folder} has no DEPS file`);
      continue;
    }
    // Tests may also use the testing folder; nothing else may.
    if (file.endsWith(".test.ts") || file.endsWith("-suite.ts")) allowed.add("testing");
    for (const match of readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
      const path = relative(src, resolve(dirname(file), match[1]));
      const [target] = path.split("/");
      if (BACKENDS.test(path) && folder !== "storage" && !file.endsWith(".test.ts"))
        violations.push(`${relative(src, file)} imports ${path}: stores come from storage/create-factory.ts`);
      if (target === ".." || target === folder || allowed.has(target)) continue;
      violations.push(`${relative(src, file)} imports ${target}/, which src/${folder}/DEPS does not list`);
    }
  }
  return [...new Set(violations)];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const violations = findViolations();
  for (const line of violations) console.error(`check-deps: ${line}`);
  process.exit(violations.length > 0 ? 1 : 0);
}
