#!/usr/bin/env node
// Labelled trees → bags, for evaluate.py: every chunk, path and question of a suite, by the product's own extractor.
//
//   node model/embedding/dump-tree.mjs --sets DIR --trees DIR --suite semble --out DIR [--mini] [--only NAME]
//
// --sets: folder with corpora.json, score.mjs and one folder of annotations per suite. --trees: exported trees by name.
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { BagStore, PATH_FIELD, QUERY_FIELD } from "../data/lib/bag-store.mjs";
import { readFile } from "../data/lib/read-tree.mjs";

const MAX_BYTES = 1_000_000;
const { values } = parseArgs({
  options: {
    sets: { type: "string" },
    trees: { type: "string" },
    suite: { type: "string" },
    out: { type: "string" },
    mini: { type: "boolean", default: false },
    only: { type: "string" },
  },
});
const product = await import(new URL("../../dist/model/extractor.js", import.meta.url));
const { loadAnnotations } = await import(pathToFileURL(join(resolve(values.sets), "score.mjs")));
const corpora = JSON.parse(readFileSync(join(values.sets, "corpora.json"), "utf8")).filter(
  (one) =>
    one.suite === values.suite && (!values.mini || one.mini) && (!values.only || one.name === values.only),
);
const tasks = loadAnnotations(join(values.sets, values.suite));
mkdirSync(values.out, { recursive: true });
for (const { name, language } of corpora) {
  const prefix = join(values.out, name);
  const tree = join(values.trees, name);
  if (existsSync(`${prefix}.json`) || !existsSync(tree)) continue;
  await dump(name, language, tree, prefix);
}

async function dump(name, language, tree, prefix) {
  const store = new BagStore(product);
  const files = [];
  for (const path of walk(tree, "")) {
    if (product.skipReasonByPath(path)) continue;
    const definition = product.languageOfPath(path);
    if (!definition || definition.role === "data") continue;
    const bytes = readFileSync(join(tree, path));
    if (bytes.length > MAX_BYTES || bytes.length === 0) continue;
    const file = await readFile(product, store, path, definition, bytes);
    if (!file) continue;
    const { first, facts, role } = file;
    files.push({
      path,
      role,
      test: product.isTestPath(path),
      first,
      chunks: facts.chunks.length,
      bag: store.addText(path, PATH_FIELD),
    });
  }
  const queries = tasks
    .filter((task) => task.repo === name)
    .map(({ query, category, targets }) => ({
      query,
      category,
      targets: targets.map((target) => target.path),
      bag: store.addText(query, QUERY_FIELD),
    }));
  writeFileSync(`${prefix}.tree.json`, JSON.stringify({ name, language, files, queries }));
  store.write(prefix, { repository: name });
  console.log(name, files.length, store.bagCount);
}

function* walk(root, folder) {
  for (const entry of readdirSync(join(root, folder)).sort()) {
    if (entry === ".git" || entry === "node_modules") continue;
    const path = folder ? `${folder}/${entry}` : entry;
    const stat = lstatSync(join(root, path));
    if (stat.isDirectory()) yield* walk(root, path);
    else if (stat.isFile()) yield path;
  }
}
