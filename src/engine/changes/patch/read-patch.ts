/** A unified diff as data: which files it speaks of and which lines it takes and gives. */
import { AppError } from "../../../core/errors.ts";
import { parseRelPath, type RelPath } from "../../../core/rel-path.ts";
import { ENGINE_ERRORS } from "../../errors.ts";

export interface Hunk {
  /** First line of the old text that it speaks of, 1-based; 0 for an empty one. */
  oldStart: number;
  newStart: number;
  /** Context and removed lines; context and added lines. */
  oldLines: string[];
  newLines: string[];
}

export interface FilePatch {
  /** Null: the file is new, or gone. */
  oldPath: RelPath | null;
  newPath: RelPath | null;
  hunks: Hunk[];
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Of git's form or plain; throws when it is neither, or names a path outside the repository. */
export function readPatch(text: string): FilePatch[] {
  const lines = text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  const files: FilePatch[] = [];
  let current: FilePatch | null = null;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    if (line.startsWith("diff --git ")) {
      current = { ...pathsOfGitLine(line), hunks: [] };
      files.push(current);
    } else if (line.startsWith("new file mode") && current) current.oldPath = null;
    else if (line.startsWith("deleted file mode") && current) current.newPath = null;
    else if (line.startsWith("rename from ") && current) current.oldPath = pathOf(line.slice(12));
    else if (line.startsWith("rename to ") && current) current.newPath = pathOf(line.slice(10));
    else if (line.startsWith("--- ") && lines[at + 1]?.startsWith("+++ ")) {
      const oldPath = markedPath(line.slice(4), "a/");
      const newPath = markedPath(lines[at + 1]!.slice(4), "b/");
      if (current && current.hunks.length === 0) Object.assign(current, { oldPath, newPath });
      else {
        current = { oldPath, newPath, hunks: [] };
        files.push(current);
      }
      at += 1;
    } else if (current && HUNK.test(line)) at = readHunk(lines, at, current);
  }
  if (files.length === 0) throw broken("no file of a unified diff was found in it");
  return files;
}

/** Returns the index of the hunk's last line. */
function readHunk(lines: readonly string[], at: number, file: FilePatch): number {
  const [, oldStart, oldCount = "1", newStart, newCount = "1"] = HUNK.exec(lines[at]!)!;
  const hunk: Hunk = { oldStart: Number(oldStart), newStart: Number(newStart), oldLines: [], newLines: [] };
  let next = at + 1;
  while (hunk.oldLines.length < Number(oldCount) || hunk.newLines.length < Number(newCount)) {
    const line = lines[next];
    if (line === undefined) throw broken(`the hunk at line ${at + 1} is cut`);
    const text = line.slice(1);
    if (line.startsWith("-")) hunk.oldLines.push(text);
    else if (line.startsWith("+")) hunk.newLines.push(text);
    else if (line.startsWith(" ") || line === "") {
      hunk.oldLines.push(text);
      hunk.newLines.push(text);
    } else if (!line.startsWith("\\")) throw broken(`line ${next + 1} belongs to no hunk`);
    next += 1;
  }
  file.hunks.push(hunk);
  return next - 1;
}

/** `diff --git a/x b/x`: the two are the same unless `rename` lines say otherwise. */
function pathsOfGitLine(line: string): Pick<FilePatch, "oldPath" | "newPath"> {
  const rest = line.slice("diff --git ".length);
  const middle = rest.indexOf(" b/", Math.floor((rest.length - 3) / 2) - 1);
  if (!rest.startsWith("a/") || middle < 0) return { oldPath: null, newPath: null };
  return { oldPath: pathOf(rest.slice(2, middle)), newPath: pathOf(rest.slice(middle + 3)) };
}

function markedPath(text: string, prefix: string): RelPath | null {
  const name = text.replace(/\t.*$/, "");
  if (name === "/dev/null") return null;
  return pathOf(name.startsWith(prefix) ? name.slice(2) : name);
}

function pathOf(name: string): RelPath {
  const path = parseRelPath(name);
  if (!path) throw broken(`${JSON.stringify(name)} is no path inside the repository`);
  return path;
}

function broken(why: string): AppError {
  return new AppError("CHANGES_PATCH_BROKEN", `the patch cannot be read: ${why}`, {
    hint: ENGINE_ERRORS.CHANGES_PATCH_BROKEN,
  });
}
