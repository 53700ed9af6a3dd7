// @ts-check
/** Which lines of a tree a later commit changed: the commit's own diff, carried back to the revision of the tree. */
import { execFileSync } from "node:child_process";

/** @typedef {{ start: number, count: number }} Range `count` 0: lines were only added, behind `start`. */

/** @param {string} gitDir @param {string[]} args */
function git(gitDir, args) {
  return execFileSync("git", [`--git-dir=${gitDir}`, "-c", "core.quotePath=false", ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/**
 * The commit that made the change a task asks for: the one its set names, else the first after the tree's revision that
 * names the number of the pull request and touches one of the right files.
 * @param {string} gitDir @param {{ rev: string, name: string }} corpus @param {{ commit?: string, files: string[] }} task
 * @returns {string | null}
 */
export function fixOf(gitDir, corpus, task) {
  if (task.commit) return task.commit;
  const number = /-(\d+)$/.exec(corpus.name)?.[1];
  if (!number) return null;
  const found = git(gitDir, [
    "log",
    "--reverse",
    "--format=%H",
    "-E",
    `--grep=#${number}([^0-9]|$)`,
    `${corpus.rev}..HEAD`,
  ]);
  const commits = found.split("\n").filter(Boolean);
  return (
    commits.find((commit) =>
      task.files.some((file) => rangesOf(gitDir, `${commit}^1`, commit, file).length > 0),
    ) ?? null
  );
}

/** Lines of `before` that `after` changed in a file. @param {string} gitDir @param {string} before @param {string} after @param {string} file @returns {Range[]} */
function rangesOf(gitDir, before, after, file) {
  const diff = git(gitDir, ["diff", "--no-ext-diff", "-U0", "-w", before, after, "--", file]);
  return [...diff.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)].map((match) => ({
    start: Number(match[1]),
    count: match[2] === undefined ? 1 : Number(match[2]),
  }));
}

/**
 * Of every file: the lines of the tree at `rev` that the commit changed. A line that the tree does not have yet stands for
 * the place where it came to be.
 * @param {string} gitDir @param {string} rev @param {string} commit @param {readonly string[]} files
 * @returns {Map<string, Range[]>}
 */
export function changedLines(gitDir, rev, commit, files) {
  const changed = new Map();
  for (const file of files) {
    if (!exists(gitDir, rev, file)) continue;
    const back = movedBack(gitDir, rev, `${commit}^1`, file);
    const ranges = rangesOf(gitDir, `${commit}^1`, commit, file).map((range) => back(range));
    if (ranges.length > 0) changed.set(file, ranges);
  }
  return changed;
}

/** @param {string} gitDir @param {string} rev @param {string} file */
function exists(gitDir, rev, file) {
  try {
    git(gitDir, ["cat-file", "-e", `${rev}:${file}`]);
    return true;
  } catch {
    return false;
  }
}

/** Ranges of a later version of a file as ranges of the version at `rev`. @param {string} gitDir @param {string} rev @param {string} later @param {string} file @returns {(range: Range) => Range} */
function movedBack(gitDir, rev, later, file) {
  const diff = git(gitDir, ["diff", "--no-ext-diff", "-U0", rev, later, "--", file]);
  const hunks = [...diff.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)].map((match) => ({
    oldStart: Number(match[1]),
    oldCount: match[2] === undefined ? 1 : Number(match[2]),
    newStart: Number(match[3]),
    newCount: match[4] === undefined ? 1 : Number(match[4]),
  }));
  const lineBack = (/** @type {number} */ line) => {
    let shift = 0;
    for (const { oldStart, oldCount, newStart, newCount } of hunks) {
      const first = newCount === 0 ? newStart + 1 : newStart;
      if (line < first) break;
      if (line < first + newCount) return { line: oldStart, isKnown: false };
      shift =
        oldStart + oldCount - (newStart + newCount) + (newCount === 0 ? -1 : 0) + (oldCount === 0 ? 1 : 0);
    }
    return { line: line + shift, isKnown: true };
  };
  return ({ start, count }) => {
    if (count === 0) return { start: lineBack(start).line, count: 0 };
    const lines = Array.from({ length: count }, (_, at) => lineBack(start + at));
    const known = lines.filter(({ isKnown }) => isKnown).map(({ line }) => line);
    if (known.length === 0) return { start: Math.max(1, Number(lines[0]?.line)), count: 0 };
    return { start: Math.min(...known), count: Math.max(...known) - Math.min(...known) + 1 };
  };
}
