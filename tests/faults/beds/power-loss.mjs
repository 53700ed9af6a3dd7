/**
 * F4, P5: the power goes in the middle of an update. Every change that an update makes to its home is recorded once;
 * then homes are made as a disk may hold them after the nth change: what was synced, and of the rest any part. Each
 * must show the old tree or the new one, and the new one once it was published.
 */
import { existsSync } from "node:fs";
import { traceUpdate } from "../support/home-calls.mjs";
import { recordUpdate } from "../support/home-recording.mjs";
import { createMutant } from "../support/mutant.mjs";
import { Oracle } from "../support/oracle.mjs";
import { losePower, writeHome } from "../support/power-loss.mjs";
import { judge, prepareTrees } from "../support/two-trees.mjs";
import { createRandom, DIST, indexFileOf, World } from "../support/world.mjs";

export const title = "power loss during an update, replayed from a recording";
export const needs = ["strace"];

const FILES = 16;
const REPOSITORIES = 5;
const SEEDS = { smoke: 7, full: 500, control: 24 };
/** What the update finds: an index of the old tree, one that a killed writer left with all in its log, or none. */
const STARTS = ["old", "logged", "none"];

export async function execute({ isSmoke, seed, log, seeds = isSmoke ? SEEDS.smoke : SEEDS.full }) {
  const total = newCount();
  const repositories = isSmoke ? 1 : REPOSITORIES;
  for (let each = 0; each < repositories; each++) {
    const share = Math.ceil(seeds / repositories);
    addCount(total, await tryStates({ seed: seed + each, seeds: share, dist: DIST, log }));
  }
  return [
    {
      figure: "crash states tried",
      measured: `${total.states} of ${total.changes} recorded changes (${total.syncs} syncs, ${total.published} states after the publish)`,
      ok: total.states >= seeds * STARTS.length && total.syncs > 0 && total.published > 0,
    },
    {
      figure: "states that showed the old tree, the new one",
      measured: `${total.old}, ${total.new}`,
      ok: total.old > 0 && total.new > 0,
    },
    { figure: "corrupt", measured: total.corrupt, ok: total.corrupt === 0 },
    { figure: "torn", measured: total.torn, ok: total.torn === 0 },
    { figure: "published and lost", measured: total.lost, ok: total.lost === 0 },
    {
      figure: "next update did not finish or differs from a fresh build",
      measured: total.stuck,
      ok: total.stuck === 0,
    },
    await negativeControl("commits", seed),
    ...(isSmoke ? [] : [await negativeControl("folders", seed)]),
  ];
}

/** The same bed over builds that do not wait for the disk. */
const CONTROLS = {
  commits: { guard: /synchronous = FULL/, replacement: "synchronous = OFF", start: "old" },
  folders: { guard: /sync\(dirname\(made\)\);/, replacement: "", start: "none" },
};

async function negativeControl(what, seed) {
  const { guard, replacement, start } = CONTROLS[what];
  const mutant = createMutant([[`${what} are synced`, guard, replacement]]);
  try {
    // What the next update makes of it is no matter here.
    const quiet = { log: () => {}, starts: [start], update: false };
    const count = await tryStates({ seed, seeds: SEEDS.control, dist: mutant.dist, ...quiet });
    const { corrupt, torn, lost, states } = count;
    return {
      figure: `negative control: corrupt, torn or lost when ${what} are not synced`,
      measured: `${corrupt} corrupt, ${torn} torn, ${lost} lost of ${states}`,
      ok: corrupt + torn + lost > 0,
    };
  } finally {
    mutant.remove();
  }
}

async function tryStates({ seed, seeds, dist, starts = STARTS, update = true, log }) {
  const world = new World("power-loss", { isInMemory: true });
  const oracle = new Oracle();
  const random = createRandom(seed);
  const count = newCount();
  const home = world.path("home");
  try {
    const indexOld = () => leaveLog(world);
    const trees = await prepareTrees(world, oracle, { files: FILES, seed, indexOld });
    for (const [start, isFirst] of starts.map((each) => [each, each === "none"])) {
      const restore = () => world.copyHome(world.path(`home-${start}`), home);
      const recording = await recordUpdate({ world, home, dist, restore });
      const { changes } = recording;
      const truth = isFirst ? { ...trees, before: trees.nothing } : trees;
      const published = findPublish(changes);
      count.changes += changes.length;
      count.syncs += changes.filter(({ type }) => type === "sync").length;
      log(`seed ${seed}, ${start}: ${changes.length} changes, published by the ${published}th`);
      for (let each = 0; each < seeds; each++) {
        // Every part of the update has its share of the cuts.
        const cut = Math.floor(((each + random.below(1_000) / 1_000) * (changes.length + 1)) / seeds);
        writeHome(home, losePower(recording, cut, random));
        const report = await oracle.ask({ home, root: world.root, update });
        const verdict = judge(report, truth, { mustBeNew: cut > published });
        count.states += 1;
        if (cut > published) count.published += 1;
        if (report.dump === truth.before) count.old += 1;
        if (report.dump === truth.after) count.new += 1;
        if (!verdict.kind) continue;
        count[verdict.kind] += 1;
        log(`seed ${seed}, ${start}, state ${each}, cut ${cut}: ${verdict.kind}: ${verdict.why}`);
      }
    }
    return count;
  } finally {
    oracle.close();
    world.remove();
  }
}

/** An index of the old tree by a writer that was killed when it had published: all of it is in the log. */
async function leaveLog(world) {
  const home = world.path("home-logged");
  const args = ["-e", "trace=rename", "-e", "inject=rename:signal=SIGKILL:when=1"];
  const { isHit } = await traceUpdate({ world, home, dist: DIST, args });
  if (!isHit || !existsSync(`${indexFileOf(home)}-wal`)) throw new Error("the writer left no log");
}

/** The change that completes the publish: the last one of the log before the update is noted as finished. */
function findPublish(changes) {
  const noted = changes.findIndex(
    ({ type, entries }) =>
      type === "names" && entries.some(([path, file]) => file !== null && path.endsWith(".lock.done")),
  );
  if (noted < 0) throw new Error("the update was not finished");
  return changes
    .slice(0, noted)
    .findLastIndex(({ path }) => path?.startsWith("index/") && path.endsWith(".db-wal"));
}

function newCount() {
  return {
    states: 0,
    changes: 0,
    syncs: 0,
    published: 0,
    old: 0,
    new: 0,
    corrupt: 0,
    torn: 0,
    lost: 0,
    stuck: 0,
  };
}

function addCount(total, count) {
  for (const key of Object.keys(total)) total[key] += count[key];
}
