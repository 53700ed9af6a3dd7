import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../core/errors.ts";
import { serveFolder, tryLockServing } from "../engine/serve-lock.ts";
import { DAEMON_ERRORS } from "./errors.ts";
import { askServerPid, askServerToStop } from "./server-client.ts";
import { readServerFile, removeServerFile } from "./server-file.ts";

const STOP_MS = 10_000;
const POLL_MS = 50;

/** Asks the server, by its token, to end, and waits until it did. A process that merely has its old pid is left alone. */
export async function stopServer(): Promise<{ pid: number; url: string }> {
  const folder = serveFolder();
  const record = readServerFile(folder);
  const pid = record && (await askServerPid(record));
  if (!record || pid === null) {
    const release = tryLockServing(folder);
    // Left behind by a server that was killed; nobody holds the lock, so nobody needs it.
    if (release) removeServerFile(folder);
    release?.();
    throw new AppError("SERVER_NOT_RUNNING", "no server answers", { hint: DAEMON_ERRORS.SERVER_NOT_RUNNING });
  }
  await askServerToStop(record);
  for (const deadline = performance.now() + STOP_MS; performance.now() < deadline; await sleep(POLL_MS)) {
    const release = tryLockServing(folder);
    if (!release) continue;
    release();
    return { pid, url: record.url };
  }
  throw new AppError("SERVER_NOT_STOPPED", `the server (pid ${pid}) does not end`, {
    hint: DAEMON_ERRORS.SERVER_NOT_STOPPED,
  });
}
