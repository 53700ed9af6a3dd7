/**
 * What the last update of an index was, for processes that wait to make the same one: whoever asked before its scan
 * began has nothing left to do. A small file beside the lock, written under it. Losing it costs an update that finds
 * nothing to do.
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { isLater, type Moment } from "../moment.ts";

/** `what`: tree, settings and versions. Contract: the caller holds the writer lock since `startedAt` and has published. */
export function noteFinishedUpdate(
  indexFile: string,
  what: string,
  startedAt: Moment,
  report: unknown,
): void {
  const { wallMs, sinceBootNs } = startedAt;
  const file = fileOf(indexFile);
  try {
    const text = JSON.stringify({ what, wallMs, sinceBootNs: String(sinceBootNs), report });
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    // A full disk: those who wait make their own update.
  }
}

/** The report of an update that began after `askedAt` and has ended; null when there is none. */
export function findFinishedUpdate<R>(indexFile: string, what: string, askedAt: Moment): R | null {
  try {
    const noted = JSON.parse(readFileSync(fileOf(indexFile), "utf8")) as Record<string, unknown>;
    const startedAt = { wallMs: Number(noted.wallMs), sinceBootNs: BigInt(String(noted.sinceBootNs)) };
    return noted.what === what && isLater(startedAt, askedAt) ? (noted.report as R) : null;
  } catch {
    // Not there, or not ours.
    return null;
  }
}

function fileOf(indexFile: string): string {
  return `${indexFile}.lock.done`;
}
