/**
 * F7 with two members open: the index of one is damaged in all the ways of the bed `damage`, or cannot be built anew,
 * while both are asked. The other one answers every time; answers of the damaged one are right, or it is named as absent.
 */
import { renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { damageOne, makeCopies, placeCopy, withoutChecksums } from "../support/damaged-copies.mjs";
import { createMutant } from "../support/mutant.mjs";
import { Oracle } from "../support/oracle.mjs";
import { askOfBoth, BothTruths } from "../support/two-members.mjs";
import { clew, createRandom, DIST, World } from "../support/world.mjs";

export const title = "the index of one of two repositories damaged while both are asked";

const FILES = 16;
/** Every third copy has a log; every ninth is brought up to date by the question, and written to afterwards. */
const LOG_EVERY = 3;
const FRESH_EVERY = 9;
/** Every tenth has lost its working tree, too: it can neither be read nor be built anew. */
const GONE_EVERY = 10;

export async function execute({ isSmoke, seed, log, cases: wanted }) {
  const cases = wanted ?? (isSmoke ? 120 : 10_000);
  const count = await damageMany({ cases, seed, dist: DIST, log });
  const [checksums, isolation] = [
    await negativeControl(seed, withoutChecksums(), "wrong"),
    await negativeControl(seed, [MEMBERS_FAIL_ALONE], "silent"),
  ];
  return [
    { figure: "damaged copies asked", measured: `${cases} (${count.kinds})`, ok: count.rebuilt > 0 },
    { figure: "answers without the other repository", measured: count.silent, ok: count.silent === 0 },
    { figure: "wrong about the damaged one", measured: count.wrong, ok: count.wrong === 0 },
    { figure: "damaged indexes given up", measured: count.rebuilt, ok: count.rebuilt > 0 },
    { figure: "named as absent", measured: count.named, ok: count.named > 0 },
    { figure: "negative control: wrong answers without checksums", measured: checksums, ok: checksums > 0 },
    {
      figure: `negative control: without "${MEMBERS_FAIL_ALONE[0]}" both are silent`,
      measured: isolation,
      ok: isolation > 0,
    },
  ];
}

const MEMBERS_FAIL_ALONE = [
  "a member that cannot be opened fails alone",
  /reading\.limit\?\.signal\.throwIfAborted\(\);\s*return \{\s*isOpen: false/,
  (found) => found.replace("return {", "throw error; return {"),
];

async function negativeControl(seed, guards, kind) {
  const mutant = createMutant(guards);
  try {
    const count = await damageMany({ cases: 1_000, seed, dist: mutant.dist, log: () => {}, until: kind });
    return count[kind];
  } finally {
    mutant.remove();
  }
}

async function damageMany({ cases, seed, dist, log, until }) {
  const random = createRandom(seed);
  const oracle = new Oracle(dist);
  const [hurt, whole] = ["hurt", "whole"].map(() => new World("federation-damage", { isInMemory: true }));
  const count = { right: 0, named: 0, silent: 0, wrong: 0, rebuilt: 0 };
  const kinds = {};
  try {
    const tree = await prepare(hurt, whole, seed);
    for (let each = 0; each < cases && !(until && count[until] > 0); each++) {
      const withLog = each % LOG_EVERY === LOG_EVERY - 1;
      const isFresh = each % FRESH_EVERY === 0;
      const isGone = each % GONE_EVERY === GONE_EVERY - 1;
      placeCopy(withLog ? tree.logged : tree.closed, tree.home);
      const damage = damageOne(tree.index, random, withLog);
      kinds[damage] = (kinds[damage] ?? 0) + 1;
      if (isGone) renameSync(hurt.root, hurt.path("gone"));
      const request = { ...tree.request, isFresh: isFresh || isGone, update: isFresh && !isGone };
      const report = await askOfBoth(oracle, request);
      if (isGone) renameSync(hurt.path("gone"), hurt.root);
      const verdict = tree.truths.judge(report, { isFresh: isFresh && !isGone });
      count[verdict.kind] += 1;
      if (report.isMovedAside) count.rebuilt += 1;
      if (verdict.why) log(`case ${each}, seed ${seed}: ${verdict.kind} after ${damage}: ${verdict.why}`);
    }
    count.kinds = Object.entries(kinds)
      .map(([kind, times]) => `${kind} ${times}`)
      .join(", ");
    return count;
  } finally {
    oracle.close();
    hurt.remove();
    whole.remove();
  }
}

/** The truth is told by the real build, whichever one is tried. */
async function prepare(hurt, whole, seed) {
  const oracle = new Oracle();
  const home = hurt.path("home");
  const { closed, logged } = await makeCopies(hurt, { files: FILES, seed });
  whole.createRepository(FILES, seed + 1);
  await clew(["index", whole.root], home);
  const request = { home, root: hurt.root, beside: whole.root, skipsVerify: true };
  const truths = new BothTruths();
  const index = join(home, "index", basename(closed));
  for (const copy of [closed, logged]) {
    placeCopy(copy, home);
    truths.add(await askOfBoth(oracle, request));
  }
  rmSync(index);
  truths.setAlone(await askOfBoth(oracle, { ...request, root: hurt.path("nowhere"), isFresh: true }));
  oracle.close();
  return { home, closed, logged, index, request, truths };
}
