/**
 * F7: bytes flipped, pages zeroed, swapped or cut off in the database and its log. An answer is right, or it is an
 * error; a wrong answer without an error, or a reader that dies, fails the bed.
 */
import { damageOne, makeCopies, placeCopy, withoutChecksums } from "../support/damaged-copies.mjs";
import { createMutant } from "../support/mutant.mjs";
import { Oracle } from "../support/oracle.mjs";
import { createRandom, DIST, indexFileOf, World } from "../support/world.mjs";

export const title = "damaged database and log";

/** Small trees have most of their tables on one page; large ones have inner pages, too. */
const TREES = [{ files: 16 }, { files: 140, every: 8 }];
/** Every third copy has a log; every ninth is written to after it was read. */
const LOG_EVERY = 3;
const UPDATE_EVERY = 9;
const QUESTIONS = ["unit_3", "Holder7 value", "unit_10 read", "adds"];
const OUR_CODE = /^(?!ERR_|SQLITE_)[A-Z]+_[A-Z_]+$/;

export async function execute({ isSmoke, seed, log, cases: wanted }) {
  const cases = wanted ?? (isSmoke ? 120 : 10_000);
  const sizes = isSmoke ? TREES.slice(0, 1) : TREES;
  const count = await damageMany({ cases, seed, sizes, dist: DIST, log });
  const control = await negativeControl(seed);
  return [
    { figure: "damaged copies read", measured: `${cases} (${count.kinds})`, ok: count.noticed > 0 },
    { figure: "wrong answers without an error", measured: count.wrong, ok: count.wrong === 0 },
    { figure: "readers that died or hung", measured: count.deaths, ok: count.deaths === 0 },
    { figure: "noticed and said", measured: count.noticed, ok: count.noticed > 0 },
    { figure: "damage that no answer touched", measured: count.untouched, ok: true },
    { figure: "negative control: wrong answers without checksums", measured: control, ok: control > 0 },
  ];
}

/** Without checksums over values and rows some damage must get through to an answer. */
async function negativeControl(seed) {
  const mutant = createMutant(withoutChecksums());
  try {
    const count = await damageMany({
      cases: 1_000,
      seed,
      sizes: TREES.slice(0, 1),
      dist: mutant.dist,
      log: () => {},
      untilWrong: true,
    });
    return count.wrong + count.deaths;
  } finally {
    mutant.remove();
  }
}

async function damageMany({ cases, seed, sizes, dist, log, untilWrong = false }) {
  const oracle = new Oracle(dist);
  const random = createRandom(seed);
  const count = { wrong: 0, deaths: 0, noticed: 0, untouched: 0 };
  const kinds = {};
  const trees = [];
  try {
    for (const { files } of sizes) trees.push(await prepare(files, seed, oracle));
    for (let each = 0; each < cases && !(untilWrong && count.wrong + count.deaths > 0); each++) {
      const tree = trees[sizes.findLastIndex(({ every = 1 }) => each % every === 0)];
      const withLog = each % LOG_EVERY === LOG_EVERY - 1;
      placeCopy(withLog ? tree.logged : tree.closed, tree.home);
      const damage = damageOne(indexFileOf(tree.home), random, withLog);
      kinds[damage] = (kinds[damage] ?? 0) + 1;
      const update = each % UPDATE_EVERY === 0;
      const report = await tree.ask({ update });
      const verdict = judge(report, tree);
      count[verdict] += 1;
      if (verdict === "wrong" || verdict === "deaths")
        log(`case ${each}, seed ${seed}: ${verdict} after ${damage}: ${describe(report, tree)}`);
    }
    count.kinds = Object.entries(kinds)
      .map(([kind, times]) => `${kind} ${times}`)
      .join(", ");
    return count;
  } finally {
    oracle.close();
    for (const { world } of trees) world.remove();
  }
}

/** What the undamaged copies answer, before and after the change of the tree. */
async function prepare(files, seed, oracle) {
  const world = new World("damage", { isInMemory: true });
  const home = world.path("home");
  const copies = await makeCopies(world, { files, seed });
  const ask = (more) =>
    oracle.ask({ home, root: world.root, questions: QUESTIONS, isServing: true, skipsVerify: true, ...more });
  placeCopy(copies.closed, home);
  const before = truthOf(await ask());
  placeCopy(copies.logged, home);
  const after = truthOf(await ask());
  if (before.dump === after.dump) throw new Error("the two trees must differ");
  return { world, home, ...copies, ask, before, after };
}

/** Damage that is met while answering is healed from the sources, so an answer may be of the older or the newer tree. */
function judge(report, { before, after }) {
  if (report.died) return "deaths";
  if (report.error) return OUR_CODE.test(report.error.code ?? "") ? "noticed" : "wrong";
  // The damage was seen when the index was opened: an empty one took its place and says so.
  if (report.answers[0] === "not indexed") return report.isMovedAside ? "noticed" : "wrong";
  const isTrue =
    report.answers.every((answer, at) => answer === before.answers[at] || answer === after.answers[at]) &&
    (report.dump === before.dump || report.dump === after.dump) &&
    (report.updatedDump ?? after.dump) === after.dump;
  if (!isTrue) return "wrong";
  return report.isMovedAside ? "noticed" : "untouched";
}

function truthOf({ answers, dump, error }) {
  if (!answers) throw new Error(`the undamaged index cannot be read: ${JSON.stringify(error)}`);
  return { answers, dump };
}

function describe(report, { before, after }) {
  const wrong = report.answers?.findIndex(
    (answer, at) => answer !== before.answers[at] && answer !== after.answers[at],
  );
  return JSON.stringify(report.error ?? report.answers?.[wrong] ?? report).slice(0, 300);
}
