/**
 * The command that a client shall start. A user's own file gets the full paths of this Node and this clew: editors
 * started from a desktop do not see the PATH of a shell. A project's file is shared with others, where such paths are
 * wrong, so there it is `clew` by name as long as that name leads to this installation.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { AppError } from "../core/errors.ts";
import { type Launch, OFFERED_ONLY, type Scope } from "./clients.ts";
import { INSTALL_ERRORS } from "./errors.ts";

export interface Installation {
  /** This Node. */
  node: string;
  /** The script that was started. */
  script: string;
  env: NodeJS.ProcessEnv;
}

const START_MS = 20_000;

/** Which folders calls to the server may name: those that the client has open, or what the user's settings say. */
export type Reach = "offered" | "as-set";

export function chooseLaunch(scope: Scope, reach: Reach, installation: Installation): Launch {
  const script = realpathSync.native(installation.script);
  const serve = ["mcp", ...(reach === "offered" ? OFFERED_ONLY : [])];
  if (scope === "project" && isNamed("clew", script, installation.env))
    return { command: "clew", args: serve };
  return { command: installation.node, args: [script, ...serve] };
}

/** Whether the first `clew` on the PATH is this one. */
function isNamed(name: string, script: string, env: NodeJS.ProcessEnv): boolean {
  for (const folder of (env.PATH ?? "").split(delimiter)) {
    const candidate = join(folder, name);
    try {
      accessSync(candidate, constants.X_OK);
      return realpathSync.native(candidate) === script;
    } catch {
      // Not here; the next folder may have it.
    }
  }
  return false;
}

/** Starts the command once, as far as its version, before anybody relies on it. */
export function checkLaunch({ command, args }: Launch, env: NodeJS.ProcessEnv): void {
  const options = [...args.slice(0, args.lastIndexOf("mcp")), "--version"];
  const run = spawnSync(command, options, { env, timeout: START_MS, encoding: "utf8" });
  if (run.status === 0 && /^\d+\.\d+\.\d+/.test(run.stdout)) return;
  const why = run.error?.message ?? (run.stderr.trim() || `exit code ${run.status}`);
  throw new AppError(
    "INSTALL_COMMAND_BROKEN",
    `${[command, ...options].join(" ")} failed: ${why.slice(0, 300)}`,
    {
      hint: INSTALL_ERRORS.INSTALL_COMMAND_BROKEN,
    },
  );
}
