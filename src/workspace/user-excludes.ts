/**
 * The ignore file that users name in their own git configuration. git is started without that configuration, since
 * it can name programs; this one value is read as text and handed over.
 */
import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import type { RelPath } from "../core/rel-path.ts";
import { readConfigValue } from "./git-config-text.ts";
import { openRoot } from "./path-jail.ts";

const MAX_CONFIG_BYTES = 1_000_000;

/** Absolute path of the user's ignore file, or null to leave git its default place. */
export function readUserExcludesFile(environment: NodeJS.ProcessEnv = process.env): string | null {
  const home = environment.HOME;
  if (home === undefined || !isAbsolute(home)) return null;
  const shared = environment.XDG_CONFIG_HOME || join(home, ".config");
  // As git reads them: the later file wins.
  const value = [join(home, ".gitconfig"), join(shared, "git/config")]
    .map((file) => readConfigValue(readConfig(file), "core", "excludesfile"))
    .find((found) => found !== null);
  if (!value) return null;
  const path = value.startsWith("~/") ? join(home, value.slice(2)) : value;
  return isAbsolute(path) ? path : null;
}

/** People keep their configuration elsewhere and link to it, so this file may be a link. */
function readConfig(file: string): string {
  try {
    const real = realpathSync(file);
    const read = openRoot(dirname(real)).read(basename(real) as RelPath, { maxBytes: MAX_CONFIG_BYTES });
    return read.ok ? read.bytes.toString("utf8") : "";
  } catch {
    return "";
  }
}
