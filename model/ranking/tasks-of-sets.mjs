#!/usr/bin/env node
// Tasks of the labelled sets in the form that dump-features.mjs reads.
//
//   node model/ranking/tasks-of-sets.mjs --sets DIR --work DIR > tasks.jsonl
//
// --work: folder with the exported trees in corpora/NAME and swebench/NAME, as bench/retrieval.mjs leaves it.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const words = process.argv.slice(2);
const option = (name) => resolve(words[words.indexOf(`--${name}`) + 1]);
const sets = option("sets");
const work = option("work");
const { loadAnnotations } = await import(pathToFileURL(join(sets, "score.mjs")));
const corpora = JSON.parse(readFileSync(join(sets, "corpora.json"), "utf8"));
for (const suite of ["semble", "localize", "swebench"]) {
  const wanted = corpora.filter((one) => one.suite === suite && (suite !== "swebench" || one.mini));
  for (const corpus of wanted) {
    const tree = [join(work, "corpora", corpus.name), join(work, "swebench", corpus.name)].find((place) =>
      existsSync(place),
    );
    if (!tree) throw new Error(`${corpus.name} is not exported`);
    const tasks = loadAnnotations(join(sets, suite), () => corpus.language, new Set([corpus.name]));
    for (const { query, category, language, targets } of tasks) {
      const gold = targets.map((target) => target.path);
      process.stdout.write(
        `${JSON.stringify({ suite, repo: corpus.name, github: corpus.github, tree, query, category, language, gold })}\n`,
      );
    }
  }
}
