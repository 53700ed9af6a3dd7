/**
 * What the last update of a place was, for processes that wait to make the same one. Clocks of two machines cannot be
 * compared, and neither can those of two boots of one: such a note is no note.
 */
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { isLater, type Moment } from "../moment.ts";
import type { Database } from "./database.ts";
import { bytesOfText, textOfBytes } from "./stored-text.ts";

interface Noted {
  what: string;
  boot: string;
  wallMs: number;
  sinceBootNs: string;
  report: unknown;
}

/** Contract: the caller holds the writer's lock since `startedAt` and has published. */
export async function noteFinishedUpdate(
  database: Database,
  key: string,
  what: string,
  startedAt: Moment,
  report: unknown,
): Promise<void> {
  const { wallMs, sinceBootNs } = startedAt;
  const noted: Noted = { what, boot: readBoot(), wallMs, sinceBootNs: String(sinceBootNs), report };
  await database.run("UPDATE @place SET finished = $2 WHERE key = $1", [
    key,
    bytesOfText(JSON.stringify(noted)),
  ]);
}

/** The report of an update that began after `askedAt` and has ended; null when there is none. */
export async function findFinishedUpdate<R>(
  database: Database,
  key: string,
  what: string,
  askedAt: Moment,
): Promise<R | null> {
  const [row] = await database.read<{ finished: Buffer | null }>(
    "SELECT finished FROM @place WHERE key = $1",
    [key],
  );
  if (!row?.finished) return null;
  const noted = JSON.parse(textOfBytes(row.finished)) as Noted;
  const startedAt = { wallMs: noted.wallMs, sinceBootNs: BigInt(noted.sinceBootNs) };
  const isOfThisBoot = noted.boot === readBoot();
  return isOfThisBoot && noted.what === what && isLater(startedAt, askedAt) ? (noted.report as R) : null;
}

/** Names this machine since it was started. */
function readBoot(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return hostname();
  }
}
