/** Whether a command failed because the system lets it open no more files; what it says then is about something else. */
import { closeSync, openSync } from "node:fs";
import { AppError } from "../core/errors.ts";
import { CLI_ERRORS } from "./errors.ts";

/** An index, its log and pipes to a parsing process take about so many. */
const NEEDED = 16;

/** The reason behind the error, when that is it. */
export function nameFewOpenFiles(error: unknown): unknown {
  if (!isOutOfFiles(error)) return error;
  return new AppError("CLI_FEW_OPEN_FILES", "too many open files", {
    hint: CLI_ERRORS.CLI_FEW_OPEN_FILES,
    cause: error,
  });
}

function isOutOfFiles(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (/\b(?:EMFILE|ENFILE)\b/.test(at.message)) return true;
    // SQLite says no more than that it could not open a file.
    if ((at as NodeJS.ErrnoException).code?.startsWith("SQLITE_CANTOPEN")) return !canOpenMore();
  }
  return false;
}

function canOpenMore(): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < NEEDED) opened.push(openSync(process.execPath, "r"));
    return true;
  } catch {
    return false;
  } finally {
    for (const handle of opened) closeSync(handle);
  }
}
