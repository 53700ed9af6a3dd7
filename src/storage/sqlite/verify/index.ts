/**
 * Our fsck. SQLite's own check cannot see a tree that is whole but wrong, so each promise between tables is a rule
 * of its own, with a name that the report and the tests use. The cheap form asks SQL only; the deep form decodes
 * every stored value and derives again what can be derived.
 */
import type { VerifyReport } from "../../contract.ts";
import type { Connection } from "../connection.ts";
import { checkDecodedFacts } from "./decoded-facts.ts";
import { checkDecodedLinks } from "./decoded-links.ts";
import { Problems } from "./problems.ts";
import { checkRowSeals } from "./sealed-rows.ts";
import { SQL_RULES } from "./sql-rules.ts";
import { checkVectors } from "./vectors.ts";

export function verifyDatabase(db: Connection, options: { deep: boolean }): VerifyReport {
  const problems = new Problems();
  checkPages(db, options.deep, problems);
  // A broken tree makes every other question pointless, and asking may fail.
  if (problems.count === 0) {
    for (const { rule, sql } of SQL_RULES) {
      problems.guard(rule, () => {
        for (const text of db.prepare<[], string>(sql).pluck().iterate()) problems.add(rule, String(text));
      });
    }
    problems.guard("foreign-keys", () => {
      const broken = db.pragma("foreign_key_check") as {
        table: string;
        rowid: number | null;
        parent: string;
      }[];
      for (const { table, rowid, parent } of broken)
        problems.add("foreign-keys", `${table} row ${rowid} has no ${parent}`);
    });
    if (options.deep) {
      checkDecodedFacts(db, problems);
      checkDecodedLinks(db, problems);
      checkVectors(db, problems);
    }
    // Last and only then: a row that breaks a rule breaks its seal, too, and the rule says more.
    if (problems.count === 0) checkRowSeals(db, problems);
  }
  return { ok: problems.count === 0, problems: problems.lines(), checked: countRows(db, problems) };
}

function checkPages(db: Connection, isDeep: boolean, problems: Problems): void {
  problems.guard("sqlite-pages", () => {
    const rows = db.pragma(isDeep ? "integrity_check" : "quick_check") as Record<string, string>[];
    for (const line of rows.flatMap((row) => Object.values(row)))
      if (line !== "ok") problems.add("sqlite-pages", line);
  });
}

const COUNTED = {
  views: "view",
  files: "file",
  skipped: "skipped",
  blobs: "blob",
  links: "links",
  segments: "segment",
  blocks: "block",
  vectors: "vector",
  summaries: "summary",
} as const;

function countRows(db: Connection, problems: Problems): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [name, table] of Object.entries(COUNTED)) {
    problems.guard("sqlite-pages", () => {
      counts[name] = db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()!;
    });
  }
  return counts;
}
