import { AppError } from "../core/errors.ts";
import { displayPath } from "../core/rel-path.ts";
import { numberLines, type ViewFile, type ViewSession } from "../engine/engine.ts";

/** The file of the view, or an error that says why it is not there. Ignored files are not read through clew. */
export async function requireFile(session: ViewSession, given: string): Promise<ViewFile> {
  const path = given.replace(/^\.\//, "");
  const file = await session.findFile(path);
  if (file) return file;
  const skipped = await session.whySkipped(path);
  const shown = displayPath(path);
  throw new AppError(
    "FILE_NOT_INDEXED",
    skipped ? `${shown} was skipped: ${skipped.reason}` : `${shown} is not in the index`,
    {
      hint:
        skipped?.detail ??
        "give the path relative to the repository's root; `clew status --why <file>` says more",
    },
  );
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
