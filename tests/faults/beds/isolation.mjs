/**
 * T1, T2, P15: an index and a question in a network namespace without a route, with every program that is started and
 * every connection that is tried on record. Only Node, git and the fixed script that gives git its limits may start; nothing
 * may connect.
 */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DIST, run, World } from "../support/world.mjs";

export const title = "no network, no foreign program";
export const needs = ["strace", "unshare", "setpriv"];

const FILES = 30;
const ALLOWED = /\/(?:node|git|git-[a-z-]+)$/;
/** As strace shows the start of src/workspace/run-git.ts: a shell with any other script is foreign. */
const LIMITS_OF_GIT = 'execve("/bin/sh", ["/bin/sh", "-c", "{ read -r _ <&3 || kill -9';

export async function execute({ seed }) {
  const world = new World("isolation");
  try {
    world.createRepository(FILES, seed);
    const canary = plantCanaries(world);
    const started = await traced(world, ["index", world.root]);
    const asked = await traced(world, ["search", "unit_3", "--root", world.root]);
    const changed = await traced(world, ["changes", "--root", world.root]);
    const runs = [started, asked, changed];
    const programs = runs.flatMap(({ trace }) =>
      [...trace.matchAll(/execve\("([^"]+)".*= 0$/gm)]
        .filter(([line]) => !line.startsWith(LIMITS_OF_GIT))
        .map(([, program]) => program),
    );
    const foreign = [...new Set(programs)].filter((program) => !ALLOWED.test(program));
    const connections = runs.flatMap(({ trace }) => trace.match(/connect\(.*AF_INET.*/g) ?? []);
    const hasRun = existsSync(canary);
    const strangers = await readAsAnotherUser(world);
    const control = await traced(world, null);
    return [
      {
        figure: "index, search and changes without a network",
        measured: runs.map(({ code }) => code).join(", "),
        ok: started.code === 0 && asked.code === 0 && changed.code <= 1,
      },
      {
        figure: "programs started that are not Node, git or the limits of git",
        measured: foreign.join(", ") || 0,
        ok: foreign.length === 0 && programs.length > 2,
      },
      { figure: "connections tried", measured: connections.length, ok: connections.length === 0 },
      {
        figure: "files of the index that another user can read or list",
        measured: strangers ?? "not tried: only root may become another user",
        ok: strangers === null || strangers === 0,
      },
      { figure: "planted programs that ran", measured: hasRun, ok: !hasRun },
      {
        figure: "negative control: plain git runs the planted program",
        measured: control.hasRun,
        ok: control.hasRun,
      },
    ];
  } finally {
    world.remove();
  }
}

const NOBODY = 65_534;

/** Null when this user may not become another. The folder above is opened, so that only our own modes protect. */
async function readAsAnotherUser(world) {
  if (process.getuid() !== 0) return null;
  chmodSync(world.folder, 0o755);
  const script = `cat '${world.path("home")}'/registry.db '${world.path("home")}'/index/* ; ls '${world.path("home")}'`;
  const open = await run("sh", ["-c", script]);
  if (open.stdout.length === 0) throw new Error("nothing to read even for the owner");
  const closed = await run("setpriv", [
    `--reuid=${NOBODY}`,
    `--regid=${NOBODY}`,
    "--clear-groups",
    "sh",
    "-c",
    script,
  ]);
  return closed.stdout.length;
}

/** A file system monitor in the repository's own configuration: git runs it for nearly every question. */
function plantCanaries(world) {
  const mark = world.path("canary-ran");
  const program = world.path("canary.sh");
  writeFileSync(program, `#!/bin/sh\ntouch ${mark}\n`);
  chmodSync(program, 0o755);
  const config = join(world.root, ".git/config");
  writeFileSync(
    config,
    `${readFileSync(config, "utf8")}\n[core]\n\tfsmonitor = ${program}\n\tpager = ${program}\n[diff]\n\texternal = ${program}\n`,
  );
  return mark;
}

/** Without arguments: what an unguarded `git status` does in the same tree, as the negative control. */
async function traced(world, args) {
  if (args === null) {
    await run("git", ["status"], { cwd: world.root });
    return { hasRun: existsSync(world.path("canary-ran")) };
  }
  const trace = world.path("trace");
  const strace = ["-f", "-qq", "-o", trace, "-e", "trace=execve,connect"];
  const command = ["-n", "strace", ...strace, process.execPath, join(DIST, "cli.js"), ...args];
  const done = await run("unshare", command, { env: { CLEW_HOME: world.path("home") }, cwd: world.root });
  return { code: done.code, trace: readFileSync(trace, "utf8") };
}
