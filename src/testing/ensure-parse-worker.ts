/** Before the tests: the bundled parsing process is at least as new as the sources it is made of. */
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsdown";
import { buildVocabulary } from "../../scripts/build-vocabulary.mjs";
import { shared } from "../../tsdown.config.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const ENTRIES = { "parse-worker-main": "src/parsing/worker.ts", "parse-worker": "src/boot/parse-worker.ts" };
const SOURCES = ["src/boot", "src/core", "src/embeddings", "src/languages", "src/parsing", "src/workspace"];

function newestChange(folder: string): number {
  let newest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) newest = Math.max(newest, newestChange(path));
    else if (/\.(?:ts|scm)$/.test(entry.name) && !entry.name.endsWith(".test.ts")) {
      newest = Math.max(newest, statSync(path).mtimeMs);
    }
  }
  return newest;
}

export default async function ensureParseWorker(): Promise<void> {
  const vocabulary = join(root, "dist/o200k.bin");
  mkdirSync(join(root, "dist"), { recursive: true });
  if (!existsSync(vocabulary)) writeFileSync(vocabulary, buildVocabulary());
  const file = join(root, "dist/parse-worker.js");
  const newest = Math.max(...SOURCES.map((folder) => newestChange(join(root, folder))));
  if (existsSync(file) && statSync(file).mtimeMs > newest) return;
  for (const [name, source] of Object.entries(ENTRIES)) {
    await build({
      ...shared,
      config: false,
      cwd: root,
      entry: { [name]: source },
      clean: false,
      logLevel: "silent",
    });
  }
}
