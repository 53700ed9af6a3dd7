/**
 * F1, F5, F6: an update that is killed, or told that the disk is full or broken, at its nth system call on the home,
 * for every n and every kind of call that writes, locks or reads there. Afterwards the index shows the old tree or the
 * new one, nothing between.
 */
import { onlyOn, surveyHomeCalls, traceUpdate } from "../support/home-calls.mjs";
import { createMutant } from "../support/mutant.mjs";
import { Oracle } from "../support/oracle.mjs";
import { clew, DIST, World } from "../support/world.mjs";

export const title = "kill, ENOSPC and EIO at every call on the home";
export const needs = ["strace"];

const FAULTS = { kill: "signal=SIGKILL", ENOSPC: "error=ENOSPC", EIO: "error=EIO" };
/**
 * Which faults each kind of call meets. Locks and reads leave nothing behind, so that a kill there equals one at the
 * next write. A kind that is not here and that an update makes is a row that fails.
 */
const CALLS = {
  pwrite64: ["kill", "ENOSPC", "EIO"],
  write: ["kill", "ENOSPC", "EIO"],
  fsync: ["kill", "ENOSPC", "EIO"],
  fdatasync: ["kill", "ENOSPC", "EIO"],
  ftruncate: ["kill", "ENOSPC", "EIO"],
  openat: ["kill", "ENOSPC", "EIO"],
  mkdir: ["kill", "ENOSPC", "EIO"],
  rename: ["kill", "ENOSPC", "EIO"],
  unlink: ["kill", "EIO"],
  fchown: ["kill", "EIO"],
  mmap: ["kill", "EIO"],
  fcntl: ["EIO"],
  pread64: ["EIO"],
};
/** SQLite makes these for every update; a harness that never meets them tests nothing. */
const MUST_HIT = { pwrite64: 20, fsync: 5, ftruncate: 1, unlink: 1, rename: 1, openat: 5, write: 1 };
const FILES = 24;
const FIRST_ANSWER_MS = 2_000;
const SMOKE_STRIDE = 40;

export async function execute({ isSmoke, seed, log, seeds: seedCount }) {
  const seeds = Array.from({ length: seedCount ?? (isSmoke ? 1 : 3) }, (_, at) => seed + at);
  const total = newCount();
  for (const each of seeds)
    addCounts(total, await tryAll({ seed: each, dist: DIST, stride: isSmoke ? SMOKE_STRIDE : 1, log }));
  return [
    ...describeReach(total, isSmoke),
    {
      figure: "corrupt",
      measured: `${total.corrupt} (${total.givenUp} put aside and built anew because a page could not be read)`,
      ok: total.corrupt === 0,
    },
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
    await negativeControl(seed, isSmoke ? 24 : 6, log),
  ];
}

/** What was tried of what there was. */
function describeReach({ reach, cases, missed, unknown }, isSmoke) {
  const kinds = Object.entries(reach);
  const sum = (pick) => kinds.reduce((total, [, each]) => total + pick(each), 0);
  const isComplete = isSmoke || kinds.every(([, { hit, there }]) => hit === there);
  return [
    {
      figure: "faults met, of calls on the home × faults of their kind",
      measured: `${sum(({ hit }) => hit)} of ${sum(({ there }) => there)} (${kinds
        .map(([kind, { hit, there }]) => `${kind} ${hit}/${there}`)
        .join(", ")})`,
      ok: isComplete && hitsEnough(reach, isSmoke),
    },
    { figure: "faults that were not met", measured: `${missed} of ${cases}`, ok: missed === 0 },
    {
      figure: "kinds of calls on the home that have no faults",
      measured: [...unknown].join(", ") || "none",
      ok: unknown.size === 0,
    },
  ];
}

/** The same bed over a build whose publish is not one transaction must find torn generations. */
async function negativeControl(seed, stride, log) {
  const transaction = /db\.transaction\(\(\) => work\(db, (.*)\)\)\.immediate\(\)/;
  const mutant = createMutant([
    ["publish is one transaction", transaction, (_, rest) => `work(db, ${rest})`],
  ]);
  try {
    const calls = { pwrite64: ["kill"] };
    const { corrupt, torn } = await tryAll({ seed, dist: mutant.dist, stride, calls, log });
    return {
      figure: "negative control: corrupt or torn when publish is no transaction",
      measured: `${corrupt} corrupt, ${torn} torn`,
      ok: torn + corrupt > 0,
    };
  } finally {
    mutant.remove();
  }
}

async function tryAll({ seed, dist, stride, calls = CALLS, log }) {
  const world = new World("boundaries", { isInMemory: true });
  const oracle = new Oracle();
  const count = newCount();
  try {
    const truth = await prepareTrees(world, oracle, seed);
    const update = { world, home: world.path("home"), dist };
    const restore = () => world.copyHome(world.path("home-seed"), update.home);
    restore();
    const { paths, kinds } = await surveyHomeCalls(update);
    for (const kind of kinds.keys()) if (!(kind in CALLS)) count.unknown.add(kind);
    for (const [kind, faults] of Object.entries(calls).filter(([kind]) => kinds.has(kind))) {
      const { all, most } = kinds.get(kind);
      for (const fault of faults) {
        log(`seed ${seed}: ${fault} at ${most} of ${all} × ${kind}; ${count.cases} cases so far`);
        reachOf(count, kind).there += all;
        for (let nth = 1; nth <= most; nth += stride) {
          restore();
          const args = onlyOn(paths, kind, `${FAULTS[fault]}:when=${nth}`);
          const { isHit } = await traceUpdate({ ...update, args });
          if (isHit) reachOf(count, kind).hit += 1;
          else count.missed += 1;
          count.cases += 1;
          const report = await oracle.ask({ home: update.home, root: world.root, update: true });
          const verdict = judge(report, truth, { isGivenUpRightly: kind === "pread64" });
          if (verdict.kind) {
            count[verdict.kind] += 1;
            log(`${fault} at ${kind} #${nth}, seed ${seed}: ${verdict.kind}: ${verdict.why}`);
          }
          if (report.isMovedAside) count.givenUp += 1;
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

/** An index of the old tree in `home-seed`; the working tree is the new one. */
async function prepareTrees(world, oracle, seed) {
  world.createRepository(FILES, seed);
  await mustIndex(world, world.path("home-seed"));
  const before = (await oracle.ask({ home: world.path("home-seed"), root: world.root })).dump;
  world.changeRepository(FILES, seed);
  await mustIndex(world, world.path("home-fresh"));
  const after = (await oracle.ask({ home: world.path("home-fresh"), root: world.root })).dump;
  if (!before || !after || before === after) throw new Error("the two trees must differ");
  return { before, after };
}

/**
 * `isGivenUpRightly`: SQLite calls a page that cannot be read a damaged database, and a damaged index is put aside and
 * built anew, with a warning.
 */
function judge(report, { before, after }, { isGivenUpRightly }) {
  if (report.died) return { kind: "corrupt", why: "the reader died" };
  if (report.error) return { kind: "corrupt", why: `${report.error.code} ${report.error.message}` };
  const { problems, dump, updatedDump, firstAnswerMs } = report;
  // An index that is healed from the sources was corrupt all the same.
  if (report.isMovedAside && !isGivenUpRightly)
    return { kind: "corrupt", why: "the index was moved aside", firstAnswerMs };
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
  return {
    cases: 0,
    corrupt: 0,
    torn: 0,
    stuck: 0,
    missed: 0,
    givenUp: 0,
    slowest: 0,
    reach: {},
    unknown: new Set(),
  };
}

function reachOf(count, kind) {
  count.reach[kind] ??= { hit: 0, there: 0 };
  return count.reach[kind];
}

function addCounts(total, count) {
  for (const key of ["cases", "corrupt", "torn", "stuck", "missed", "givenUp"]) total[key] += count[key];
  total.slowest = Math.max(total.slowest, count.slowest);
  for (const [kind, { hit, there }] of Object.entries(count.reach)) {
    reachOf(total, kind).hit += hit;
    reachOf(total, kind).there += there;
  }
  for (const kind of count.unknown) total.unknown.add(kind);
}

function hitsEnough(reach, isSmoke) {
  return Object.entries(MUST_HIT).every(([kind, least]) => (reach[kind]?.hit ?? 0) >= (isSmoke ? 1 : least));
}
