/** Where a child runs and what it is told of its surroundings: as little as it needs. */
import { parse } from "node:path";

/** Not the repository: nothing there may be found by a relative name. Always there, unlike a folder for temporary files. */
export const CHILD_FOLDER = parse(process.execPath).root;

/** Enough for the system to run a process. Secrets stay out, and so does what changes what Node loads (NODE_OPTIONS). */
const KEPT_VARIABLES = ["PATH", "HOME", "TMPDIR", "TZ", "SystemRoot"];

/** The environment of a child: what every process needs, and the variables that this one is known to read. */
export function keptEnvironment(alsoKept: readonly string[] = []): NodeJS.ProcessEnv {
  const kept: NodeJS.ProcessEnv = {};
  for (const name of [...KEPT_VARIABLES, ...alsoKept]) {
    if (process.env[name] !== undefined) kept[name] = process.env[name];
  }
  return kept;
}
