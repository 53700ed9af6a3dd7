/**
 * F1, F5, F6: an update that is killed, or told that the disk is full or broken, at its nth system call on the home,
 * for every n and every kind of call that writes, locks or reads there. Afterwards the index shows the old tree or the
 * new one, nothing between.
 */
import { onlyOn, surveyHomeCalls, traceUpdate } from "../support/home-calls.mjs";
import { createMutant } from "../support/mutant.mjs";
import { Oracle } from "../support/oracle.mjs";
import { judge, prepareTrees } from "../support/two-trees.mjs";
import { DIST, World } from "../support/world.mjs";

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
/** Where the faulty update starts from; a first index makes more calls, most of them the same again and again. */
const STARTS = {
  old: { title: "an update", seeds: 3, smokeFaults: ["kill", "ENOSPC", "EIO"] },
  none: { title: "a first index", seeds: 1, smokeFaults: ["kill"] },
};
const FILES = 24;
const FIRST_ANSWER_MS = 2_000;
const SMOKE_STRIDE = 40;
/**
 * How often a file is looked at or a line is written hangs on how busy the machine is: the last of many calls may not
 * come. It is missed only when another survey still counts it.
 */
const MAX_TRIES = 5;

/** `calls`: only at calls of these kinds; a run of some says nothing of the others. */
export async function execute({ isSmoke, seed, log, seeds: seedCount, calls: kinds }) {
  const calls = kinds ? Object.fromEntries(kinds.map((kind) => [kind, CALLS[kind]])) : CALLS;
  const rows = [];
  const total = newCount();
  for (const [start, { title: what, seeds, smokeFaults }] of Object.entries(STARTS)) {
    const count = newCount();
    const stride = isSmoke ? SMOKE_STRIDE : 1;
    const faults = isSmoke ? smokeFaults : Object.keys(FAULTS);
    for (let at = 0; at < Math.min(seeds, seedCount ?? (isSmoke ? 1 : seeds)); at++)
      addCounts(count, await tryAll({ seed: seed + at, start, dist: DIST, stride, calls, faults, log }));
    rows.push(describeReach(what, count, isSmoke, calls));
    addCounts(total, count);
  }
  return [
    ...rows,
    {
      figure: "faults that were not met",
      measured: `${total.missed} of ${total.cases}`,
      ok: total.missed === 0,
    },
    {
      figure: "kinds of calls on the home that have no faults",
      measured: [...total.unknown].join(", ") || "none",
      ok: total.unknown.size === 0,
    },
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
function describeReach(what, { reach }, isSmoke, calls) {
  const kinds = Object.entries(reach);
  const sum = (pick) => kinds.reduce((total, [, each]) => total + pick(each), 0);
  const each = kinds.map(([kind, { hit, there }]) => `${kind} ${hit}/${there}`).join(", ");
  return {
    figure: `${what}: faults met, of calls on the home × faults of their kind`,
    measured: `${sum(({ hit }) => hit)} of ${sum(({ there }) => there)} (${each})`,
    ok: hitsEnough(reach, isSmoke, calls) && (isSmoke || kinds.every(([, { hit, there }]) => hit === there)),
  };
}

/** The same bed over a build whose publish is not one transaction must find torn generations. */
async function negativeControl(seed, stride, log) {
  const transaction = /db\.transaction\(\(\) => work\(db, (.*)\)\)\.immediate\(\)/;
  const mutant = createMutant([
    ["publish is one transaction", transaction, (_, rest) => `work(db, ${rest})`],
  ]);
  try {
    const only = { start: "old", calls: { pwrite64: ["kill"] }, faults: ["kill"] };
    const { corrupt, torn } = await tryAll({ seed, dist: mutant.dist, stride, ...only, log });
    return {
      figure: "negative control: corrupt or torn when publish is no transaction",
      measured: `${corrupt} corrupt, ${torn} torn`,
      ok: torn + corrupt > 0,
    };
  } finally {
    mutant.remove();
  }
}

async function tryAll({ seed, start, dist, stride, calls = CALLS, faults, log }) {
  const world = new World("boundaries", { isInMemory: true });
  const oracle = new Oracle();
  const count = newCount();
  try {
    const trees = await prepareTrees(world, oracle, { files: FILES, seed });
    const update = { world, home: world.path("home"), dist };
    const isFirst = start === "none";
    const restore = () => world.copyHome(world.path(isFirst ? "home-none" : "home-old"), update.home);
    const truth = isFirst ? { ...trees, before: trees.nothing } : trees;
    const survey = () => {
      restore();
      return surveyHomeCalls(update);
    };
    const { paths, kinds } = await survey();
    for (const kind of kinds.keys()) if (!(kind in CALLS)) count.unknown.add(kind);
    for (const [kind, possible] of Object.entries(calls).filter(([kind]) => kinds.has(kind))) {
      const { all, most } = kinds.get(kind);
      for (const fault of possible.filter((each) => faults.includes(each))) {
        log(`seed ${seed}, ${start}: ${fault} at ${most} of ${all} × ${kind}; ${count.cases} cases so far`);
        reachOf(count, kind).there += all;
        for (let nth = 1; nth <= most; nth += stride) {
          const args = onlyOn(paths, kind, `${FAULTS[fault]}:when=${nth}`);
          let isHit = false;
          for (let tries = 0; !isHit && tries < MAX_TRIES; tries++) {
            restore();
            ({ isHit } = await traceUpdate({ ...update, args }));
          }
          if (isHit) reachOf(count, kind).hit += 1;
          else if (nth > ((await survey()).kinds.get(kind)?.most ?? 0)) reachOf(count, kind).there -= 1;
          else count.missed += 1;
          count.cases += 1;
          const report = await oracle.ask({ home: update.home, root: world.root, update: true });
          const verdict = judge(report, truth, { isGivenUpRightly: kind === "pread64" });
          if (verdict.kind) {
            count[verdict.kind] += 1;
            log(`${fault} at ${kind} #${nth}, seed ${seed}, ${start}: ${verdict.kind}: ${verdict.why}`);
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

function hitsEnough(reach, isSmoke, calls) {
  return Object.entries(MUST_HIT)
    .filter(([kind]) => kind in calls)
    .every(([kind, least]) => (reach[kind]?.hit ?? 0) >= (isSmoke ? 1 : least));
}
