// @ts-check
/** Reading the history of a git directory. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** @param {string} gitDir @param {string[]} words */
export function git(gitDir, words) {
  const run = spawnSync("git", ["-c", "safe.directory=*", `--git-dir=${gitDir}`, ...words], {
    encoding: "utf8",
    maxBuffer: 1 << 29,
  });
  if (run.status !== 0) throw new Error(`git ${words[0]}: ${run.stderr.slice(0, 300)}`);
  return run.stdout;
}

/**
 * Commits reachable from `to` and not from `from`, newest first, without merges.
 * @param {string} gitDir @param {string} range
 */
export function commitsOf(gitDir, range) {
  const text = git(gitDir, [
    "log",
    "--no-merges",
    "--no-renames",
    "--name-status",
    "--format=%x01%H%x02%an%x02%B%x03",
    range,
  ]);
  return text
    .split("\x01")
    .slice(1)
    .map((block) => {
      const [head, rest] = block.split("\x03");
      const [id, author, message] = /** @type {string} */ (head).split("\x02");
      const changes = (rest ?? "")
        .split("\n")
        .filter((line) => line.includes("\t"))
        .map((line) => ({ status: line[0], path: line.slice(line.indexOf("\t") + 1) }));
      return { id: String(id), author: String(author), message: String(message).trim(), changes };
    });
}

/** The commit so many first-parent steps before `head`, or null when history is shorter. @param {string} gitDir @param {string} head @param {number} steps */
export function ancestorOf(gitDir, head, steps) {
  const line = git(gitDir, ["rev-list", "--first-parent", "--skip", String(steps), "-n", "1", head]).trim();
  return line === "" ? null : line;
}

/** Larger files are data; what a mirror left out for its size is missing without an error. */
const MAX_BYTES = 1_000_000;
const DATA =
  /\.(?:png|jpe?g|gif|webp|ico|svg|pdf|zip|gz|tgz|jar|woff2?|ttf|eot|mp[34]|mov|wasm|so|dll|exe|bin|snap|lock|map)$/i;

/**
 * Writes the text files of a commit's tree below `target`.
 * @param {string} gitDir @param {string} commit @param {string} target
 */
export function exportTree(gitDir, commit, target) {
  const entries = git(gitDir, ["ls-tree", "-r", "-z", commit])
    .split("\0")
    .map((line) => /^(\d+) blob ([\da-f]+)\t([\s\S]+)$/.exec(line))
    .filter((match) => match !== null && match[1] !== "120000" && !DATA.test(String(match[3])))
    .map((match) => ({ id: String(match?.[2]), path: String(match?.[3]) }));
  const made = new Set();
  const run = spawnSync("git", ["-c", "safe.directory=*", `--git-dir=${gitDir}`, "cat-file", "--batch"], {
    input: `${entries.map(({ id }) => id).join("\n")}\n`,
    maxBuffer: 2 ** 31,
  });
  let at = 0;
  for (const { path } of entries) {
    const end = run.stdout.indexOf(10, at);
    const head = run.stdout.toString("latin1", at, end).split(" ");
    at = end + 1;
    if (head[1] !== "blob") continue;
    const size = Number(head[2]);
    if (size <= MAX_BYTES) {
      const file = join(target, path);
      const folder = dirname(file);
      if (!made.has(folder)) mkdirSync(folder, { recursive: true });
      made.add(folder);
      writeFileSync(file, run.stdout.subarray(at, at + size));
    }
    at += size + 1;
  }
}
