/**
 * What `clew install` made that the files themselves do not tell: which files and folders were not there, which
 * objects were empty. Kept in clew's own folder; without it uninstall still removes the entries, and leaves the rest.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonTraces } from "./edit-json.ts";

export interface LedgerEntry {
  /** Real path of the file. */
  file: string;
  isCreated: boolean;
  /** Folders that were made for it, innermost first. */
  folders: string[];
  /** Of a JSON file. */
  traces: JsonTraces | null;
}

interface LedgerFile {
  version: 1;
  entries: LedgerEntry[];
}

export class Ledger {
  readonly #file: string;
  readonly #entries: Map<string, LedgerEntry>;

  constructor(home: string) {
    this.#file = join(home, "installed.json");
    this.#entries = new Map(readEntries(this.#file).map((entry) => [entry.file, entry]));
  }

  get(file: string): LedgerEntry | undefined {
    return this.#entries.get(file);
  }

  put(entry: LedgerEntry): void {
    this.#entries.set(entry.file, entry);
    this.#save();
  }

  remove(file: string): void {
    if (this.#entries.delete(file)) this.#save();
  }

  #save(): void {
    if (this.#entries.size === 0) {
      rmSync(this.#file, { force: true });
      return;
    }
    const entries = [...this.#entries.values()].sort((a, b) => (a.file < b.file ? -1 : 1));
    const content: LedgerFile = { version: 1, entries };
    const temporary = `${this.#file}.${process.pid}`;
    writeFileSync(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    renameSync(temporary, this.#file);
  }
}

/** Missing, damaged or of another version: nothing is remembered. */
function readEntries(file: string): LedgerEntry[] {
  try {
    const content = JSON.parse(readFileSync(file, "utf8")) as LedgerFile;
    return content.version === 1 && Array.isArray(content.entries) ? content.entries : [];
  } catch {
    return [];
  }
}
