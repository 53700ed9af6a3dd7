import { AppError } from "../core/errors.ts";
import { spokenName } from "../core/spoken-name.ts";
import { numberLines, type ViewFile, type ViewQuestions } from "../engine/engine.ts";

const MAX_CANDIDATES = 5;

/** The file of the view, or an error that says why it is not there. Ignored files are not read through clew. */
export async function requireFile(view: ViewQuestions, given: string): Promise<ViewFile> {
  const path = given.replace(/^\.\//, "");
  const file = await view.findFile(path);
  if (file) return file;
  const skipped = await view.whySkipped(path);
  const shown = spokenName(path);
  throw new AppError(
    "FILE_NOT_INDEXED",
    skipped ? `${shown} was skipped: ${skipped.reason}` : `${shown} is not in the index${pendingNote(view)}`,
    { hint: skipped?.detail ?? (await hintFor(view, path)) },
  );
}

/** That something is absent is no news while the tree is still being read. */
export function pendingNote({ freshness }: ViewQuestions): string {
  return freshness.isFresh ? "" : ` yet; pending: ${freshness.reason}`;
}

/** Names files that the path may mean; they are never taken in its place. */
async function hintFor(view: ViewQuestions, path: string): Promise<string> {
  const found = await view.pathsLike(path);
  if (found.length === 0)
    return "give the path relative to the repository's root; `clew status --why <file>` says more";
  const shown = found.slice(0, MAX_CANDIDATES).map(spokenName).join(", ");
  const more = found.length > MAX_CANDIDATES ? ` and ${found.length - MAX_CANDIDATES} more` : "";
  return `paths start at the repository's root; of this name: ${shown}${more}`;
}

/** Numbered lines of a file as it is in the working tree now, secrets blanked. */
export async function readLines(
  view: ViewQuestions,
  path: string,
  startLine = 1,
  endLine = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const text = await view.readText(path);
  return text === null ? [] : numberLines(text.replace(/\n$/, "").split(/\r\n|\r|\n/), startLine, endLine);
}
