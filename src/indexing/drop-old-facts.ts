/**
 * When facts that no view shows any more are deleted. They are kept for a while on purpose: going back to a branch, or
 * undoing an edit, then costs no parsing. Past this they only cost space.
 */
import type { RecordStore } from "../storage/contract.ts";

const KEPT_PER_SHOWN = 1;
const ALWAYS_KEPT = 2_000;

/** Contract: the caller holds the writer lock. Returns how many blobs went. */
export async function dropOldFacts(store: RecordStore): Promise<number> {
  const { stored, shown } = await store.countBlobs();
  return stored - shown > shown * KEPT_PER_SHOWN + ALWAYS_KEPT ? store.collectGarbage() : 0;
}
