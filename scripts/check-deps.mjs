#!/usr/bin/env node
// Imports point one way: each src/<folder>/DEPS lists the folders it may import. Fails on anything else.
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

export function findViolations() {
  const violations = [];
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
      const target = relative(src, resolve(dirname(file), match[1])).split("/")[0];
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
