#!/usr/bin/env node
// Public repositories → pairs of a question and the code that answers it.
//
//   npx tsdown --config model/data/tsdown.config.ts
//   node model/data/make-pairs.mjs --repositories LIST.tsv --exclude exclude.txt --out DIR [--shard 0/2] [--only NAME]
//
// LIST.tsv: owner/name, language, licence, commit, git directory, tab-separated. exclude.txt: owner/name per line, lower
// case; the run stops when the list names one. Repositories whose output is there already are left alone.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { BagStore } from "./lib/bag-store.mjs";
import { commitPairs } from "./lib/commit-pairs.mjs";
import { listFiles, readBlobs } from "./lib/git-objects.mjs";
import { chooseFiles, LIMITS, readFile, wantedLanguage } from "./lib/read-tree.mjs";
import { filePairs } from "./lib/symbol-pairs.mjs";
import { documentationPairs, testPairs, uniqueDefinitions } from "./lib/tree-pairs.mjs";

const QUOTAS = { doc: 5_000, name: 4_000, header: 1_200, comment: 3_000, error: 1_500, path: 2_000 };
const TEST_QUOTA = 2_000;
const README_QUOTA = 1_000;
const COMMIT_QUOTAS = { commit: 4_000, path: 800 };

const { values } = parseArgs({
  options: {
    repositories: { type: "string" },
    exclude: { type: "string" },
    out: { type: "string" },
    shard: { type: "string", default: "0/1" },
    only: { type: "string" },
  },
});
const product = await import(new URL("../../dist/model/extractor.js", import.meta.url));
const excluded = new Set(readFileSync(values.exclude, "utf8").toLowerCase().split("\n").filter(Boolean));
const repositories = readFileSync(values.repositories, "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line) => {
    const [name, language, licence, commit, gitDir] = line.split("\t");
    if (excluded.has(name.toLowerCase())) throw new Error(`${name} is on the list of excluded repositories`);
    return { name, language, licence, commit, gitDir };
  });
mkdirSync(values.out, { recursive: true });
const [shard, shards] = values.shard.split("/").map(Number);
for (const [at, repository] of repositories.entries()) {
  if (at % shards !== shard || (values.only && repository.name !== values.only)) continue;
  const prefix = join(values.out, repository.name.replace("/", "+"));
  if (existsSync(`${prefix}.json`)) continue;
  const started = process.cpuUsage();
  try {
    const about = await readRepository(repository, prefix);
    const used = process.cpuUsage(started);
    console.log(
      `${repository.name}\t${((used.user + used.system) / 1e6).toFixed(1)} s\t${JSON.stringify(about)}`,
    );
  } catch (error) {
    // One unreadable repository must not cost the others; a trap in a grammar needs a new process.
    console.error(`${repository.name}: ${error.stack}`);
    if (error.name === "RuntimeError") process.exit(3);
  }
}

async function readRepository({ name, language, licence, commit, gitDir }, prefix) {
  const store = new BagStore(product);
  const listed = listFiles(gitDir, commit)
    .map((file) => ({ ...file, language: wantedLanguage(product, file.path, ["code", "docs"]) }))
    .filter((file) => file.language);
  const chosen = [
    ...chooseFiles(listed.filter((file) => file.language.role === "code")),
    ...chooseFiles(
      listed.filter((file) => file.language.role === "docs"),
      { ...LIMITS, files: 200, totalBytes: 2_000_000 },
    ),
  ];
  const files = [];
  const quotas = { ...QUOTAS };
  const seen = new Map();
  let at = 0;
  for await (const bytes of readBlobs(
    gitDir,
    chosen.map((file) => file.oid),
  )) {
    const { path, language: definition } = chosen[at++];
    const file = bytes && (await readFile(product, store, path, definition, bytes));
    if (!file) continue;
    file.number = files.length;
    if (file.role === "code" && !product.isTestPath(path))
      file.pathBag = filePairs(store, file, file.number, quotas, seen);
    files.push(file);
  }
  const places = uniqueDefinitions(files, product.isTestPath);
  testPairs(store, files, places, product.isTestPath, TEST_QUOTA);
  documentationPairs(store, files, places, README_QUOTA);
  await commitPairs(store, gitDir, commit, files, product.isTestPath, COMMIT_QUOTAS);
  const about = { repository: name, language, licence, commit, files: files.length, bags: store.bagCount };
  store.write(prefix, about);
  return { files: files.length, bags: store.bagCount, ...store.counts };
}
