import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";
import { createDurableFolder } from "../storage/sqlite/durable-folder.ts";

/** Where everything of clew lives: CLEW_HOME, or `clew` in the user's cache folder. Never inside a working tree. */
export function cacheHome(env: NodeJS.ProcessEnv = process.env): string {
  if (env.CLEW_HOME) return env.CLEW_HOME;
  if (process.platform === "win32")
    return join(env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local"), "clew");
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "clew");
  return join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "clew");
}

export function createPrivateFolder(path: string): string {
  createDurableFolder(path);
  return path;
}

/** File of a family's database: readable enough to recognise, unique by the hash of its identity. */
export function familyDatabase(home: string, name: string, identity: string): string {
  const digest = createHash("sha256").update(identity).digest("hex").slice(0, 16);
  const safe = name.replace(/[^A-Za-z0-9._-]+/g, "-").slice(0, 40) || "repository";
  return join(createPrivateFolder(join(home, "index")), `${safe}-${digest}.db`);
}
