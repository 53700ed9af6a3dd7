/**
 * The commit that HEAD names, read from the files that git writes: starting git for it would cost every look at a tree as much
 * as a thousand of its files. What is not written plainly is left to git.
 */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { readText } from "./git-files.ts";
import type { GitPlaces } from "./quiet-git.ts";

const ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})\n$/;
/** A branch whose name needs no escaping; no part of it begins with a dot, as that of a table of references does. */
const BRANCH = /^ref: (refs\/heads(?:\/[A-Za-z0-9_@+#-][A-Za-z0-9_@+#.-]*)+)\n$/;

/** Null: no commit yet. `ask-git`: the files do not tell. */
export function readHead({
  gitDir,
  commonDir,
}: Pick<GitPlaces, "gitDir" | "commonDir">): string | null | "ask-git" {
  const head = readText(gitDir, "HEAD") ?? "";
  if (ID.test(head)) return head.trimEnd();
  const branch = BRANCH.exec(head)?.[1];
  if (branch === undefined) return "ask-git";
  const loose = readText(commonDir, branch);
  if (loose !== null) return ID.test(loose) ? loose.trimEnd() : "ask-git";
  return isThere(commonDir, branch) ? "ask-git" : packed(commonDir, branch);
}

function packed(commonDir: string, branch: string): string | null | "ask-git" {
  const text = readText(commonDir, "packed-refs");
  if (text === null) return isThere(commonDir, "packed-refs") ? "ask-git" : null;
  const end = text.indexOf(` ${branch}\n`);
  if (end < 0) return null;
  const id = text.slice(text.lastIndexOf("\n", end) + 1, end);
  return ID.test(`${id}\n`) ? id : "ask-git";
}

function isThere(folder: string, name: string): boolean {
  try {
    return lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}
