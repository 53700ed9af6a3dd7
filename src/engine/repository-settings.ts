/** The settings of one repository, its own file read through the jail. */
import { parseRelPath } from "../core/rel-path.ts";
import { loadSettings, REPOSITORY_CONFIG } from "../settings/load-settings.ts";
import type { ResolvedSettings } from "../settings/resolve-settings.ts";
import type { RootJail } from "../workspace/path-jail.ts";

const MAX_CONFIG_BYTES = 100_000;

export function loadRepositorySettings(jail: RootJail, env: NodeJS.ProcessEnv): ResolvedSettings {
  const read = jail.read(parseRelPath(REPOSITORY_CONFIG)!, { maxBytes: MAX_CONFIG_BYTES });
  if (read.ok) return loadSettings(read.bytes.toString("utf8"), env);
  const { settings, problems } = loadSettings(null, env);
  if (read.reason !== "missing")
    problems.push({ code: "CONFIG_IGNORED", message: `${read.detail} and is ignored` });
  return { settings, problems };
}
