/** What an index needs from time to time and nobody should wait for. */
import type { UpkeepReport } from "../contract.ts";
import type { Connection } from "./connection.ts";

/** A step is short: whoever writes next waits for it. */
const PAGES_PER_STEP = 100;
/** SQLite looks at so many rows of an index for its statistics. */
const ANALYSED_ROWS = 400;

/**
 * Statistics where SQLite finds them out of date, a bounded number of free pages given back to the file system, and the
 * log folded in as far as readers allow. Outside transactions.
 */
export function keepUp(db: Connection): UpkeepReport {
  const before = countFree(db);
  db.pragma(`analysis_limit = ${ANALYSED_ROWS}`);
  db.pragma("optimize");
  // Only where the file was made for it; older ones keep their free pages for what is written next.
  db.pragma(`incremental_vacuum(${PAGES_PER_STEP})`);
  const [log] = db.pragma("wal_checkpoint(PASSIVE)") as { log: number; checkpointed: number }[];
  const freePages = countFree(db);
  return {
    pagesGivenBack: Math.max(0, before - freePages),
    freePages,
    logPagesLeft: Math.max(0, (log?.log ?? 0) - (log?.checkpointed ?? 0)),
  };
}

function countFree(db: Connection): number {
  return Number(db.pragma("freelist_count", { simple: true }));
}
