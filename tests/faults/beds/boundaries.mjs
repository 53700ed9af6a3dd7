/**
 * F1, F5, F6: an update that is killed, or told that the disk is full or broken, at its nth system call, for every n
 * and every kind of call that writes. Afterwards the index shows the old tree or the new one, nothing between.
 *
 * strace counts per kind of call and per thread; so one loop per kind, and one thread for file work.
 */
import { readFileSync } from "node:fs";
import { createMutant } from "../support/mutant.mjs";
import { Oracle } from "../support/oracle.mjs";
import { clew, DIST, run, World } from "../support/world.mjs";

export const title = "kill, ENOSPC and EIO at every write boundary";
export const needs = ["strace"];

const CALLS = ["pwrite64", "write", "fsync", "fdatasync", "ftruncate", "rename", "unlink", "openat"];
/** SQLite makes these for every update; a harness that never meets them tests nothing. */
const MUST_HIT = { pwrite64: 5, fsync: 2, ftruncate: 1, unlink: 1 };
const ACTIONS = [
  { name: "kill", inject: "signal=SIGKILL" },
  { name: "ENOSPC", inject: "error=ENOSPC" },
  { name: "EIO", inject: "error=EIO" },
];
const FILES = 24;
/**
 * Of these a sample does: files are opened hundreds of times, most of them modules of Node, and nearly every `write` goes
 * to a pipe between its processes; what ends up in the index goes through pwrite64.
 */
const STRIDES = { openat: 25, write: 5 };
const FIRST_ANSWER_MS = 2_000;
/** How a trace shows that the fault was there. */
const HIT = /INJECTED|killed by SIGKILL/;

export async function execute({ isSmoke, seed, log, seeds: seedCount }) {
  const rows = [];
  const seeds = Array.from({ length: seedCount ?? (isSmoke ? 1 : 3) }, (_, at) => seed + at);
  const total = newCount();
  for (const each of seeds)
    addCounts(total, await tryAll({ seed: each, dist: DIST, stride: isSmoke ? 12 : 1, log }));
  rows.push(
    {
      figure: "boundaries tried",
      measured: `${total.cases}, ${total.missed} not met (${describeHits(total.hits)})`,
      ok: hitsEnough(total.hits) && total.missed <= total.cases / 20,
    },
    { figure: "corrupt", measured: total.corrupt, ok: total.corrupt === 0 },
    { figure: "torn", measured: total.torn, ok: total.torn === 0 },
    {
      figure: "next update did not finish or differs from a fresh build",
      measured: total.stuck,
      ok: total.stuck === 0,
    },
    {
      figure: "slowest first answer after a fault",
      measured: `${Math.round(total.slowest)} ms`,
      ok: total.slowest <= FIRST_ANSWER_MS,
    },
  );
  rows.push(await negativeControl(seed, log));
  return rows;
}

/** The same bed over a build whose publish is not one transaction must find torn generations. */
async function negativeControl(seed, log) {
  const transaction = /db\.transaction\(\(\) => work\(db, (.*)\)\)\.immediate\(\)/;
  const mutant = createMutant([
    ["publish is one transaction", transaction, (_, rest) => `work(db, ${rest})`],
  ]);
  try {
    const count = await tryAll({
      seed,
      dist: mutant.dist,
      stride: 6,
      calls: ["pwrite64"],
      actions: ["kill"],
      log,
    });
    return {
      figure: "negative control: corrupt or torn when publish is no transaction",
      measured: `${count.corrupt} corrupt, ${count.torn} torn`,
      ok: count.torn + count.corrupt > 0,
    };
  } finally {
    mutant.remove();
  }
}

async function tryAll({ seed, dist, stride, calls = CALLS, actions = ACTIONS.map((a) => a.name), log }) {
  const world = new World("boundaries", { isInMemory: true });
  const oracle = new Oracle();
  const count = newCount();
  try {
    const seedHome = world.path("home-seed");
    const home = world.path("home");
    world.createRepository(FILES, seed);
    await mustIndex(world, seedHome);
    const before = (await oracle.ask({ home: seedHome, root: world.root })).dump;
    world.changeRepository(FILES, seed);
    await mustIndex(world, world.path("home-fresh"));
    const after = (await oracle.ask({ home: world.path("home-fresh"), root: world.root })).dump;
    if (!before || !after || before === after) throw new Error("the two trees must differ");
    const truth = { before, after };
    for (const action of ACTIONS.filter(({ name }) => actions.includes(name))) {
      for (const call of calls) {
        world.copyHome(seedHome, home);
        const calls = await countCalls({ world, home, dist, call });
        log(`seed ${seed}: ${action.name} at ${calls} × ${call}; ${count.cases} cases so far`);
        const step = stride * (STRIDES[call] ?? 1);
        for (let nth = 1; nth <= calls; nth += step) {
          world.copyIndexes(seedHome, home);
          const lines = await runTraced({ world, home, dist, call, inject: `${action.inject}:when=${nth}` });
          // An update may make fewer calls than the one that was counted; only what was hit counts.
          if (lines.some((line) => HIT.test(line))) count.hits[call] = (count.hits[call] ?? 0) + 1;
          else count.missed += 1;
          count.cases += 1;
          const report = await oracle.ask({ home, root: world.root, update: true, isServing: true });
          const verdict = judge(report, truth);
          if (verdict.kind) {
            count[verdict.kind] += 1;
            log(`${action.name} at ${call} #${nth}, seed ${seed}: ${verdict.kind}: ${verdict.why}`);
          }
          count.slowest = Math.max(count.slowest, verdict.firstAnswerMs ?? 0);
        }
      }
    }
    return count;
  } finally {
    oracle.close();
    world.remove();
  }
}

/** How often the busiest thread of an undisturbed update makes the call. */
async function countCalls(options) {
  const lines = await runTraced(options);
  const perThread = new Map();
  for (const line of lines) {
    const [, thread] = new RegExp(`^(\\d+) +${options.call}\\(`).exec(line) ?? [];
    if (thread) perThread.set(thread, (perThread.get(thread) ?? 0) + 1);
  }
  return Math.max(0, ...perThread.values());
}

async function runTraced({ world, home, dist, call, inject }) {
  const trace = world.path("trace");
  const injection = inject ? ["-e", `inject=${call}:${inject}`] : [];
  const command = ["-f", "-qq", "-o", trace, "-e", `trace=${call}`, ...injection];
  await run("strace", [...command, process.execPath, `${dist}/cli.js`, "index", world.root], {
    env: { CLEW_HOME: home, CLEW_WORKERS: "1", UV_THREADPOOL_SIZE: "1" },
  });
  return readFileSync(trace, "utf8").split("\n");
}

function judge(report, { before, after }) {
  if (report.died) return { kind: "corrupt", why: "the reader died" };
  if (report.error) return { kind: "corrupt", why: `${report.error.code} ${report.error.message}` };
  const { problems, dump, updatedDump, firstAnswerMs } = report;
  // An index that is healed from the sources was corrupt all the same.
  if (report.isMovedAside) return { kind: "corrupt", why: "the index was moved aside", firstAnswerMs };
  if (problems.length > 0) return { kind: "corrupt", why: problems[0], firstAnswerMs };
  if (dump !== before && dump !== after)
    return { kind: "torn", why: "neither the old nor the new tree", firstAnswerMs };
  if (updatedDump !== after)
    return { kind: "stuck", why: "the next update gives another index", firstAnswerMs };
  return { kind: null, firstAnswerMs };
}

async function mustIndex(world, home) {
  const done = await clew(["index", world.root], home);
  if (done.code !== 0) throw new Error(`index failed: ${done.stderr}`);
}

function newCount() {
  return { cases: 0, corrupt: 0, torn: 0, stuck: 0, missed: 0, slowest: 0, hits: {} };
}

function addCounts(total, count) {
  for (const key of ["cases", "corrupt", "torn", "stuck", "missed"]) total[key] += count[key];
  total.slowest = Math.max(total.slowest, count.slowest);
  for (const [call, hits] of Object.entries(count.hits)) total.hits[call] = (total.hits[call] ?? 0) + hits;
}

function hitsEnough(hits) {
  return Object.entries(MUST_HIT).every(([call, least]) => (hits[call] ?? 0) >= least);
}

function describeHits(hits) {
  return Object.entries(hits)
    .map(([call, count]) => `${call} ${count}`)
    .join(", ");
}
