/**
 * F3 with two members open: the writer of one dies, at random moments or at named points, while both are asked. The other
 * one answers every time; the one in trouble shows its old tree or its new one.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createMutant } from "../support/mutant.mjs";
import { Oracle } from "../support/oracle.mjs";
import { askOfBoth, BothTruths } from "../support/two-members.mjs";
import { clew, createRandom, DIST, World } from "../support/world.mjs";

export const title = "the writer of one of two repositories killed while both are asked";

const FILES = 30;
const POINTS = ["mid-batch", "before-publish", "after-publish", "mid-checkpoint"];
/** An update takes about so long; later kills come too late. */
const KILL_WITHIN_MS = 600;

export async function execute({ isSmoke, seed, log, cases }) {
  const rounds = cases ?? (isSmoke ? 12 : 300);
  const count = await killMany({ rounds, seed, dist: DIST, log });
  const control = await negativeControl(seed);
  return [
    {
      figure: "writers killed at work",
      measured: `${count.killed} of ${rounds}, ${count.died} at named points`,
      ok: count.killed > 0 && count.died === rounds,
    },
    { figure: "answers while they worked and after", measured: count.answers, ok: count.answers > 0 },
    { figure: "answers without the other repository", measured: count.silent, ok: count.silent === 0 },
    { figure: "torn, corrupt or absent", measured: count.wrong, ok: count.wrong === 0 },
    {
      figure: "negative control: torn or corrupt when there are no transactions",
      measured: control,
      ok: control > 0,
    },
  ];
}

/** Over a build whose writers store without transactions; who reads is the real one. */
async function negativeControl(seed) {
  const mutant = createMutant([
    [
      "facts are stored in transactions",
      /db\.transaction\(\(\) => work\(db, (.*)\)\)\.immediate\(\)/,
      (_, rest) => `work(db, ${rest})`,
    ],
  ]);
  try {
    const count = await killMany({
      rounds: 2,
      seed,
      dist: mutant.dist,
      points: ["mid-batch"],
      log: () => {},
    });
    return count.wrong;
  } finally {
    mutant.remove();
  }
}

/** Each round once at a named point and once at a random moment, from an index of the old tree. */
async function killMany({ rounds, seed, dist, points = POINTS, log }) {
  const random = createRandom(seed);
  const [hurt, whole] = ["hurt", "whole"].map(() => new World("federation", { isInMemory: true }));
  const home = hurt.path("home");
  const oracle = new Oracle();
  const count = { killed: 0, died: 0, answers: 0, silent: 0, wrong: 0 };
  try {
    whole.createRepository(FILES, seed + 1);
    hurt.createRepository(FILES, seed);
    const request = { home, root: hurt.root, beside: whole.root };
    const old = hurt.path("home-old");
    await clew(["index", whole.root], old);
    await clew(["index", hurt.root], old);
    const truths = new BothTruths();
    hurt.copyHome(old, home);
    truths.add(await askOfBoth(oracle, request));
    hurt.changeRepository(FILES, seed);
    await clew(["index", hurt.root], home);
    truths.add(await askOfBoth(oracle, request));
    const ask = async (what) => {
      const report = await askOfBoth(oracle, request);
      const verdict = truths.judge(report);
      count.answers += 1;
      if (verdict.kind === "right" && !report.isMovedAside) return;
      count[verdict.kind === "silent" ? "silent" : "wrong"] += 1;
      log(`seed ${seed}, ${what}: ${verdict.why ?? "the index was given up"}`);
    };
    for (let each = 0; each < rounds; each++) {
      const point = points[each % points.length];
      hurt.copyHome(old, home);
      count.died += await indexAndDie(hurt.root, home, dist, { failpoint: `${point}:1` });
      await ask(`${point} ${each}`);
      hurt.copyHome(old, home);
      const killing = indexAndDie(hurt.root, home, dist, { afterMs: random.below(KILL_WITHIN_MS) });
      await ask(`kill ${each}`);
      count.killed += await killing;
      await ask(`after kill ${each}`);
    }
    return count;
  } finally {
    oracle.close();
    hurt.remove();
    whole.remove();
  }
}

/** 1 when the process was killed at work. */
function indexAndDie(root, home, dist, { failpoint, afterMs }) {
  const child = spawn(process.execPath, [join(dist, "cli.js"), "index", root], {
    env: { ...process.env, CLEW_HOME: home, ...(failpoint && { CLEW_FAILPOINT: failpoint }) },
    stdio: "ignore",
  });
  if (afterMs !== undefined) sleep(afterMs).then(() => child.kill("SIGKILL"));
  return new Promise((resolve) => child.on("exit", (_, signal) => resolve(Number(signal === "SIGKILL"))));
}
