/** What a scan depends on outside the tree, in a form to compare: the root itself and the user's own ignore file. */
import { lstatSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { pathBytes } from "../core/rel-path.ts";
import { readUserExcludesFile } from "../workspace/user-excludes.ts";

export function outsideInputs(root: string, env: NodeJS.ProcessEnv = process.env): string {
  const home = env.HOME ?? homedir();
  const shared = env.XDG_CONFIG_HOME || join(home, ".config");
  const files = [join(home, ".gitconfig"), join(shared, "git/config"), join(shared, "git/ignore")];
  const excludes = readUserExcludesFile(env);
  if (excludes !== null) files.push(excludes);
  const root_ = lstatSync(pathBytes(root), { bigint: true, throwIfNoEntry: false });
  return [`${root_?.dev}:${root_?.ino}`, ...files.map(stampOf)].join(" ");
}

function stampOf(file: string): string {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? "-" : `${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`;
}
