/** Trees and blobs of a commit, as the quiet git tells them. */
import { AppError } from "../core/errors.ts";
import { parseRelPath, pathFromBytes, type RelPath } from "../core/rel-path.ts";
import { askGit, GIT_LIMITS, type GitLimits, type GitPlaces, splitByNul } from "./quiet-git.ts";

/** The commit's id, or null when git knows no such revision. Throws when the text is none. */
export async function resolveRevision(places: GitPlaces, text: string): Promise<string | null> {
  const answer = await askGit(places, { ask: "revision", text });
  if (answer.ok) return answer.bytes.toString("latin1").trim();
  if (answer.reason === "no" || answer.reason === "failed") return null;
  throw unreadable(answer.detail);
}

/** Blob id of every regular file below the folder that git runs in; links and submodules are left out. */
export async function readTree(places: GitPlaces, revision: string): Promise<Map<RelPath, string>> {
  const answer = await askGit(places, { ask: "tree", revision });
  if (!answer.ok) throw unreadable(answer.detail);
  const blobs = new Map<RelPath, string>();
  for (const field of splitByNul(answer.bytes)) {
    const tab = field.indexOf(0x09);
    const [mode, type, id] = field.subarray(0, tab).toString("latin1").split(" ");
    const path = parseRelPath(pathFromBytes(field.subarray(tab + 1)));
    if (path && type === "blob" && mode?.startsWith("100") && id) blobs.set(path, id);
  }
  return blobs;
}

/** Blob id of every regular file of git's index below the folder that git runs in; those in conflict are left out. */
export async function readStagedFiles(places: GitPlaces): Promise<Map<RelPath, string>> {
  const answer = await askGit(places, { ask: "staged" });
  if (!answer.ok) throw unreadable(answer.detail);
  const blobs = new Map<RelPath, string>();
  for (const field of splitByNul(answer.bytes)) {
    const tab = field.indexOf(0x09);
    const [mode, id, stage] = field.subarray(0, tab).toString("latin1").split(" ");
    const path = parseRelPath(pathFromBytes(field.subarray(tab + 1)));
    if (path && stage === "0" && mode?.startsWith("100") && id) blobs.set(path, id);
  }
  return blobs;
}

/** Contents by id; an object that is missing is absent. */
export async function readBlobs(places: GitPlaces, ids: readonly string[]): Promise<Map<string, Buffer>> {
  if (ids.length === 0) return new Map();
  const answer = await askGit(places, { ask: "objects", ids: [...new Set(ids)] });
  if (!answer.ok) throw unreadable(answer.detail);
  return splitObjects(answer.bytes, "blob");
}

/** Objects of one type by id, those that are missing left out; null when git does not answer. */
export async function readObjects(
  places: GitPlaces,
  type: "blob" | "commit",
  ids: readonly string[],
  limits: GitLimits = GIT_LIMITS,
): Promise<Map<string, Buffer> | null> {
  if (ids.length === 0) return new Map();
  const answer = await askGit(places, { ask: "objects", ids }, limits);
  return answer.ok ? splitObjects(answer.bytes, type) : null;
}

/** Each object is `<id> <type> <size>\n<content>\n`, or `<id> missing\n`. */
function splitObjects(bytes: Buffer, wanted: string): Map<string, Buffer> {
  const objects = new Map<string, Buffer>();
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at);
    if (end < 0) break;
    const [id, type, size] = bytes.subarray(at, end).toString("latin1").split(" ");
    at = end + 1;
    if (size === undefined) continue;
    if (type === wanted) objects.set(id!, bytes.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return objects;
}

function unreadable(detail: string): AppError {
  return new AppError("GIT_OBJECTS_UNREADABLE", `git cannot read the base revision: ${detail}`, {
    hint: "check the repository with `git fsck`; a shallow or partial clone may lack the revision",
  });
}
