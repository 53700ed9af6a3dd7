/**
 * Notices a process that waits for what may never come: opening a FIFO, reading a terminal. Such a process sleeps and
 * is not scheduled once between two looks; one that waits for a disk is in another state, and one that waits for a
 * network file system wakes up with every answer. Linux only; elsewhere the time limit has to do.
 */
import { readFileSync } from "node:fs";

const LOOK_EVERY_MS = 500;
/** Looks in a row without a sign of life: 4 s, and counted so that a machine that was suspended proves nothing. */
const LOOKS = 8;

export class StallWatch {
  readonly #timer: NodeJS.Timeout | null;
  #last = "";
  #silent = 0;

  constructor(pid: number | undefined, onStall: () => void) {
    const isPossible = process.platform === "linux" && pid !== undefined;
    this.#timer = isPossible ? setInterval(() => this.#look(pid, onStall), LOOK_EVERY_MS) : null;
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  #look(pid: number, onStall: () => void): void {
    const now = signsOfLife(pid);
    this.#silent = now !== null && now === this.#last ? this.#silent + 1 : 0;
    this.#last = now ?? "";
    if (this.#silent === LOOKS) onStall();
  }
}

/** How often it was scheduled, while it sleeps; null when it does anything else or is gone. */
function signsOfLife(pid: number): string | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    if (!/^State:\tS/m.test(status)) return null;
    return [...status.matchAll(/ctxt_switches:\t(\d+)/g)].map(([, count]) => count).join(" ") || null;
  } catch {
    return null;
  }
}
