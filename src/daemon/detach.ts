import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../core/errors.ts";
import { serveFolder } from "../engine/serve-lock.ts";
import { DAEMON_ERRORS } from "./errors.ts";
import { readServerFile, type ServerRecord, serverLog } from "./server-file.ts";

const START_MS = 15_000;
const POLL_MS = 25;

/** Starts this program again with `args`, apart from this terminal, and waits until it serves. */
export async function serveDetached(args: readonly string[]): Promise<ServerRecord> {
  const folder = serveFolder();
  const log = openSync(serverLog(folder), "w", 0o600);
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1]!, ...args], {
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const ended = once(child, "exit").then(() => true);
  for (const deadline = performance.now() + START_MS; performance.now() < deadline; ) {
    const record = readServerFile(folder);
    if (record?.pid === child.pid) {
      child.unref();
      return record as ServerRecord;
    }
    if (await Promise.race([ended, sleep(POLL_MS, false)])) break;
  }
  throw new AppError("SERVER_NOT_STARTED", lastWords(folder), { hint: DAEMON_ERRORS.SERVER_NOT_STARTED });
}

/** What the server wrote before it ended, which is for the user's eyes; the log has all of it. */
function lastWords(folder: string): string {
  const said = readFileSync(serverLog(folder), "utf8").trim().slice(-1_000);
  return `the server did not start: ${said === "" ? "it said nothing" : said} (${serverLog(folder)})`;
}
