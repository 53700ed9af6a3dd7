/** Copies of one index to damage, the ways in which they are damaged, and a build that does not notice. */
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
import { clew, DIST, indexFileOf } from "./world.mjs";

const PAGE = 8192;
/** Format, sizes and the list of free pages: a write that trusts a wrong one lands on pages that are in use. */
const HEAD_BYTES = 100;

/**
 * An index that was closed, and one whose writer was killed with its newest generation still in the log. Afterwards the
 * working tree is the changed one.
 */
export async function makeCopies(world, { files, seed }) {
  world.createRepository(files, seed);
  const [closedHome, loggedHome] = ["closed", "logged"].map((name) => world.path(name));
  const done = await clew(["index", world.root], closedHome);
  if (done.code !== 0) throw new Error(done.stderr);
  world.copyHome(closedHome, loggedHome);
  world.changeRepository(files, seed);
  await updateAndKill(loggedHome, world.root);
  const [closed, logged] = [indexFileOf(closedHome), indexFileOf(loggedHome)];
  if (!existsSync(`${logged}-wal`)) throw new Error("no log is left to damage");
  return { closed, logged };
}

/** Guards to take out, for a build that believes every byte. */
export function withoutChecksums() {
  return [
    ["values are sealed", /if \(.{0,30}crc32\)?\(content\) !== \w+\(sealed, end\)\)/, () => "if (false)"],
    ["rows are sealed", /if \(rows !== sums\.length \|\| /, () => "if (false && "],
  ];
}

/** In place of whatever the last case left there. Nobody has it open: the oracle lets go of it after every answer. */
export function placeCopy(database, home) {
  const folder = join(home, "index");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    if (name.startsWith(basename(database))) rmSync(join(folder, name));
  }
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

/** What was done, in words. */
export function damageOne(database, random, withLog) {
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
