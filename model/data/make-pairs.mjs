#!/usr/bin/env node
// Public repositories → pairs of a question and the code that answers it.
//
//   npx tsdown --config model/data/tsdown.config.ts
//   node model/data/make-pairs.mjs --mirror DIR --exclude exclude.txt --out DIR [--list FILE] [--shard 0/2] [--only NAME]
//
// --mirror: bare git directories as OWNER+NAME/repo. --list: repositories as manifest.json (the default) has them, or
// tab-separated as owner/name, language, licence, commit. --exclude: owner/name per line; the run stops when the list
// names one of them, or a licence that is not permissive. Repositories whose output is there already are left alone.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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

const PERMISSIVE = /^(?:MIT|Apache-2\.0|BSD-[23]-Clause|ISC|0BSD|Unlicense|CC0-1\.0|BSL-1\.0|Zlib)$/;

const { values } = parseArgs({
  options: {
    mirror: { type: "string" },
    list: { type: "string" },
    exclude: { type: "string" },
    out: { type: "string" },
    shard: { type: "string", default: "0/1" },
    only: { type: "string" },
  },
});
const product = await import(new URL("../../dist/model/extractor.js", import.meta.url));
const excluded = new Set(readFileSync(values.exclude, "utf8").toLowerCase().split("\n").filter(Boolean));
const repositories = readList(values.list ?? fileURLToPath(new URL("manifest.json", import.meta.url)));
for (const { name, licence } of repositories) {
  if (excluded.has(name.toLowerCase())) throw new Error(`${name} is on the list of excluded repositories`);
  if (!licence.split(" AND ").every((one) => PERMISSIVE.test(one)))
    throw new Error(`${name} has the licence ${licence}, which is not permissive`);
}
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

function readList(file) {
  const text = readFileSync(file, "utf8");
  const rows = file.endsWith(".json")
    ? JSON.parse(text).map((one) => ({ ...one, name: one.repository }))
    : text
        .split("\n")
        .filter(Boolean)
        .map((line) => {
          const [name, language, licence, commit] = line.split("\t");
          return { name, language, licence, commit };
        });
  return rows.map((one) => ({ ...one, gitDir: join(values.mirror, one.name.replace("/", "+"), "repo") }));
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
