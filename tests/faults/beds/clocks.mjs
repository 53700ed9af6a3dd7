/**
 * F8: every process of clew under another clock, which jumps while a server lives and while files are parsed; files
 * with times from 1901 to 2400. What was edited before a question is in its answer, no file is given up, no time is
 * negative, nothing hangs, and in the end the index equals one that was built under the right clock.
 */
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { McpProcess } from "../support/mcp-client.mjs";
import { Oracle } from "../support/oracle.mjs";
import { createShiftedBuild } from "../support/shifted-build.mjs";
import { clew, createRandom, fileName, moduleText, World } from "../support/world.mjs";

export const title = "clocks that are wrong, jump, and disagree with file times";

const FILES = 12;
const EDITS = 8;
const SECOND = 1_000;
const DAY = 86_400_000;
/** Before and after the right time, and around the ends of clocks of 32 bits. */
const OFFSETS = [
  0,
  -2 * SECOND,
  2 * SECOND,
  -3_600 * SECOND,
  3_600 * SECOND,
  -DAY,
  DAY,
  -400 * DAY,
  400 * DAY,
  Date.UTC(2038, 0, 19, 3, 14, 6) - Date.now(),
  Date.UTC(1970, 0, 1, 0, 0, 1) - Date.now(),
  Date.UTC(2400, 0, 1) - Date.now(),
];
/** A question that takes longer hangs. */
const ANSWER_MS = 20_000;
const PARSED_AT_ONCE = 240;

export async function execute({ isSmoke, seed, log }) {
  const lives = isSmoke ? 2 : 200;
  const total = await liveMany({ lives, seed, log });
  return [
    {
      figure: "lives of a server under changing clocks",
      measured: `${total.lives}: ${total.jumps} jumps, ${total.edits} edits, ${total.questions} questions, ${total.pending} answered with more pending`,
      ok: total.lives === lives && total.jumps > 0 && total.pending <= total.questions / 50,
    },
    {
      figure: "edits missed, answers that hang",
      measured: describe(total.missed),
      ok: total.missed.length === 0,
    },
    {
      figure: "differences from the right clock",
      measured: describe(total.different),
      ok: total.different.length === 0,
    },
    await parseThroughJumps({ rounds: isSmoke ? 1 : 30, seed }),
    await control(
      "all that differs is read again",
      [
        [
          "all that differs is read again",
          "return a\\.size === b\\.size && a\\.mtimeNs === b\\.mtimeNs && .*",
          "return a.size === b.size && b.mtimeNs <= a.mtimeNs;",
        ],
      ],
      async (guards) =>
        (await liveMany({ lives: 12, seed, guards, isEnough: ({ missed }) => missed.length > 0 })).missed[0],
    ),
    await control(
      "durations come from a clock that nobody sets",
      [["durations come from a clock that nobody sets", "performance\\.now\\(\\)", "Date.now()"]],
      async (guards) => {
        const row = await parseThroughJumps({ rounds: 3, seed, guards });
        return row.ok ? undefined : row.measured;
      },
    ),
  ];
}

async function control(promise, guards, find) {
  const found = await find(guards);
  return {
    figure: `negative control: without "${promise}" it fails`,
    measured: found ?? "not found",
    ok: found !== undefined,
  };
}

async function liveMany({ lives, seed, guards, isEnough = () => false, log = () => {} }) {
  const total = { lives: 0, jumps: 0, edits: 0, questions: 0, pending: 0, missed: [], different: [] };
  const oracle = new Oracle();
  const place = new World("clocks", { isInMemory: true });
  const build = createShiftedBuild(place.path("clock"), guards);
  try {
    while (total.lives < lives && !isEnough(total)) {
      await live({ seed: seed + total.lives, isCompared: !guards, build, oracle, total });
      total.lives += 1;
      if (total.lives % 20 === 0) log(`${total.lives} lives, ${total.missed.length} missed`);
    }
  } finally {
    oracle.close();
    build.remove();
    place.remove();
  }
  return total;
}

/** One server from start to end: edits, jumps and questions, then the comparison with an index of the right clock. */
async function live({ seed, isCompared, build, oracle, total }) {
  const world = new World("clocks", { isInMemory: true });
  const random = createRandom(seed);
  const home = world.path("home");
  let server;
  try {
    world.createRepository(FILES, seed);
    for (let at = 0; at < FILES; at++)
      world.write(fileName(at), namedText(fileName(at), `cell_${at}_name_00`));
    for (let at = 0; at < FILES; at++)
      if (random.below(3) === 0) setTime(world, fileName(at), oddTime(random));
    build.set(random.pick(OFFSETS));
    await clew(["index", world.root], home, { dist: build.dist });
    server = new McpProcess(world.root, home, build.dist);
    await server.initialize();
    const tree = new EditedTree(world, random, build);
    for (let at = 0; at < EDITS; at++) {
      if (random.below(2) === 0) {
        build.set(random.pick(OFFSETS));
        total.jumps += 1;
      }
      const expected = tree.edit(at);
      total.edits += 1;
      await ask({ server, expected, total, seed });
      if (total.missed.length > 5) return;
    }
    await server.close();
    if (isCompared) await compare({ world, home, oracle, total, seed });
  } finally {
    server?.child.kill("SIGKILL");
    world.remove();
  }
}

/** What a question about `name` must then give: a file, or nothing. */
class EditedTree {
  constructor(world, random, build) {
    this.world = world;
    this.random = random;
    this.build = build;
    this.next = FILES;
  }

  edit(at) {
    const file = fileName(this.random.below(FILES - 2));
    const kind = this.random.pick(["write", "swap", "swap", "add", "remove", "rename"]);
    const { world } = this;
    if (kind === "swap") return this.swapWord(file, at);
    if (kind === "write") {
      const name = `other_${at}_name_00`;
      world.write(file, `${namedText(file, name)}\n`);
      this.stampByOurClock(file);
      return { name, path: file };
    }
    const number = this.next++;
    const added = fileName(number);
    world.write(added, moduleText(number, 0, 1));
    if (kind === "add") {
      this.stampByOurClock(added);
      return { name: `unit_${number}`, path: added };
    }
    if (kind === "remove") {
      rmSync(join(world.root, added));
      return { name: `unit_${number}`, path: null };
    }
    const moved = added.replace("module", "moved");
    renameSync(join(world.root, added), join(world.root, moved));
    return { name: `unit_${number}`, path: moved };
  }

  /** As large as before; the time is the old one, an odd one, or that of our clock. */
  swapWord(file, at) {
    const path = join(this.world.root, file);
    const { mtime } = statSync(path);
    const text = readFileSync(path, "utf8");
    const [before] = /(?<=def |function )\w+/.exec(text);
    const name = before.slice(0, -2) + String(10 + at);
    writeFileSync(path, text.replaceAll(before, name));
    const time = this.random.pick([mtime, oddTime(this.random), null]);
    if (time) utimesSync(path, time, time);
    else this.stampByOurClock(file);
    return { name, path: file };
  }

  stampByOurClock(file) {
    setTime(this.world, file, new Date(this.build.now()));
  }
}

function namedText(file, name) {
  return file.endsWith(".py") ? `def ${name}(value):\n    return value\n` : `export function ${name}() {}\n`;
}

function setTime(world, file, time) {
  utimesSync(join(world.root, file), time, time);
}

function oddTime(random) {
  return new Date(
    random.pick(["1901-12-14", "1970-01-01", "1999-12-31", "2038-01-20", "2107-12-31", "2400-01-01"]),
  );
}

async function ask({ server, expected, total, seed }) {
  const { name, path } = expected;
  total.questions += 1;
  const late = sleep(ANSWER_MS, null, { ref: false });
  const answer = await Promise.race([server.call("symbol", { name, fresh: true }), late]);
  const head = answer?.text.split("\n")[0] ?? "no answer";
  if (/pending: /.test(head)) {
    total.pending += 1;
    return;
  }
  const isRight =
    path === null
      ? !answer?.text.includes("unit_") || /^no |not found|0 /i.test(head)
      : answer?.text.includes(path);
  if (!isRight) total.missed.push(`seed ${seed}: ${name} ${path ? `in ${path}` : "removed"}: ${head}`);
  if (/-\d+(\.\d+)? ?(ms|s|min|h|days?)\b/.test(head))
    total.missed.push(`seed ${seed}: a negative time: ${head}`);
}

/** Under the right clock: the server's index is whole, and equals one built from nothing. */
async function compare({ world, home, oracle, total, seed }) {
  const left = await oracle.ask({ home, root: world.root, update: true });
  const fresh = await oracle.ask({ home: world.path("fresh"), root: world.root, update: true });
  const problems = left.problems ?? [JSON.stringify(left)];
  if (problems.length > 0) total.different.push(`seed ${seed}: ${problems.slice(0, 3).join("; ")}`);
  if (left.dump !== fresh.updatedDump)
    total.different.push(`seed ${seed}: the server's index is not that of the tree`);
}

/** A first index during which the clock jumps; every file is parsed, and times go forward. */
async function parseThroughJumps({ rounds, seed, guards }) {
  const world = new World("clocks", { isInMemory: true });
  const build = createShiftedBuild(world.path("clock"), guards);
  const random = createRandom(seed);
  const wrong = [];
  let jumps = 0;
  try {
    world.createRepository(PARSED_AT_ONCE, seed);
    for (let at = 0; at < rounds && wrong.length === 0; at++) {
      const home = world.path(`home-${at}`);
      build.set(0);
      const running = clew(["index", "--json", world.root], home, { dist: build.dist });
      let isRunning = true;
      running.then(() => {
        isRunning = false;
      });
      while (isRunning) {
        await sleep(20 + random.below(60));
        build.set(random.pick(OFFSETS));
        jumps += 1;
      }
      const outcome = await running;
      const why = whatIsWrong(outcome);
      if (why) wrong.push(why);
    }
  } finally {
    build.remove();
    world.remove();
  }
  return {
    figure: "first indexes through jumps of the clock, no file given up, no time negative",
    measured: wrong.join("; ") || `${rounds} of ${PARSED_AT_ONCE} files, ${jumps} jumps`,
    ok: wrong.length === 0 && jumps >= rounds,
  };
}

function whatIsWrong({ code, isLate, stdout, stderr }) {
  if (isLate || code !== 0) return `ended with ${isLate ? "its deadline" : code}: ${stderr.slice(0, 300)}`;
  const events = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  let before = 0;
  for (const { elapsedMs } of events.filter((event) => event.phase)) {
    if (elapsedMs < before) return `a time of ${elapsedMs} ms after ${before} ms`;
    before = elapsedMs;
  }
  const { result } = events.at(-1);
  if (result.elapsedMs < 0) return `it took ${result.elapsedMs} ms`;
  if (result.files !== PARSED_AT_ONCE || result.failed !== 0)
    return `${result.files} files, ${result.failed} failed`;
  return null;
}

function describe(list) {
  return list.length === 0 ? 0 : `${list.length}: ${list.slice(0, 5).join("\n")}`;
}
