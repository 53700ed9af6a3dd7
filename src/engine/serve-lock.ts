/** At most one serving process per home: the kernel frees the lock however its holder ends. */
import { join } from "node:path";
import { tryLockProcess } from "../storage/process-lock.ts";
import { cacheHome, createPrivateFolder } from "./home.ts";

/** The folder of the serving process's own files, for the user alone. */
export function serveFolder(env: NodeJS.ProcessEnv = process.env): string {
  return createPrivateFolder(join(createPrivateFolder(cacheHome(env)), "serve"));
}

/** Releases the lock; null while another process serves from this home. */
export function tryLockServing(folder: string): (() => void) | null {
  return tryLockProcess(join(folder, "server"));
}
