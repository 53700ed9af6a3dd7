/**
 * One watch of the operating system per folder. What arrives is only counted: a watch says that something happened,
 * a scan says what. Nothing is queued, so a burst of any size costs no memory.
 */
import { type FSWatcher, lstatSync, watch } from "node:fs";
import { basename, join } from "node:path";
import { pathBytes, pathFromBytes } from "../core/rel-path.ts";

/** A watch that cannot be had: `limit` for the whole system, anything else for this folder alone. */
export type WatchOutcome = "watched" | "gone" | "unreadable" | "limit";

export interface FolderEvent {
  folder: string;
  /** `structure`: a name came or went, or the rules of what counts may have changed. */
  kind: "content" | "structure";
}

/** Files that decide which folders matter. */
const RULE_FILES: ReadonlySet<string> = new Set([".gitignore", ".gitmodules", "exclude", "config"]);
/** Past this many, telling which watches may be dead costs more than renewing all. */
const MAX_SUSPECTS = 1_000;

export class FolderWatches {
  readonly #watches = new Map<string, FSWatcher>();
  /** Folders that were renamed, removed or made anew: their watch may sit on something else now. */
  readonly #suspects = new Set<string>();
  #areAllSuspect = false;
  readonly #onEvent: (event: FolderEvent) => void;
  readonly #onFailure: (error: Error) => void;

  constructor(onEvent: (event: FolderEvent) => void, onFailure: (error: Error) => void) {
    this.#onEvent = onEvent;
    this.#onFailure = onFailure;
  }

  get size(): number {
    return this.#watches.size;
  }

  has(folder: string): boolean {
    return this.#watches.has(folder) && !this.#isSuspect(folder);
  }

  /** Watches a folder that is not watched yet, and anew one whose watch may be dead. */
  add(folder: string): WatchOutcome {
    const old = this.#watches.get(folder);
    if (old !== undefined && !this.#isSuspect(folder)) return "watched";
    const outcome = this.#open(folder);
    // After the new one is there: on the same folder both share one watch of the kernel, so there is no gap.
    old?.close();
    if (outcome !== "watched") this.#watches.delete(folder);
    return outcome;
  }

  /** Ends the watches of all other folders; those that remain are trusted from now on. */
  retain(folders: ReadonlySet<string>): void {
    for (const [folder, watcher] of this.#watches) {
      if (folders.has(folder)) continue;
      watcher.close();
      this.#watches.delete(folder);
    }
    this.#suspects.clear();
    this.#areAllSuspect = false;
  }

  close(): void {
    this.retain(new Set());
  }

  #open(folder: string): WatchOutcome {
    try {
      const path = pathBytes(folder);
      if (!lstatSync(path).isDirectory()) return "gone";
      const watcher = watch(path, { persistent: false, encoding: "buffer" }, (type, name) =>
        this.#take(folder, type, name === null ? null : pathFromBytes(name)),
      );
      watcher.on("error", (error) => this.#onFailure(error));
      this.#watches.set(folder, watcher);
      return "watched";
    } catch (error) {
      switch ((error as NodeJS.ErrnoException).code) {
        case "ENOENT":
        case "ENOTDIR":
          return "gone";
        case "EACCES":
        case "EPERM":
          return "unreadable";
        default:
          return "limit";
      }
    }
  }

  #take(folder: string, type: string, name: string | null): void {
    const isRename = type === "rename" || name === null;
    if (isRename) {
      this.#suspect(name === null ? folder : join(folder, name));
      // The end of a watched folder is told under the folder's own name.
      if (name === basename(folder)) this.#suspect(folder);
    }
    const kind = isRename || RULE_FILES.has(name) ? "structure" : "content";
    this.#onEvent({ folder, kind });
  }

  #suspect(path: string): void {
    if (this.#areAllSuspect || !this.#watches.has(path)) return;
    this.#suspects.add(path);
    if (this.#suspects.size > MAX_SUSPECTS) this.#areAllSuspect = true;
  }

  #isSuspect(folder: string): boolean {
    if (this.#areAllSuspect) return true;
    if (this.#suspects.size === 0) return false;
    for (let at = folder; ; at = at.slice(0, at.lastIndexOf("/"))) {
      if (this.#suspects.has(at)) return true;
      if (at.lastIndexOf("/") <= 0) return false;
    }
  }
}
