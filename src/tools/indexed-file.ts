import { AppError } from "../core/errors.ts";
import { displayPath } from "../core/rel-path.ts";
import { numberLines, type ViewFile, type ViewSession } from "../engine/engine.ts";

const MAX_CANDIDATES = 5;

/** The file of the view, or an error that says why it is not there. Ignored files are not read through clew. */
export async function requireFile(session: ViewSession, given: string): Promise<ViewFile> {
  const path = given.replace(/^\.\//, "");
  const file = await session.findFile(path);
  if (file) return file;
  const skipped = await session.whySkipped(path);
  const shown = displayPath(path);
  throw new AppError(
    "FILE_NOT_INDEXED",
    skipped
      ? `${shown} was skipped: ${skipped.reason}`
      : `${shown} is not in the index${pendingNote(session)}`,
    { hint: skipped?.detail ?? (await hintFor(session, path)) },
  );
}

/** That something is absent is no news while the tree is still being read. */
export function pendingNote({ freshness }: ViewSession): string {
  return freshness.isFresh ? "" : ` yet; pending: ${freshness.reason}`;
}

/** Files that the path may mean: those that end with it, else those of the same name. Never taken in its place. */
async function hintFor(session: ViewSession, path: string): Promise<string> {
  const name = path.split("/").at(-1)!;
  const files = (await session.reader.files()).map((file): string => file.path);
  const ending = files.filter((one) => one.endsWith(`/${path}`));
  const found = ending.length > 0 ? ending : files.filter((one) => one === name || one.endsWith(`/${name}`));
  if (found.length === 0)
    return "give the path relative to the repository's root; `clew status --why <file>` says more";
  const shown = found.slice(0, MAX_CANDIDATES).map(displayPath).join(", ");
  const more = found.length > MAX_CANDIDATES ? ` and ${found.length - MAX_CANDIDATES} more` : "";
  return `paths start at the repository's root; of this name: ${shown}${more}`;
}

/** Numbered lines of a file as it is in the working tree now, secrets blanked. */
export async function readLines(
  session: ViewSession,
  path: string,
  startLine = 1,
  endLine = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const text = await session.readText(path);
  return text === null ? [] : numberLines(text.replace(/\n$/, "").split(/\r\n|\r|\n/), startLine, endLine);
}
