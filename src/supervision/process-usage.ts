import { readFileSync } from "node:fs";

const PAGE_BYTES = 4_096;
const CLOCK_TICK_MS = 10;

/** CPU time and memory of another process; null where the system has no procfs. */
export function readProcess(pid: number | undefined): { cpuMs: number; rssBytes: number } | null {
  if (process.platform !== "linux" || pid === undefined) return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const statm = readFileSync(`/proc/${pid}/statm`, "utf8");
    // The second field is the name in parentheses and may hold spaces; utime and stime are fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return {
      cpuMs: (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS,
      rssBytes: Number(statm.split(" ")[1]) * PAGE_BYTES,
    };
  } catch {
    return null;
  }
}
