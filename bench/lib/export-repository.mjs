// @ts-check
/** A repository, or a folder of one, as a git working tree of one commit. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * What an earlier run left is used again. `mirror`: a folder with `OWNER+NAME/repo` git directories.
 * @param {{ github: string, folder?: string }} one @param {string} mirror @param {string} target
 */
export function exportRepository({ github, folder }, mirror, target) {
  if (existsSync(join(target, ".git"))) return;
  const gitDir = join(resolve(mirror), github.replace("/", "+"), "repo");
  mkdirSync(target, { recursive: true });
  const tree = folder ? `HEAD:${folder}` : "HEAD";
  const indexFile = `${target}.index`;
  const index = { ...process.env, GIT_INDEX_FILE: indexFile };
  execFileSync("git", [`--git-dir=${gitDir}`, "read-tree", tree], { env: index });
  // The largest files of a mirror may be absent: what is there is enough.
  spawnSync("git", [`--git-dir=${gitDir}`, `--work-tree=${target}`, "checkout-index", "-a", "-f", "-q"], {
    cwd: target,
    env: index,
  });
  rmSync(indexFile, { force: true });
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", ["-C", target, "-c", "user.name=bench", "-c", "user.email=bench@localhost", ...args]);
  git("init", "-q");
  git("add", "-A", "-f");
  git("commit", "-q", "-m", github);
}
