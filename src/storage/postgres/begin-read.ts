/**
 * Begins to read a view: where it is written, or on a replica that was named for reading. A replica that is behind is waited
 * for a moment; then its generation is read, and the reader knows what is missing.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { ViewId, ViewInfo } from "../contract.ts";
import { throwUnknown } from "../unknown-id.ts";
import type { Database } from "./database.ts";
import type { Look, PlaceLook } from "./look.ts";
import type { ReadTransaction } from "./open-read.ts";
import { isMissingTable, isUnreachable } from "./postgres-errors.ts";
import { isOtherTimeline } from "./timeline.ts";

export interface BegunRead {
  seen: PlaceLook | undefined;
  read: ReadTransaction;
  /** What keeps this from being the newest generation; null when nothing is known to. */
  behind: string | null;
}

const LOOK_AGAIN_MS = 15;

/** In a question what is in memory is not asked for, and all views are read in one transaction. */
export async function beginRead(database: Database, place: number, view: ViewId): Promise<BegunRead> {
  const { question } = database;
  if (!question) {
    const { read, look } = await database.beginWithLook();
    return { seen: look.places.get(place), read, behind: null };
  }
  const seen = (await question.look()).places.get(place) ?? throwUnknown("view", view);
  return { seen, read: question.readOf(place, seen, view), behind: null };
}

export async function beginOnReplica(
  database: Database,
  replica: Database,
  place: number,
  view: ViewId,
): Promise<BegunRead> {
  const newest = await database.look();
  // The replica itself told it.
  if (newest.replica)
    return {
      ...(await beginRead(replica, place, view)),
      behind: `${database.display} cannot be reached, a replica answers`,
    };
  const wanted = viewIn(newest.places.get(place), view);
  const deadline = performance.now() + replica.catchUpMs;
  for (;;) {
    const look = await lookAt(replica);
    // Away, new, or a server of its own by now.
    if (!wanted || !look || !isCopy(look, newest, place)) return beginRead(database, place, view);
    const found = viewIn(look.places.get(place), view);
    const isBehind = !found || isOlder(found, wanted);
    if (isBehind && performance.now() < deadline) {
      await sleep(LOOK_AGAIN_MS);
      replica.forgetLook();
      continue;
    }
    if (!found) return beginRead(database, place, view);
    const begun = await beginRead(replica, place, view);
    return { ...begun, behind: isBehind ? whatIsBehind(found, wanted, look) : null };
  }
}

/** Null when it has nothing to tell. */
async function lookAt(replica: Database): Promise<Look | null> {
  return replica.look().catch((error) => {
    if (isUnreachable(error) || isMissingTable(error)) return null;
    throw error;
  });
}

/** A replica that does not have the place yet may get it; one that has another under its number never will. */
function isCopy(look: Look, newest: Look, place: number): boolean {
  const theirs = look.places.get(place);
  const isSamePlace = !theirs || theirs.identity === newest.places.get(place)?.identity;
  return isSamePlace && !isOtherTimeline(look.timeline, newest.timeline);
}

function viewIn(seen: PlaceLook | undefined, view: ViewId): ViewInfo | undefined {
  return seen?.views.find(({ id }) => id === view);
}

function isOlder(found: ViewInfo, wanted: ViewInfo): boolean {
  return (
    found.generation < wanted.generation ||
    (found.generation === wanted.generation && found.publishedAt < wanted.publishedAt)
  );
}

function whatIsBehind(found: ViewInfo, wanted: ViewInfo, { replica }: Look): string {
  const seconds = (replica?.secondsBehind ?? 0).toFixed(1);
  return `the replica that is read is at generation ${found.generation} of ${wanted.generation}, its last change is ${seconds} s old`;
}
