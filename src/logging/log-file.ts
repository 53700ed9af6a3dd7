/**
 * A file that lines are added to, by several processes at once: every line is one write at the end. When it is full it
 * is set aside as `.1`, what was `.1` as `.2`, and so on. No lock: a process whose file was set aside by another notices
 * and goes on in the new one, and the few lines between are in the old one.
 */
import { closeSync, existsSync, fstatSync, openSync, renameSync, rmSync, statSync, writeSync } from "node:fs";

export const LOG_NAME = "clew.jsonl";

export interface LogFileOptions {
  maxBytes: number;
  /** The one in use included. */
  maxFiles: number;
}

export class LogFile {
  readonly #path: string;
  readonly #options: LogFileOptions;
  #file: number | null = null;

  constructor(path: string, options: LogFileOptions) {
    this.#path = path;
    this.#options = options;
  }

  append(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#isToBeLeft(bytes.length)) this.close();
    this.#file ??= openSync(this.#path, "a", 0o600);
    writeSync(this.#file, bytes);
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  /** It was set aside, here or by another process. */
  #isToBeLeft(more: number): boolean {
    const now = statSync(this.#path, { throwIfNoEntry: false });
    if (!now) return true;
    if (this.#file !== null && fstatSync(this.#file).ino !== now.ino) return true;
    if (now.size === 0 || now.size + more <= this.#options.maxBytes) return false;
    this.#setAside();
    return true;
  }

  #setAside(): void {
    const nameOf = (age: number) => (age === 0 ? this.#path : `${this.#path}.${age}`);
    const { maxFiles } = this.#options;
    rmSync(nameOf(maxFiles - 1), { force: true });
    for (let age = maxFiles - 2; age >= 0; age--)
      if (existsSync(nameOf(age))) renameSync(nameOf(age), nameOf(age + 1));
  }
}
