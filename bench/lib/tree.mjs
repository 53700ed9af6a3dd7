// @ts-check
/** Private copies of a source tree, and a fixed set of small edits in one. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const MAX_EDITED_FILE_BYTES = 200_000;

/** What is appended to a file of each kind: one small new definition. @type {Record<string, (n: number) => string>} */
const APPENDED = {
  ".ts": (n) => `\nfunction clewBenchEdit${n}(value: number) {\n  return value + ${n};\n}\n`,
  ".js": (n) => `\nfunction clewBenchEdit${n}(value) {\n  return value + ${n};\n}\n`,
  ".py": (n) => `\n\ndef clew_bench_edit_${n}(value):\n    return value + ${n}\n`,
  ".go": (n) => `\nfunc clewBenchEdit${n}(value int) int {\n\treturn value + ${n}\n}\n`,
  ".rs": (n) => `\nfn clew_bench_edit_${n}(value: i32) -> i32 {\n    value + ${n}\n}\n`,
  ".rb": (n) => `\ndef clew_bench_edit_${n}(value)\n  value + ${n}\nend\n`,
  ".c": (n) => `\nstatic int clew_bench_edit_${n}(int value) {\n  return value + ${n};\n}\n`,
  ".java": (n) => `\nclass ClewBenchEdit${n} {\n  int add(int value) {\n    return value + ${n};\n  }\n}\n`,
};
const SAME_AS = {
  ".tsx": ".ts",
  ".mts": ".ts",
  ".cts": ".ts",
  ".jsx": ".js",
  ".mjs": ".js",
  ".cjs": ".js",
  ".h": ".c",
  ".cc": ".c",
  ".cpp": ".c",
  ".hpp": ".c",
  ".cs": ".java",
};

/** @param {string} file */
function appendedTo(file) {
  const ext = path.extname(file).toLowerCase();
  return file.endsWith(".d.ts") ? undefined : APPENDED[/** @type {any} */ (SAME_AS)[ext] ?? ext];
}

/** @param {string} dir @param {...string} args */
function git(dir, ...args) {
  const fixed = ["-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "core.quotePath=false"];
  return execFileSync("git", [...fixed, "-c", "gc.auto=0", ...args], {
    cwd: dir,
    encoding: "utf8",
    maxBuffer: 1 << 30,
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/**
 * Copies a tree, replacing what is at `to`. The copy is a git repository: with the source's history if that
 * has a .git folder of its own, else with one commit of all files.
 * @param {string} from @param {string} to
 */
export function copyTree(from, to) {
  fs.rmSync(to, { recursive: true, force: true });
  execFileSync("cp", ["-a", from, to]);
  const dotGit = path.join(to, ".git");
  if (fs.statSync(dotGit, { throwIfNoEntry: false })?.isDirectory()) {
    refreshGitIndex(to);
    return;
  }
  fs.rmSync(dotGit, { force: true }); // the .git file of a linked worktree would lead back to the source
  git(to, "init", "-q");
  git(to, "add", "-Af", ".");
  git(to, "commit", "-qm", "tree");
}

/** Makes git's record of file times fit the copy, so that no measured tool pays for it. @param {string} dir */
function refreshGitIndex(dir) {
  try {
    git(dir, "update-index", "-q", "--refresh");
  } catch {
    // exits 1 when files differ from the commit, which is fine
  }
}

/** @param {string} dir @returns {{ files: number, bytes: number }} regular files outside .git */
export function sizeOf(dir) {
  let files = 0;
  let bytes = 0;
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    if (entry.name === ".git") continue;
    const full = path.join(dir, entry.name);
    if (entry.isDirectory()) {
      const inner = sizeOf(full);
      files += inner.files;
      bytes += inner.bytes;
    } else if (entry.isFile()) {
      files++;
      bytes += fs.statSync(full).size;
    }
  }
  return { files, bytes };
}

/**
 * Source files to edit, spread evenly over the sorted list of tracked files; the same for the same tree.
 * @param {string} dir @param {number} count @returns {string[]} paths relative to dir
 */
export function filesToEdit(dir, count) {
  const candidates = git(dir, "ls-files", "-z")
    .split("\0")
    .filter((file) => file && appendedTo(file) && isSmallFile(path.join(dir, file)))
    .sort();
  const wanted = Math.min(count, candidates.length);
  return Array.from(
    { length: wanted },
    (_, i) => /** @type {string} */ (candidates[Math.floor(((i + 0.5) * candidates.length) / wanted)]),
  );
}

/** @param {string} file */
function isSmallFile(file) {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  return stat?.isFile() === true && stat.size > 0 && stat.size <= MAX_EDITED_FILE_BYTES;
}

/**
 * Appends one small definition to each file.
 * @param {string} dir @param {string[]} files @returns {() => void} puts the old contents back
 */
export function editFiles(dir, files) {
  const saved = files.map((file) => fs.readFileSync(path.join(dir, file)));
  for (const [n, file] of files.entries()) {
    const addition = appendedTo(file)?.(n) ?? "";
    fs.appendFileSync(path.join(dir, file), addition);
  }
  return () => {
    for (const [n, file] of files.entries())
      fs.writeFileSync(path.join(dir, file), /** @type {Buffer} */ (saved[n]));
  };
}
