/**
 * Knows whether a tree is still what the last scan saw, so that a question need not scan again.
 *
 * Why an unchanged count of events proves it: the kernel queues an event before the call that made the change returns;
 * `settle` lets the event loop poll once from beginning to end, and libuv then reads the queue until it is empty. A full
 * queue drops the newest events and Node says nothing of it, but the older ones still arrive: no event is ever ignored
 * here, so a flood always shows as a changed count, and only a scan makes the count good again.
 *
 * What no watch sees are writes through a memory map or through another name of the file outside the tree. So files that
 * an answer quotes are compared by the caller, who also scans before saying that something is absent; for the rest a
 * scan counts for `TRUST_MS` at the most.
 */
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { RootJail } from "../workspace/path-jail.ts";
import { FolderWatches } from "./folder-watches.ts";
import { outsideInputs } from "./outside-inputs.ts";
import { QuietMoment } from "./quiet-moment.ts";
import { whyNotWatchable } from "./watch-support.ts";
import { visitWatchableFolders } from "./watchable-folders.ts";

/** How long a scan counts without another, however quiet it is. */
export const TRUST_MS = 60_000;
/** After watching failed, for instance for lack of watches, it is tried again this much later. */
const RETRY_MS = 60_000;

export interface TreeWatcherOptions {
  /** After many changes at once, when they have come to an end. */
  onBurstEnded: () => void;
  /** After any change, when it has come to an end. */
  onQuiet?: () => void;
  /** More folders than this are not watched; the system's own limit is shared with every other program. */
  maxFolders?: number;
  /** Milliseconds of a clock that nobody sets; the wall clock may jump, and what it says is no age. */
  now?: () => number;
}

const MAX_FOLDERS = 20_000;
const MAX_WALKS = 2;

/** What `beforeScan` gives for `afterScan` to compare with. */
export interface ScanMark {
  events: number;
  outside: string;
  startedAt: number;
}

/** What a scan found that watching must cover. */
export interface SeenByScan {
  files: readonly { path: string }[];
  skipped: readonly { path: string }[];
  gitFolders: readonly string[];
}

export type WatchStatus =
  | { isWatching: true; folders: number; scannedAt: number | null }
  | { isWatching: false; reason: string };

export class TreeWatcher {
  readonly #jail: RootJail;
  readonly #maxFolders: number;
  readonly #now: () => number;
  readonly #watches: FolderWatches;
  readonly #quiet: QuietMoment;
  /** All that ever arrived; it only grows. */
  #events = 0;
  /** Two at the start: the first may have been overtaken by changes before its watches stood. */
  #walksDue = MAX_WALKS;
  /** A folder that cannot be read may become readable without a name coming or going. */
  #hasUnreadable = false;
  /** Folders that scans needed and the walk does not visit: git's own, and ignored ones with tracked files. */
  readonly #extra = new Set<string>();
  #trusted: ScanMark | null = null;
  #failure: { reason: string; at: number } | null = null;
  #isClosed = false;

  constructor(jail: RootJail, options: TreeWatcherOptions) {
    this.#jail = jail;
    this.#maxFolders = options.maxFolders ?? MAX_FOLDERS;
    this.#now = options.now ?? (() => performance.now());
    this.#quiet = new QuietMoment({ onBurstEnded: options.onBurstEnded, onQuiet: options.onQuiet });
    this.#watches = new FolderWatches(
      ({ kind }) => {
        this.#events += 1;
        if (kind === "structure") this.#walksDue = Math.max(1, this.#walksDue);
        this.#quiet.count();
      },
      (error) => this.#fail(`a watch failed: ${error.message}`),
    );
    const reason = whyNotWatchable(jail.root);
    if (reason !== null) this.#failure = { reason, at: Number.POSITIVE_INFINITY };
  }

  get status(): WatchStatus {
    if (this.#failure) return { isWatching: false, reason: this.#failure.reason };
    return { isWatching: true, folders: this.#watches.size, scannedAt: this.#trusted?.startedAt ?? null };
  }

  /** After this, everything that happened before the call has been counted. */
  async settle(): Promise<void> {
    // The first may end a turn of the loop that polled before the call; the second ends one that began after it.
    await setImmediate();
    await setImmediate();
  }

  /** Whether the tree is what the last trusted scan saw. To be asked right after `settle`. */
  isUnchanged(): boolean {
    const trusted = this.#trusted;
    if (trusted === null || this.#failure || trusted.events !== this.#events) return false;
    const age = this.#now() - trusted.startedAt;
    return age >= 0 && age < TRUST_MS && trusted.outside === outsideInputs(this.#jail.root);
  }

  /** Brings the watches in line with the folders; a scan that begins now may be trusted if nothing happens meanwhile. */
  async beforeScan(): Promise<ScanMark | null> {
    this.#trusted = null;
    if (this.#isClosed) return null;
    if (this.#failure && this.#now() - this.#failure.at < RETRY_MS) return null;
    if (this.#failure) this.#walksDue = MAX_WALKS;
    this.#failure = null;
    await this.settle();
    const mark = { events: this.#events, outside: outsideInputs(this.#jail.root), startedAt: this.#now() };
    if (this.#hasUnreadable) this.#walksDue = Math.max(1, this.#walksDue);
    for (let walks = 0; this.#walksDue > 0 && walks < MAX_WALKS && !this.#failure; walks += 1) {
      this.#walksDue -= 1;
      await this.#walk();
    }
    return this.#failure ? null : mark;
  }

  /** Trusts the scan, unless something happened since it was begun or it saw folders that were not watched yet. */
  afterScan(mark: ScanMark, seen: SeenByScan): void {
    if (this.#failure || this.#isClosed || !this.#coverAll(seen)) return;
    if (mark.events === this.#events) this.#trusted = mark;
  }

  close(): void {
    this.#isClosed = true;
    this.#trusted = null;
    this.#quiet.stop();
    this.#watches.close();
  }

  async #walk(): Promise<void> {
    this.#hasUnreadable = false;
    const visited = new Set<string>();
    const visit = (folder: string) => {
      visited.add(folder);
      if (visited.size > this.#maxFolders) this.#fail(`more than ${this.#maxFolders} folders`);
      else this.#watch(folder);
      return this.#failure || this.#isClosed ? "stop" : "go-on";
    };
    await visitWatchableFolders(this.#jail, visit);
    for (const folder of this.#extra) {
      if (this.#failure || this.#isClosed) break;
      visit(folder);
    }
    if (this.#failure || this.#isClosed) this.#watches.close();
    else this.#watches.retain(visited);
  }

  #watch(folder: string): void {
    const outcome = this.#watches.add(folder);
    if (outcome === "limit")
      this.#fail("the system has no watches left (fs.inotify.max_user_watches, max_user_instances)");
    else if (outcome === "unreadable") this.#hasUnreadable = true;
    else if (outcome === "gone") this.#extra.delete(folder);
  }

  #coverAll(seen: SeenByScan): boolean {
    let isCovered = true;
    for (const folder of this.#foldersOf(seen)) {
      if (this.#watches.has(folder)) continue;
      isCovered = false;
      this.#extra.add(folder);
      this.#watch(folder);
      if (this.#failure) return false;
    }
    return isCovered;
  }

  #foldersOf(seen: SeenByScan): Set<string> {
    const { root } = this.#jail;
    const folders = new Set<string>([root]);
    for (const { path } of [...seen.files, ...seen.skipped]) {
      // With all folders above: a watch does not tell when one of those is moved away.
      for (let at = dirname(join(root, path)); !folders.has(at); at = dirname(at)) folders.add(at);
    }
    for (const folder of seen.gitFolders) for (const part of gitParts(folder)) folders.add(part);
    return folders;
  }

  #fail(reason: string): void {
    this.#failure = { reason, at: this.#now() };
    this.#trusted = null;
    this.#watches.close();
  }
}

/** The folders of a git folder where HEAD, index, references, exclude rules and configuration change. */
function gitParts(folder: string): string[] {
  const parts = [folder, join(folder, "info"), join(folder, "reftable")].filter((path) => existsSync(path));
  const waiting = [join(folder, "refs")];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    try {
      const entries = readdirSync(next, { withFileTypes: true });
      parts.push(next);
      for (const entry of entries) if (entry.isDirectory()) waiting.push(join(next, entry.name));
    } catch {
      // Gone, or a file: the folder around it is watched.
    }
  }
  return parts;
}
