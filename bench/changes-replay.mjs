#!/usr/bin/env node
// @ts-check
/**
 * Whether `changes` names the files that a commit had to touch. Real commits of a repository are replayed: the working tree
 * gets the commit's change of one file, the one whose removed, renamed or re-declared symbols the others of the commit
 * use, and nothing else of it. Then
 *
 *   had to touch  files that the same commit changed on a line that holds a name which the first file took away or declared
 *                 anew, and that used the name before: they followed the change
 *   affected      those of them that `changes` names as broken, affected or a test to run
 *   broken        of those whose name is gone altogether, those that `changes` names as broken
 *
 * Names that are declared inside functions or in tests, or that their module keeps, are nothing to other files and are left out.
 * Commits are taken newest first; merges, commits of more than 40 files and commits without such a file are passed over.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { importBundled } from "./lib/bundle.mjs";
import { startServer } from "./lib/mcp-server.mjs";

const USAGE = `Usage: node bench/changes-replay.mjs --git DIR [--git DIR...] [options]

  --git DIR     git directory of a repository; repeat for several
  --commits N   commits of each (default 20)
  --misses N    print up to N files per repository that were not named
  --dist DIR    the build that is asked (default dist)
  --help
`;

const { values } = parseArgs({
  options: {
    git: { type: "string", multiple: true },
    commits: { type: "string", default: "20" },
    misses: { type: "string", default: "0" },
    dist: { type: "string", default: "dist" },
    help: { type: "boolean", default: false },
  },
});
if (values.help || !values.git) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

const CODE = /\.(?:[cm]?[jt]sx?|py|go|java|cs|rb|php|rs|kt|scala)$/;
const DECLARED =
  /\b(?:function\*?|class|interface|type|enum|def|func|fn|const|trait|struct)\s+(?:\([^)]*\)\s*)?([A-Za-z_$][\w$]{3,})|^\s*(?:(?:export|public|protected|private|static|async|abstract|override|readonly|virtual|final)\s+)+[\w<>[\],.?\s]*?\b([A-Za-z_$][\w$]{3,})\s*[(<]/;
/** What the expression above takes for a name in calls and statements. */
const KEYWORDS = new Set([
  "return",
  "await",
  "throw",
  "else",
  "while",
  "switch",
  "super",
  "constructor",
  "import",
  "this",
  "typeof",
  "yield",
  "with",
  "from",
]);
const MAX_FILES = 40;
const clew = await importBundled("./edges-internals.mjs");
const LOOKED_AT = 3_000;

console.log(
  "| repository | commits | files that had to follow | named | recall | uses of a name that is gone | named as broken | recall |",
);
console.log("|---|---|---|---|---|---|---|---|");
for (const git of values.git) await replay(path.resolve(git));

/** @param {string} git @param {...string} args */
function run(git, ...args) {
  return execFileSync("git", [`--git-dir=${git}`, ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 30,
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** @param {string} git */
async function replay(git) {
  const name = path.basename(path.dirname(git)).replace(/^.*\+/, "");
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "clew-replay-"));
  const root = path.join(scratch, name);
  const home = path.join(scratch, "home");
  fs.mkdirSync(root);
  const sum = { commits: 0, needed: 0, named: 0, gone: 0, broken: 0 };
  /** @type {string[]} */
  const misses = [];
  const commits = run(git, "rev-list", "--no-merges", `--max-count=${LOOKED_AT}`, "HEAD").trim().split("\n");
  /** @type {Awaited<ReturnType<typeof startServer>> | null} */
  let server = null;
  for (const commit of commits) {
    if (sum.commits >= Number(values.commits)) break;
    const task = await taskOf(git, commit);
    if (!task) continue;
    try {
      checkOut(git, root, `${commit}^`);
    } catch {
      continue;
    }
    if (!server) {
      // A server that finds no index answers before its first one is there.
      execFileSync(process.execPath, [path.resolve(values.dist, "cli.js"), "index", root], {
        env: { ...process.env, CLEW_HOME: home },
        stdio: "ignore",
      });
      server = await startServer({ dist: values.dist, cwd: root, home });
    }
    applyOneFile(git, root, commit, task.file);
    const answer = await server.call("changes", { format: "json", max_tokens: 400_000, fresh: true });
    const text = /** @type {any} */ (answer).content[0].text;
    if (!text.startsWith("{")) throw new Error(text);
    const told = JSON.parse(text);
    const pathOf = (/** @type {string} */ handle) => handle.split("#")[0];
    const broken = new Set(told.broken.map((/** @type {any} */ use) => pathOf(use.from)));
    const named = new Set([
      ...broken,
      ...told.affected.map((/** @type {any} */ use) => use.site),
      ...told.tests.map((/** @type {any} */ test) => test.path),
    ]);
    sum.commits += 1;
    for (const { path: at, isGone } of task.followers) {
      sum.needed += 1;
      if (named.has(at)) sum.named += 1;
      else misses.push(`${commit.slice(0, 10)} ${task.file} -> ${at} (${task.names.join(", ")})`);
      if (!isGone) continue;
      sum.gone += 1;
      if (broken.has(at)) sum.broken += 1;
      else if (named.has(at)) misses.push(`${commit.slice(0, 10)} ${task.file} -> ${at} not broken`);
    }
  }
  await server?.close();
  fs.rmSync(scratch, { recursive: true, force: true });
  const share = (/** @type {number} */ part, /** @type {number} */ whole) =>
    whole === 0 ? "–" : (part / whole).toFixed(3);
  console.log(
    `| ${name} | ${sum.commits} | ${sum.needed} | ${sum.named} | ${share(sum.named, sum.needed)} | ${sum.gone} | ${sum.broken} | ${share(sum.broken, sum.gone)} |`,
  );
  for (const line of misses.slice(0, Number(values.misses))) console.error(line);
}

/**
 * The file of a commit whose change most others had to follow.
 * @param {string} git @param {string} commit
 */
async function taskOf(git, commit) {
  const changed = run(git, "diff-tree", "-r", "--no-commit-id", "--name-status", "--no-renames", commit)
    .trim()
    .split("\n")
    .map((line) => line.split("\t"));
  const code = changed.filter(([, at]) => CODE.test(at ?? ""));
  if (code.length < 2 || changed.length > MAX_FILES) return null;
  const patches = new Map(
    code.map(([status, at]) => [String(at), { status, ...linesOf(git, commit, String(at)) }]),
  );
  let best = null;
  for (const [file, { status, removed, added }] of patches) {
    if (status === "A") continue;
    const outer = await namesSeenOutside(file, show(git, `${commit}^`, file));
    const names = new Set([...declaredIn(removed)].filter((name) => outer.has(name)));
    const now = declaredIn(added);
    if (names.size === 0) continue;
    const followers = [];
    const after = status === "D" ? "" : show(git, commit, file);
    for (const [other, patch] of patches) {
      if (other === file || patch.status !== "M") continue;
      const used = [...names].filter((name) => patch.removed.some((line) => hasName(line, name)));
      // Another definition of the name in the other file is not a use of this one.
      const own = declaredIn(patch.removed);
      const real = used.filter((name) => !own.has(name));
      if (real.length === 0) continue;
      const isGone = real.some((name) => !now.has(name) && !hasName(after, name));
      followers.push({ path: other, isGone });
    }
    if (followers.length > (best?.followers.length ?? 0)) best = { file, names: [...names], followers };
  }
  return best;
}

/** @param {string} git @param {string} commit @param {string} file */
function linesOf(git, commit, file) {
  const removed = [];
  const added = [];
  for (const line of run(
    git,
    "diff-tree",
    "-p",
    "-U0",
    "--no-commit-id",
    "--no-ext-diff",
    "--no-textconv",
    "--no-renames",
    commit,
    "--",
    file,
  ).split("\n")) {
    if (line.startsWith("-") && !line.startsWith("--- ")) removed.push(line.slice(1));
    else if (line.startsWith("+") && !line.startsWith("+++ ")) added.push(line.slice(1));
  }
  return { removed, added };
}

/** @param {readonly string[]} lines */
function declaredIn(lines) {
  const names = new Set();
  for (const line of lines) {
    const match = DECLARED.exec(line);
    const name = match?.[1] ?? match?.[2];
    if (name && !KEYWORDS.has(name)) names.add(name);
  }
  return names;
}

/** What is declared inside a function, in a test, or in a module that keeps it, is nothing to other files. @param {string} file @param {string} source */
async function namesSeenOutside(file, source) {
  const language = clew.detectLanguage(file, "");
  if (!language || /(?:^|\/)tests?\/|[._]test\.|(?:^|\/)test_/.test(file)) return new Set();
  const bytes = Buffer.byteLength(source);
  const { facts } = await clew.extractBlob({ language, source, bytes, parseMs: 60_000 });
  const seen = facts.symbols.filter((/** @type {any} */ symbol) => symbol.scope === "exported");
  const passedOn = facts.exports.map((/** @type {any} */ { local }) => local);
  return new Set([...seen.map((/** @type {any} */ symbol) => symbol.name), ...passedOn]);
}

/** @param {string} text @param {string} name */
function hasName(text, name) {
  return new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`).test(text);
}

/** @param {string} git @param {string} revision @param {string} file */
function show(git, revision, file) {
  try {
    return run(git, "show", `${revision}:${file}`);
  } catch {
    return "";
  }
}

/** The tree of a revision as a repository of its own with one commit. @param {string} git @param {string} root @param {string} revision */
function checkOut(git, root, revision) {
  const own = [
    "-C",
    root,
    "-c",
    "user.name=bench",
    "-c",
    "user.email=bench@localhost",
    "-c",
    "commit.gpgsign=false",
    "-c",
    "core.hooksPath=/dev/null",
  ];
  const quiet = { stdio: /** @type {"ignore"} */ ("ignore") };
  for (const entry of fs.readdirSync(root))
    if (entry !== ".git") fs.rmSync(path.join(root, entry), { recursive: true, force: true });
  if (!fs.existsSync(path.join(root, ".git"))) execFileSync("git", [...own, "init", "-q"], quiet);
  // Contents that a snapshot lacks, such as images, are left out by naming the files that are code or configuration.
  const files = run(git, "ls-tree", "-r", "--name-only", "-z", revision)
    .split("\0")
    .filter(
      (at) =>
        CODE.test(at) ||
        /(?:^|\/)(?:package\.json|tsconfig[^/]*\.json|go\.mod|pyproject\.toml|setup\.cfg)$/.test(at),
    );
  const listed = `${files.map((at) => `${revision}:${at}`).join("\n")}\n`;
  const bytes = execFileSync("git", [`--git-dir=${git}`, "cat-file", "--batch"], {
    input: listed,
    maxBuffer: 1 << 30,
  });
  let at = 0;
  for (const file of files) {
    const end = bytes.indexOf(10, at);
    const size = Number(bytes.subarray(at, end).toString("latin1").split(" ")[2]);
    if (Number.isNaN(size)) throw new Error(`${file} is not in the snapshot`);
    fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), bytes.subarray(end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  execFileSync("git", [...own, "add", "-A", "-f"], quiet);
  execFileSync("git", [...own, "commit", "-q", "--allow-empty", "-m", revision], quiet);
}

/** @param {string} git @param {string} root @param {string} commit @param {string} file */
function applyOneFile(git, root, commit, file) {
  const target = path.join(root, file);
  const added = run(
    git,
    "diff-tree",
    "-r",
    "--no-commit-id",
    "--name-status",
    "-M",
    "--diff-filter=R",
    commit,
  ).trim();
  const moved = added
    .split("\n")
    .map((line) => line.split("\t"))
    .find(([, from]) => from === file);
  const now = moved?.[2] ?? file;
  const content = show(git, commit, now);
  fs.rmSync(target, { force: true });
  if (content === "" && now === file) return;
  fs.mkdirSync(path.join(root, path.dirname(now)), { recursive: true });
  fs.writeFileSync(path.join(root, now), content);
}
