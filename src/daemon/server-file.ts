/** Where the running server is and how to be let in: one file that only its owner can read. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writePrivateFile } from "./private-file.ts";

/** "clew" on a telephone. */
export const DEFAULT_PORT = 2539;

export interface ServerRecord {
  url: string;
  port: number;
  pid: number;
  token: string;
  version: string;
  /** ISO 8601. */
  startedAt: string;
}

export function serverFile(folder: string): string {
  return join(folder, "server.json");
}

export function serverLog(folder: string): string {
  return join(folder, "server.log");
}

export function writeServerFile(folder: string, record: ServerRecord): void {
  writePrivateFile(serverFile(folder), `${JSON.stringify(record, null, 2)}\n`);
}

/** What the last server wrote; it may have been killed since. */
export function readServerFile(folder: string): ServerRecord | null {
  try {
    const record = JSON.parse(readFileSync(serverFile(folder), "utf8")) as Partial<ServerRecord>;
    const isWhole =
      typeof record.url === "string" && typeof record.token === "string" && Number.isInteger(record.pid);
    return isWhole ? (record as ServerRecord) : null;
  } catch {
    // Missing or cut short: nobody can be reached by it, which is all that is asked.
    return null;
  }
}

export function removeServerFile(folder: string): void {
  rmSync(serverFile(folder), { force: true });
}
