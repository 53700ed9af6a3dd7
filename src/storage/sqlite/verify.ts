import type { VerifyReport } from "../contract.ts";
import type { Connection } from "./connection.ts";

export function verifyDatabase(db: Connection, options: { deep: boolean }): VerifyReport {
  const problems = (db.pragma(options.deep ? "integrity_check" : "quick_check") as Record<string, string>[])
    .flatMap((row) => Object.values(row))
    .filter((line) => line !== "ok");
  const count = (table: string) => db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()!;
  const checked = { blobs: count("blob"), links: count("links"), views: count("view") };
  return { ok: problems.length === 0, problems, checked };
}
