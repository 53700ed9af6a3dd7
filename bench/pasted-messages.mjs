#!/usr/bin/env node
// Whether a message that somebody pastes leads to the file that prints it.
//
//   npm run build
//   node bench/pasted-messages.mjs --tree DIR --tree DIR ... --work DIR [--count 60] [--seed 1] [--show]
//
// Draws messages from string literals of the trees' sources, as many of each tree: at least four words, written in one file only.
// What a program would fill in (`${id}`, `%s`, `{0}`) is filled with made-up values. Asks for each and prints how often the file
// comes first, in the first three and in the first ten. `--show` prints what did not come first.
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";

const SOURCE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|cs|c|h|cc|cpp|php|rb|swift|scala|ex|zig|lua)$/;
const SKIPPED =
  /(?:^|\/)(?:\.git|node_modules|vendor|tests?|__tests__|spec|testdata|fixtures?|samples?|examples?|docs?|benchmarks?|dist|build)(?:\/|$)|[._-](?:test|spec)s?\.|Tests?\.|(?:^|\/)test_/i;
const LITERAL = /"((?:[^"\\\n]|\\.){16,160})"|'((?:[^'\\\n]|\\.){16,160})'|`((?:[^`\\\n]|\\.){16,160})`/g;
const HOLE =
  /\$\{[^}]*\}|\{[\w.[\]]*(?:[:!,][^{}]*)?\}|%(?:\([\w]+\))?[-+#0]*\d*(?:\.\d+)?[sdifqvxrTwu]|\$\w+|\\\([^)]*\)|#\{[^}]*\}/g;
const MADE_UP = ["orders", "42", "north-7", "Blue Widget", "a1b2c3", "/tmp/x9", "3.14", "kestrel"];
const MAX_BYTES = 400_000;

const options = readArguments(process.argv.slice(2));
const clew = await import(new URL("../dist/index.js", import.meta.url));
mkdirSync(options.work, { recursive: true });
const engine = await clew.openEngine({ home: join(resolve(options.work), "home") });
const random = randomFrom(options.seed);
const each = Math.ceil(options.count / options.tree.length);
const ranks = [];
for (const tree of options.tree) ranks.push(...(await askTree(resolve(tree))));
const within = (most) => ranks.filter((rank) => rank > 0 && rank <= most).length;
console.log(`messages ${ranks.length}: top-1 ${within(1)}, top-3 ${within(3)}, top-10 ${within(10)}`);
await engine.close();

async function askTree(tree) {
  const root = await engine.resolveRoot(tree, { isExact: true });
  await engine.update(root);
  return engine.readView(
    root,
    async (session) => {
      const view = await session.openSearchable();
      const known = new Set((await session.reader.files()).map(({ path }) => path));
      const found = [];
      for (const { path, message } of drawMessages(tree, known)) {
        const { hits } = await clew.search(view, message);
        const rank = hits.findIndex((hit) => hit.path === path) + 1;
        if (options.show && rank !== 1) console.log(`${rank}\t${path}\t${hits[0]?.path}\t${message}`);
        found.push(rank);
      }
      return found;
    },
    { isStaleAllowed: true },
  );
}

/** Messages with the file that holds them; equal trees and seeds draw equal messages. */
function drawMessages(tree, known) {
  const filesOf = new Map();
  for (const path of sourcesOf(tree).filter((one) => known.has(one))) {
    const text = readFileSync(join(tree, path), "utf8");
    for (const [, double, single, template] of text.matchAll(LITERAL)) {
      const literal = double ?? single ?? template;
      if (!isMessage(literal)) continue;
      const files = filesOf.get(literal) ?? new Set();
      filesOf.set(literal, files.add(path));
    }
  }
  const unique = [...filesOf].filter(([, files]) => files.size === 1).sort(([a], [b]) => (a < b ? -1 : 1));
  const drawn = [];
  while (drawn.length < each && unique.length > 0) {
    const [[literal, files]] = unique.splice(Math.floor(random() * unique.length), 1);
    drawn.push({ path: [...files][0], message: fillHoles(literal) });
  }
  return drawn;
}

/** Words of a sentence: no path, no key, no code, no statement of SQL. */
function isMessage(literal) {
  const words = literal.replace(HOLE, " ").match(/[A-Za-z']{2,}/g) ?? [];
  const letters = literal.replace(/[^A-Za-z ]/g, "").length;
  const isSpaced = literal.trim().split(/\s+/).length >= 4;
  // What stands between two literals of one line begins or ends like code.
  const isText = /^[\w'"([$%{]/.test(literal) && !/[[(,+=]$/.test(literal.trim());
  return (
    isSpaced &&
    isText &&
    words.length >= 4 &&
    letters / literal.length > 0.7 &&
    !/[;{}<>|\\]/.test(literal.replace(HOLE, ""))
  );
}

function fillHoles(literal) {
  return literal
    .replace(HOLE, () => MADE_UP[Math.floor(random() * MADE_UP.length)])
    .replace(/\s+/g, " ")
    .trim();
}

function sourcesOf(tree) {
  const found = [];
  const visit = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const shown = relative(tree, path);
      if (SKIPPED.test(shown)) continue;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile() && SOURCE.test(entry.name) && statSync(path).size < MAX_BYTES)
        found.push(shown);
    }
  };
  visit(tree);
  return found.sort();
}

/** Mulberry32. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function readArguments(words) {
  const read = { tree: [], count: "60", seed: "1", show: false };
  for (let at = 0; at < words.length; at++) {
    const key = words[at].replace(/^--/, "");
    if (key === "show") read.show = true;
    else if (key === "tree") read.tree.push(words[++at]);
    else read[key] = words[++at];
  }
  if (read.tree.length === 0 || !read.work) {
    console.error(
      "usage: pasted-messages.mjs --tree DIR [--tree DIR ...] --work DIR [--count 60] [--seed 1] [--show]",
    );
    process.exit(2);
  }
  return { ...read, count: Number(read.count), seed: Number(read.seed) };
}
