import { homedir } from "node:os";
import { join } from "node:path";
import { preparePrivateFolder } from "../storage/private-home.ts";

/** Where everything of clew lives: CLEW_HOME, or `clew` in the user's cache folder. Never inside a working tree. */
export function cacheHome(env: NodeJS.ProcessEnv = process.env): string {
  if (env.CLEW_HOME) return env.CLEW_HOME;
  if (process.platform === "win32")
    return join(env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local"), "clew");
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "clew");
  return join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "clew");
}

export function createPrivateFolder(path: string): string {
  preparePrivateFolder(path);
  return path;
}
