// docs/errors.md, from the catalogues (`errors.ts`) beside the code that uses their codes.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { GENERATED_NOTE, readTables } from "./read-table.mjs";

function* sourceFiles(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== "fixtures" && entry.name !== "testing")
      yield* sourceFiles(path);
    else if (/\.ts$/.test(entry.name) && !/(\.test|-suite|-fixtures)\.ts$/.test(entry.name)) yield path;
  }
}

/** code → meaning, of every table in every `errors.ts` below a folder. */
export function readCatalogues(src) {
  const codes = new Map();
  for (const file of sourceFiles(src)) {
    if (!/[\\/]errors\.ts$/.test(file)) continue;
    for (const table of Object.values(readTables(file)))
      for (const [code, meaning] of Object.entries(table)) codes.set(code, meaning);
  }
  return codes;
}

/** Codes that a source text gives to an error or a problem by name. Codes in variables are typed by their table. */
export function codesUsedIn(text) {
  const used = text.matchAll(/\bAppError\(\s*"([A-Z][A-Z0-9_]*)"|\bcode: "([A-Z]+_[A-Z0-9_]+)"/g);
  return [...used].map(([, thrown, told]) => thrown ?? told);
}

/** What would be missing from the page: `file: code` of every code that no catalogue explains. */
export function findUncatalogued(src) {
  const known = readCatalogues(src);
  const missing = [];
  for (const file of sourceFiles(src))
    for (const code of codesUsedIn(readFileSync(file, "utf8")))
      if (!known.has(code)) missing.push(`${file}: ${code}`);
  return missing;
}

export function errorsDoc(src) {
  const rows = [...readCatalogues(src)].map(([code, meaning]) => `| \`${code}\` | ${meaning} |`).sort();
  return [
    "# Error codes",
    "",
    GENERATED_NOTE,
    "",
    "| code | what it means and what to do |",
    "|---|---|",
    ...rows,
    "",
  ].join("\n");
}
