import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";

/** Written whole or not at all; never readable by others, not even for a moment. */
export function writePrivateFile(path: string, text: string): void {
  const temporary = `${path}.${process.pid}`;
  rmSync(temporary, { force: true });
  const file = openSync(temporary, "wx", 0o600);
  try {
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}
