/**
 * What a disk may hold after the power went: everything that was synced, and of the rest whatever happened to be
 * written out, in pieces no larger than a sector. No file system is worse than this; most are better.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isFolder } from "./home-recording.mjs";

const SECTORS = [512, 4096];

/** Files and folders after the first `cut` changes of a recording and a loss of power. */
export function losePower(recording, cut, random) {
  const happened = recording.changes.slice(0, cut);
  const [fileSynced, folderSynced] = [new Map(), new Map()];
  for (const [at, change] of happened.entries()) {
    if (change.type === "sync") fileSynced.set(change.file, at);
    if (change.type === "syncFolder") folderSynced.set(change.folder, at);
  }
  const keepsData = random.pick([0, 0.2, 0.5, 0.8, 1]);
  const tears = random.pick([0, 0.5]);
  const isJournaled = random.below(2) === 0;
  const keepsNames = random.pick([0, 0.5, 1]);
  let isJournalLost = false;
  const torn = new Set();
  const kept = happened.filter((change, at) => {
    if (change.type === "data") {
      if (at < (fileSynced.get(change.file) ?? -1)) return true;
      if (change.bytes && chance(random, tears)) torn.add(change);
      return torn.has(change) || chance(random, keepsData);
    }
    if (change.type !== "names") return false;
    if (at < (folderSynced.get(change.folder) ?? -1)) return true;
    // Names reach a journal in order; without one, in any.
    const isKept = chance(random, keepsNames) && !(isJournaled && isJournalLost);
    if (!isKept) isJournalLost = true;
    return isKept;
  });
  return recording.apply(kept, (change) => (torn.has(change) ? tear(change, random) : [change]));
}

function chance(random, probability) {
  return random.below(1_000) < probability * 1_000;
}

/** Some sectors of a write: its first ones, or any. */
function tear({ offset, bytes }, random) {
  const sector = random.pick(SECTORS);
  const isFromStart = random.below(2) === 0;
  const parts = [];
  for (let start = 0; start < bytes.length; ) {
    const end = Math.min(bytes.length, start + sector - ((offset + start) % sector));
    const isWritten = random.below(2) === 0;
    if (isWritten) parts.push({ offset: offset + start, bytes: bytes.subarray(start, end) });
    else if (isFromStart) break;
    start = end;
  }
  return parts;
}

/** Puts files and folders on the disk, in place of what is there. */
export function writeHome(home, found) {
  rmSync(home, { recursive: true, force: true });
  for (const [path, content] of found) {
    if (isFolder(content)) mkdirSync(join(home, path), { mode: 0o700 });
    else writeFileSync(join(home, path), content, { mode: 0o600 });
  }
}
