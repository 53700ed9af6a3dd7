/**
 * F2: writers that die at named points of our own code (`CLEW_FAILPOINT`), on systems with strace and without. Each
 * point says which tree the index must show afterwards.
 */
import { createMutant } from "../support/mutant.mjs";
import { Oracle } from "../support/oracle.mjs";
import { judge, prepareTrees } from "../support/two-trees.mjs";
import { clew, DIST, World } from "../support/world.mjs";

export const title = "writers that die at named points";

/**
 * `start`: the home that the writer finds; `shows`: what may be there after its death. Two files are given their tables:
 * the index at the start, the registry of repositories when the first generation is published.
 */
const POINTS = {
  "after-plan": { start: "old", shows: ["before"] },
  "mid-batch": { start: "old", shows: ["before"] },
  "before-publish": { start: "old", shows: ["before"] },
  "after-publish": { start: "old", shows: ["after"] },
  "mid-checkpoint": { start: "old", shows: ["after"] },
  "mid-migrate": { start: "none", shows: ["nothing", "after"] },
};
const FILES = 16;
const TIMES = { smoke: 2, full: 50 };
/** So many deaths are tried on one repository; then another one is made. */
const TIMES_PER_REPOSITORY = 10;

export async function execute({ isSmoke, seed, log, cases }) {
  const times = cases ?? (isSmoke ? TIMES.smoke : TIMES.full);
  const total = newCount();
  for (let done = 0; done < times; done += TIMES_PER_REPOSITORY) {
    const share = Math.min(TIMES_PER_REPOSITORY, times - done);
    addCount(total, await tryPoints({ seed: seed + done, times: share, dist: DIST, log }));
    log(`${done + share} of ${times} deaths at each point`);
  }
  const names = Object.keys(POINTS);
  return [
    {
      figure: "deaths at each point (passages tried)",
      measured: names.map((name) => `${name} ${total.deaths[name]} (${total.passages[name]})`).join(", "),
      ok: names.every((name) => total.deaths[name] === times),
    },
    { figure: "corrupt", measured: total.corrupt, ok: total.corrupt === 0 },
    { figure: "another tree than the point leaves", measured: total.torn, ok: total.torn === 0 },
    {
      figure: "next update did not finish or differs from a fresh build",
      measured: total.stuck,
      ok: total.stuck === 0,
    },
    await negativeControl(seed, log),
  ];
}

/** The same bed over a build that stores without transactions. */
async function negativeControl(seed, log) {
  const transaction = /db\.transaction\(\(\) => work\(db, (.*)\)\)\.immediate\(\)/;
  const mutant = createMutant([
    ["facts are stored in transactions", transaction, (_, rest) => `work(db, ${rest})`],
  ]);
  try {
    const points = { "mid-batch": POINTS["mid-batch"] };
    const count = await tryPoints({ seed, times: 2, points, dist: mutant.dist, log });
    return {
      figure: "negative control: corrupt or torn when there are no transactions",
      measured: `${count.corrupt} corrupt, ${count.torn} torn of ${count.deaths["mid-batch"]}`,
      ok: count.corrupt + count.torn > 0,
    };
  } finally {
    mutant.remove();
  }
}

async function tryPoints({ seed, times, points = POINTS, dist, log }) {
  const world = new World("failpoints", { isInMemory: true });
  const oracle = new Oracle();
  const home = world.path("home");
  const count = newCount();
  try {
    const trees = await prepareTrees(world, oracle, { files: FILES, seed });
    for (const [name, { start, shows }] of Object.entries(points)) {
      const dieAt = async (nth) => {
        world.copyHome(world.path(`home-${start}`), home);
        const env = { CLEW_FAILPOINT: `${name}:${nth}` };
        return (await clew(["index", world.root], home, { dist, env })).signal === "SIGKILL";
      };
      // A point that a writer passes several times is tried at each passage in turn.
      let nth = 0;
      for (let time = 0; time < times; time++) {
        nth += 1;
        let isDead = await dieAt(nth);
        if (!isDead && nth > 1) {
          nth = 1;
          isDead = await dieAt(nth);
        }
        count.deaths[name] = (count.deaths[name] ?? 0) + (isDead ? 1 : 0);
        count.passages[name] = Math.max(count.passages[name] ?? 0, isDead ? nth : 0);
        const report = await oracle.ask({ home, root: world.root, update: true });
        const verdict = judgeAt(shows, report, trees);
        if (!verdict.kind) continue;
        count[verdict.kind] += 1;
        log(`${name} #${nth}, seed ${seed}: ${verdict.kind}: ${verdict.why}`);
      }
    }
    return count;
  } finally {
    oracle.close();
    world.remove();
  }
}

function judgeAt(shows, report, trees) {
  const verdict = judge(report, { before: trees[shows[0]], after: trees.after });
  if (verdict.kind !== null || shows.some((tree) => report.dump === trees[tree])) return verdict;
  return { kind: "torn", why: `does not show what the point leaves (${shows.join(" or ")})` };
}

function newCount() {
  return { deaths: {}, passages: {}, corrupt: 0, torn: 0, stuck: 0 };
}

function addCount(total, count) {
  for (const key of ["corrupt", "torn", "stuck"]) total[key] += count[key];
  for (const [name, deaths] of Object.entries(count.deaths)) {
    total.deaths[name] = (total.deaths[name] ?? 0) + deaths;
    total.passages[name] = Math.max(total.passages[name] ?? 0, count.passages[name]);
  }
}
