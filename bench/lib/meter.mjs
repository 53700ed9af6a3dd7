// @ts-check
/**
 * Runs one command and measures everything it starts: CPU time, wall time and peak memory of all its
 * processes together, daemons included.
 *
 * Two ways to know which processes belong to a command and what CPU they used:
 *   cgroup  a fresh cgroup v2 group per command. The kernel does the accounting, so processes that detach
 *           or have already ended are counted exactly.
 *   proc    where no such group can be made: processes are recognised by a mark in their environment and CPU
 *           is read from /proc. A detached process that ends before the command does is missed.
 *
 * Memory is the sum of the resident sizes of these processes, sampled; pages shared by two processes count twice.
 */
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

export const SAMPLE_MS = 20;
/** A process left behind is watched until it used no CPU for this long, at most SETTLE_LIMIT_MS. */
const QUIET_MS = 500;
const SETTLE_LIMIT_MS = 60_000;
const CLOCK_TICKS_PER_SECOND = 100;
const MARK = "CLEW_BENCH_GROUP";
const OUTPUT_LIMIT = 20_000;

/**
 * @typedef {object} Group The processes of one command.
 * @property {string[]} enter argv put before the command so that it starts inside the group
 * @property {Record<string, string>} env
 * @property {() => number} cpuSeconds user + system time of the group so far
 * @property {() => number[]} pids processes alive now
 * @property {() => void} close
 *
 * @typedef {"cgroup" | "proc"} Accounting
 *
 * @typedef {object} Measurement
 * @property {number} cpuSeconds
 * @property {number} wallSeconds until the command itself ended
 * @property {number} peakMb
 * @property {number | null} exitCode
 * @property {boolean} timedOut
 * @property {string[]} leftRunning command lines of processes still alive after the command ended; they are
 *   counted until idle, then ended
 * @property {string} output end of stdout and stderr
 */

/** The groups now open, so that an interrupted benchmark can end what it started. @type {Set<Group>} */
const openGroups = new Set();
let groupCount = 0;
let interrupted = false;

/** @returns {string | null} the folder of this process's own cgroup v2 group, if new groups can be made in it */
function writableCgroup() {
  const mount = readText("/proc/self/mounts")
    .split("\n")
    .map((line) => line.split(" "))
    .find((fields) => fields[2] === "cgroup2")?.[1];
  const own = /^0::(.*)$/m.exec(readText("/proc/self/cgroup"))?.[1];
  if (!mount || !own) return null;
  const parent = path.join(mount, own);
  const probe = path.join(parent, `clew-bench-${process.pid}-probe`);
  try {
    fs.mkdirSync(probe);
    const usable = /usage_usec/.test(readText(path.join(probe, "cpu.stat")));
    fs.rmdirSync(probe);
    return usable ? parent : null;
  } catch {
    return null;
  }
}

/** @returns {Accounting} the most exact accounting this machine allows */
export function bestAccounting() {
  return writableCgroup() ? "cgroup" : "proc";
}

/** @param {string} parent @returns {Group} */
function cgroupGroup(parent) {
  const dir = path.join(parent, `clew-bench-${process.pid}-${groupCount++}`);
  fs.mkdirSync(dir);
  return {
    enter: ["/bin/sh", "-c", 'echo $$ > "$0/cgroup.procs" && exec "$@"', dir],
    env: {},
    cpuSeconds: () => Number(/usage_usec (\d+)/.exec(readText(path.join(dir, "cpu.stat")))?.[1] ?? 0) / 1e6,
    pids: () => readText(path.join(dir, "cgroup.procs")).split("\n").filter(Boolean).map(Number),
    close: () => fs.rmdirSync(dir),
  };
}

/** @returns {Group} */
function procGroup() {
  const id = `${process.pid}-${groupCount++}`;
  const before = childSeconds(process.pid, false);
  const pids = () => allPids().filter((pid) => readText(`/proc/${pid}/environ`).includes(`${MARK}=${id}\0`));
  return {
    enter: [],
    env: { [MARK]: id },
    cpuSeconds: () =>
      childSeconds(process.pid, false) -
      before +
      pids().reduce((sum, pid) => sum + childSeconds(pid, true), 0),
    pids,
    close() {},
  };
}

/** @param {Accounting} accounting @returns {Group} */
function openGroup(accounting) {
  if (interrupted) throw new Error("interrupted");
  const parent = accounting === "cgroup" ? writableCgroup() : null;
  const group = parent ? cgroupGroup(parent) : procGroup();
  openGroups.add(group);
  return group;
}

/**
 * Runs a command to its end.
 * @param {string[]} command
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, timeoutMs: number, accounting: Accounting }} options
 * @returns {Promise<Measurement>}
 */
export async function measure(command, { cwd, env, timeoutMs, accounting }) {
  const group = openGroup(accounting);
  let peakKb = 0;
  const sampler = setInterval(() => {
    peakKb = Math.max(peakKb, residentKb(group.pids()));
  }, SAMPLE_MS);
  try {
    const ended = await runToExit([...group.enter, ...command], {
      cwd,
      env: { ...env, ...group.env },
      timeoutMs,
      onTimeout: () => signalAll(group, "SIGKILL"),
    });
    await untilQuiet(group);
    const leftRunning = group.pids().map(commandLine);
    return { ...ended, cpuSeconds: group.cpuSeconds(), peakMb: peakKb / 1024, leftRunning };
  } finally {
    clearInterval(sampler);
    await endGroup(group);
  }
}

/** For an interrupted benchmark: ends whatever is being measured and lets nothing new start. */
export async function endAll() {
  interrupted = true;
  await Promise.all([...openGroups].map(endGroup));
}

/**
 * @param {string[]} argv
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, timeoutMs: number, onTimeout: () => void }} options
 * @returns {Promise<{ wallSeconds: number, exitCode: number | null, timedOut: boolean, output: string }>}
 */
function runToExit(argv, { cwd, env, timeoutMs, onTimeout }) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(/** @type {string} */ (argv[0]), argv.slice(1), {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let timedOut = false;
    const keep = (/** @type {Buffer} */ data) => {
      output = (output + data).slice(-OUTPUT_LIMIT);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    const timer = setTimeout(() => {
      timedOut = true;
      onTimeout();
    }, timeoutMs);
    child.on("error", reject);
    // "exit", not "close": a daemon that inherited the pipes would keep "close" from coming.
    child.on("exit", (exitCode) => {
      clearTimeout(timer);
      const wallSeconds = (performance.now() - started) / 1000;
      setImmediate(() => resolve({ wallSeconds, exitCode, timedOut, output }));
    });
  });
}

/** Waits until the group is empty or used no CPU for QUIET_MS. @param {Group} group */
async function untilQuiet(group) {
  const deadline = performance.now() + SETTLE_LIMIT_MS;
  while (group.pids().length > 0 && performance.now() < deadline) {
    const before = group.cpuSeconds();
    await sleep(QUIET_MS);
    if (group.cpuSeconds() - before < 0.005) return;
  }
}

/** Ends the group's remaining processes, by pid, and closes it. @param {Group} group */
async function endGroup(group) {
  if (!openGroups.delete(group)) return; // is being ended already
  signalAll(group, "SIGTERM");
  for (let waited = 0; group.pids().length > 0 && waited < 5000; waited += 50) {
    if (waited === 2000) signalAll(group, "SIGKILL");
    await sleep(50);
  }
  try {
    group.close();
  } catch (error) {
    console.error(`warning: a measured process could not be ended: ${error}`);
  }
}

/** @param {Group} group @param {NodeJS.Signals} signal */
function signalAll(group, signal) {
  for (const pid of group.pids()) {
    try {
      process.kill(pid, signal);
    } catch {
      // ended by itself meanwhile
    }
  }
}

/** @param {number[]} pids */
function residentKb(pids) {
  return pids.reduce(
    (sum, pid) => sum + Number(/VmRSS:\s+(\d+)/.exec(readText(`/proc/${pid}/status`))?.[1] ?? 0),
    0,
  );
}

/** CPU of the children a process has waited for, and its own if asked. @param {number} pid @param {boolean} own */
function childSeconds(pid, own) {
  const stat = readText(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15).map(Number);
  return (cutime + cstime + (own ? utime + stime : 0)) / CLOCK_TICKS_PER_SECOND;
}

/** @param {number} pid */
function commandLine(pid) {
  return readText(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim() || `pid ${pid}`;
}

function allPids() {
  return fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** @param {string} file @returns {string} empty when it cannot be read, as for a process that just ended */
function readText(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
