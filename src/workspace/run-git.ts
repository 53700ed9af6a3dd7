/**
 * Starts git with limits that it carries itself: they hold when this process is killed, too. A shell sets the limit of
 * processor time, leaves behind a reader of a pipe that ends git as soon as our end of the pipe is gone, and becomes git.
 * The script is fixed; what is asked reaches it as arguments alone. Measured: 0.7 ms more than starting git directly.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { parse as parsePath } from "node:path";
import { notice } from "../core/notices.ts";
import { StallWatch } from "./stall-watch.ts";

export interface GitCommand {
  args: string[];
  env: Record<string, string>;
  input: string;
}

export type GitAnswer =
  | { ok: true; bytes: Buffer }
  /** `no`: git ran and said no (exit code 1), such as for an unborn HEAD. `refused`: git was not asked. */
  | { ok: false; reason: "no" | "failed" | "refused" | "not-installed" | GitStop; detail: string };

/** Why git was stopped. `stalled`: it waits for something that is neither a disk nor a processor, such as a FIFO. */
export type GitStop = "timeout" | "cpu-time" | "too-much-output" | "stalled";

export interface GitLimits {
  timeoutMs: number;
  maxBytes: number;
  /** Of processor time, in whole seconds. */
  cpuSeconds: number;
}

/** `read` ends with success when we say that git ended, and with failure when we are gone. */
const SCRIPT = `{ read -r _ <&3 || kill -9 $$; } >/dev/null 2>&1 </dev/null &
exec 3<&-
ulimit -c 0 2>/dev/null
ulimit -t "$1" 2>/dev/null
shift
exec git "$@"`;
const SHELL = "/bin/sh";
/** Of a shell that cannot find what it is to become. */
const NOT_FOUND = 127;

export function runGit({ args, env, input }: GitCommand, limits: GitLimits): Promise<GitAnswer> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const child = start(args, env, limits);
    const chunks: Buffer[] = [];
    let size = 0;
    let complaint = "";
    let stopped: GitStop | null = null;
    const stop = (why: GitStop) => {
      stopped ??= why;
      child.kill("SIGKILL");
    };
    const timer = setTimeout(() => stop("timeout"), limits.timeoutMs);
    const stall = new StallWatch(child.pid, () => stop("stalled"));
    const finish = (answer: GitAnswer) => {
      clearTimeout(timer);
      stall.close();
      const ms = Math.round(performance.now() - startedAt);
      const ending = answer.ok ? "closed" : answer.reason;
      notice(() => ({ kind: "child", name: "git", childPid: child.pid ?? null, state: "ended", ending, ms }));
      resolve(answer);
    };
    child.stdout!.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limits.maxBytes) stop("too-much-output");
      else chunks.push(chunk);
    });
    child.stderr!.on("data", (chunk: Buffer) => {
      if (complaint.length < 500) complaint += chunk.toString("utf8");
    });
    // git may exit before it read everything; its exit code tells the story.
    child.stdin!.on("error", () => {});
    child.stdin!.end(input);
    releaseReaderAfter(child);
    child.on("error", (error: NodeJS.ErrnoException) => {
      const reason = error.code === "ENOENT" ? "not-installed" : "failed";
      finish({ ok: false, reason, detail: `git does not start (${error.code ?? error.message})` });
    });
    child.on("close", (code, signal) => {
      // Nobody else ends git: a signal that is not ours is the limit that it carries.
      const stopReason = stopped ?? (signal === "SIGKILL" || signal === "SIGXCPU" ? "cpu-time" : null);
      if (stopReason !== null) finish(stoppedBy(stopReason, limits));
      else if (code === 0) finish({ ok: true, bytes: Buffer.concat(chunks) });
      else if (code === NOT_FOUND) finish({ ok: false, reason: "not-installed", detail: "git is not found" });
      else
        finish({ ok: false, reason: code === 1 ? "no" : "failed", detail: complaint.trim().slice(0, 500) });
    });
  });
}

let hasShell: boolean | undefined;

function start(args: string[], env: Record<string, string>, limits: GitLimits): ChildProcess {
  // Started from the top of the file system: a relative entry of PATH, or the search of the current folder that
  // Windows does, must not find a `git` inside the tree.
  const cwd = parsePath(process.cwd()).root;
  hasShell ??= process.platform !== "win32" && existsSync(SHELL);
  if (!hasShell) return spawn("git", args, { cwd, env, stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
  return spawn(SHELL, ["-c", SCRIPT, "git", String(limits.cpuSeconds), ...args], {
    cwd,
    env,
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  });
}

/** The word that lets the reader end without a kill: by then the number of git's process may be another's. */
function releaseReaderAfter(child: ChildProcess): void {
  const pipe = child.stdio[3];
  if (!pipe || !("end" in pipe)) return;
  pipe.on("error", () => {});
  child.once("exit", () => pipe.end("\n"));
}

function stoppedBy(reason: GitStop, limits: GitLimits): GitAnswer {
  const why = {
    timeout: `took more than ${limits.timeoutMs / 1000} s`,
    "cpu-time": `used more than ${limits.cpuSeconds} s of processor time`,
    "too-much-output": `said more than ${limits.maxBytes} bytes`,
    stalled: "waited for a file that gives no content, such as a FIFO",
  }[reason];
  return { ok: false, reason, detail: `git was stopped: it ${why}` };
}
