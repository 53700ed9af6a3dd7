/**
 * F7: bytes flipped, pages zeroed, swapped or cut off in the database and its log. An answer is right, or it is an
 * error; a wrong answer without an error, or a reader that dies, fails the bed.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { createMutant } from "../support/mutant.mjs";
import { Oracle } from "../support/oracle.mjs";
import { clew, createRandom, DIST, indexFileOf, World } from "../support/world.mjs";

export const title = "damaged database and log";

const FILES = 16;
const PAGE = 8192;
const QUESTIONS = ["unit_3", "Holder7 value", "unit_10 read", "adds"];

export async function execute({ isSmoke, seed, log }) {
  const cases = isSmoke ? 120 : 10_000;
  const count = await damageMany({ cases, seed, dist: DIST, log });
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
    ["values are sealed", /if \(crc32\(content\) !== stored\)/, () => "if (false)"],
    ["rows are sealed", /if \(stored && \(stored\.rows/, () => "if (false && (stored.rows"],
  ]);
  try {
    const count = await damageMany({
      cases: 1_000,
      seed,
      dist: mutant.dist,
      log: () => {},
      untilWrong: true,
    });
    return count.wrong + count.deaths;
  } finally {
    mutant.remove();
  }
}

async function damageMany({ cases, seed, dist, log, untilWrong = false }) {
  const world = new World("damage");
  const oracle = new Oracle(dist);
  const random = createRandom(seed);
  const count = { wrong: 0, deaths: 0, noticed: 0, untouched: 0 };
  const kinds = {};
  try {
    const { home: seedHome, truths } = await prepare(world, seed, oracle);
    const home = world.path("home");
    const logged = truths.at(-1);
    for (let each = 0; each < cases && !(untilWrong && count.wrong > 0); each++) {
      const withLog = each % 3 === 2;
      world.copyHome(withLog ? logged.home : seedHome, home);
      const damage = damageOne(home, random, withLog);
      kinds[damage] = (kinds[damage] ?? 0) + 1;
      const report = await oracle.ask({ home, root: world.root, questions: QUESTIONS });
      report.isRebuilt = readdirSync(join(home, "index")).some((name) => name.includes(".damaged-"));
      const verdict = judge(report, truths);
      count[verdict] += 1;
      if (verdict === "wrong" || verdict === "deaths")
        log(`case ${each}, seed ${seed}: ${verdict} after ${damage}: ${describe(report, truths)}`);
    }
    count.kinds = Object.entries(kinds)
      .map(([kind, times]) => `${kind} ${times}`)
      .join(", ");
    return count;
  } finally {
    oracle.close();
    world.remove();
  }
}

/** One home that is closed, and one whose writer was killed with its newest generation still in the log. */
async function prepare(world, seed, oracle) {
  world.createRepository(FILES, seed);
  const home = world.path("home-seed");
  const done = await clew(["index", world.root], home);
  if (done.code !== 0) throw new Error(done.stderr);
  const before = await oracle.ask({ home, root: world.root, questions: QUESTIONS });
  const loggedHome = world.path("home-logged");
  world.copyHome(home, loggedHome);
  world.changeRepository(FILES, seed);
  await updateAndKill(loggedHome, world.root);
  if (!existsSync(`${indexFileOf(loggedHome)}-wal`)) throw new Error("no log is left to damage");
  const copy = world.path("home-copy");
  world.copyHome(loggedHome, copy);
  const after = await oracle.ask({ home: copy, root: world.root, questions: QUESTIONS });
  return { home, truths: [truthOf(before), truthOf(after), { home: loggedHome, ...truthOf(after) }] };
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
    const kind = random.pick(["flip", "flip", "flip", "zero", "swap", "cut"]);
    const page = () => random.below(Math.max(1, Math.floor(size / PAGE))) * PAGE;
    if (kind === "flip") {
      const [at, byte] = [random.below(size), Buffer.alloc(1)];
      readSync(handle, byte, 0, 1, at);
      byte[0] ^= 1 << random.below(8);
      writeSync(handle, byte, 0, 1, at);
    } else if (kind === "zero")
      writeSync(handle, Buffer.alloc(512), 0, 512, page() + random.below(PAGE - 512));
    else if (kind === "swap") swapPages(handle, page(), page());
    else ftruncateSync(handle, random.below(size));
    return `${kind} in ${file === log ? "log" : "database"}`;
  } finally {
    closeSync(handle);
  }
}

function swapPages(handle, first, second) {
  const [a, b] = [Buffer.alloc(PAGE), Buffer.alloc(PAGE)];
  readSync(handle, a, 0, PAGE, first);
  readSync(handle, b, 0, PAGE, second);
  writeSync(handle, a, 0, PAGE, second);
  writeSync(handle, b, 0, PAGE, first);
}

/** Damage that is met while answering is healed from the sources, so an answer may be of the older or the newer tree. */
function judge(report, truths) {
  if (report.died) return "deaths";
  if (report.error) return report.error.code ? "noticed" : "wrong";
  // The damage was seen when the index was opened: an empty one took its place and says so.
  if (report.answers[0] === "not indexed") return "noticed";
  const isTrue = report.answers.every((answer, at) => truths.some((truth) => truth.answers[at] === answer));
  if (!isTrue) return "wrong";
  return report.isRebuilt || report.problems.length > 0 ? "noticed" : "untouched";
}

function truthOf(report) {
  if (!report.answers) throw new Error(`the undamaged index cannot be read: ${JSON.stringify(report)}`);
  return { answers: report.answers };
}

function describe(report, truths) {
  const wrong = report.answers?.findIndex(
    (answer, at) => !truths.some((truth) => truth.answers[at] === answer),
  );
  return JSON.stringify(report.error ?? report.answers?.[wrong] ?? report).slice(0, 300);
}
