/**
 * F7: bytes flipped, pages zeroed, swapped or cut off in the database and its log. An answer is right, or it is an
 * error; a wrong answer without an error, or a reader that dies, fails the bed.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  copyFileSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, join } from "node:path";
import { createMutant } from "../support/mutant.mjs";
import { Oracle } from "../support/oracle.mjs";
import { clew, createRandom, DIST, indexFileOf, World } from "../support/world.mjs";

export const title = "damaged database and log";

/** Small trees have most of their tables on one page; large ones have inner pages, too. */
const TREES = [{ files: 16 }, { files: 140, every: 8 }];
const PAGE = 8192;
/** Format, sizes and the list of free pages: a write that trusts a wrong one lands on pages that are in use. */
const HEAD_BYTES = 100;
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
  const mutant = createMutant([
    ["values are sealed", /if \(.{0,30}crc32\)?\(content\) !== \w+\(sealed, end\)\)/, () => "if (false)"],
    ["rows are sealed", /if \(rows !== sums\.length \|\| /, () => "if (false && "],
  ]);
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
      const damage = damageOne(tree.home, random, withLog);
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

/** An index that was closed, and one whose writer was killed with its newest generation still in the log. */
async function prepare(files, seed, oracle) {
  const world = new World("damage", { isInMemory: true });
  world.createRepository(files, seed);
  const [closedHome, loggedHome, home] = ["closed", "logged", "home"].map((name) => world.path(name));
  const done = await clew(["index", world.root], closedHome);
  if (done.code !== 0) throw new Error(done.stderr);
  world.copyHome(closedHome, loggedHome);
  const ask = (more) =>
    oracle.ask({ home, root: world.root, questions: QUESTIONS, isServing: true, skipsVerify: true, ...more });
  mkdirSync(join(home, "index"), { recursive: true, mode: 0o700 });
  const closed = indexFileOf(closedHome);
  placeCopy(closed, home);
  const before = truthOf(await ask());
  world.changeRepository(files, seed);
  await updateAndKill(loggedHome, world.root);
  const logged = indexFileOf(loggedHome);
  if (!existsSync(`${logged}-wal`)) throw new Error("no log is left to damage");
  placeCopy(logged, home);
  const after = truthOf(await ask());
  if (before.dump === after.dump) throw new Error("the two trees must differ");
  return { world, home, closed, logged, ask, before, after };
}

/** In place of whatever the last case left there. Nobody has it open: the oracle lets go of it after every answer. */
function placeCopy(database, home) {
  const folder = join(home, "index");
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  for (const part of ["", "-wal"]) {
    if (existsSync(database + part)) copyFileSync(database + part, join(folder, basename(database) + part));
  }
}

/** Publishes from a process that dies with its connection open. */
async function updateAndKill(home, root) {
  const script = `
    const { openEngine } = await import(${JSON.stringify(join(DIST, "index.js"))});
    const engine = await openEngine({ home: ${JSON.stringify(home)} });
    await engine.update(${JSON.stringify(root)});
    process.kill(process.pid, "SIGKILL");`;
  await once(spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "ignore" }), "exit");
}

function damageOne(home, random, withLog) {
  const database = indexFileOf(home);
  const log = `${database}-wal`;
  const file = withLog && random.below(3) > 0 && existsSync(log) ? log : database;
  const size = statSync(file).size;
  const handle = openSync(file, "r+");
  try {
    const kind = random.pick(["flip", "flip", "flip", "zero", "swap", "cut", "copy", "head"]);
    const page = () => random.below(Math.max(1, Math.floor(size / PAGE))) * PAGE;
    if (kind === "flip") {
      const [at, byte] = [random.below(size), Buffer.alloc(1)];
      readSync(handle, byte, 0, 1, at);
      byte[0] ^= 1 << random.below(8);
      writeSync(handle, byte, 0, 1, at);
    } else if (kind === "zero")
      writeSync(handle, Buffer.alloc(512), 0, 512, page() + random.below(PAGE - 512));
    else if (kind === "swap") swapPages(handle, page(), page());
    else if (kind === "copy") copyPage(handle, page(), page());
    else if (kind === "head") writeSync(handle, Buffer.of(random.below(256)), 0, 1, random.below(HEAD_BYTES));
    else ftruncateSync(handle, random.below(size));
    return `${kind} in ${file === log ? "log" : "database"}`;
  } finally {
    closeSync(handle);
  }
}

/** A write that went to the wrong place. */
function copyPage(handle, from, to) {
  const bytes = Buffer.alloc(PAGE);
  readSync(handle, bytes, 0, PAGE, from);
  writeSync(handle, bytes, 0, PAGE, to);
}

function swapPages(handle, first, second) {
  const [a, b] = [Buffer.alloc(PAGE), Buffer.alloc(PAGE)];
  readSync(handle, a, 0, PAGE, first);
  readSync(handle, b, 0, PAGE, second);
  writeSync(handle, a, 0, PAGE, second);
  writeSync(handle, b, 0, PAGE, first);
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
