/** F17: any single file costs at most 2 s of CPU and 512 MB in its worker and one reason; all others are indexed. */
import { spawn } from "node:child_process";
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { clew, DIST, run, World } from "../support/world.mjs";

export const title = "hostile single files";

/** One of each sort: too large, stuck in the grammar, slow behind it, refused by shape, not a file. */
const IN_SMOKE =
  /200 MB|open brackets|nested calls|unclosed comment|identifiers|deep JSON|bundle|terabyte|pipe|YAML|noise|random/;
const MAX_CPU_S = 2;
/** A loaded machine counts more CPU time for the same work; the short form only looks for what went out of hand. */
const SMOKE_CPU_S = 4;
const MAX_MB = 512;
const POLL_MS = 25;
const TICKS_PER_SECOND = 100;

const repeat = (text, times) => text.repeat(times);
/** Each writes one file into the folder. */
const HOSTILE = {
  "200 MB on one line": (at) => writeLong(at("one-line.js"), "x = 1; ", 200),
  "600 MB, more than a string holds": (at) => writeLong(at("huge.ts"), "let a = 1;\n", 600),
  "100,000 open brackets": (at) => writeFileSync(at("open.ts"), repeat("(", 100_000)),
  "100,000 nested brackets in Python": (at) =>
    writeFileSync(at("nest.py"), `${repeat("[", 100_000)}${repeat("]", 100_000)}`),
  "50,000 nested blocks": (at) =>
    writeFileSync(at("blocks.c"), `int f() ${repeat("{", 50_000)}${repeat("}", 50_000)}`),
  "20,000 nested calls": (at) =>
    writeFileSync(at("calls.rb"), `${repeat("f(", 20_000)}1${repeat(")", 20_000)}`),
  "20 MB of JSON": (at) => writeFileSync(at("data.json"), `[${repeat('{"a":[1,2,3]},', 1_400_000)}1]`),
  "deep JSON": (at) => writeFileSync(at("deep.json"), `${repeat('{"a":', 100_000)}1${repeat("}", 100_000)}`),
  "a minified bundle": (at) =>
    writeFileSync(at("bundle.min.js"), repeat("function a(b){return b?c(b):d}var e=f;", 60_000)),
  "an unclosed string": (at) => writeFileSync(at("string.ts"), `const a = "${repeat("y ", 400_000)}`),
  "an unclosed comment": (at) => writeFileSync(at("comment.java"), `/* ${repeat("* /", 300_000)}`),
  "one million operators": (at) => writeFileSync(at("sum.js"), `x = 1${repeat("+1", 1_000_000)}`),
  "template strings in template strings": (at) =>
    writeFileSync(at("template.ts"), `${repeat("`${", 20_000)}1${repeat("}`", 20_000)}`),
  "a here-document without end": (at) =>
    writeFileSync(at("here.sh"), `cat <<EOF\n${repeat("line\n", 300_000)}`),
  "one megabyte of identifiers": (at) =>
    writeFileSync(
      at("names.go"),
      `package p\nvar ${Array.from({ length: 120_000 }, (_, i) => `v${i}`).join(", ")} int\n`,
    ),
  "random bytes as source": (at) =>
    writeFileSync(at("noise.rs"), Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 7919) % 251))),
  "a sparse terabyte": (at) => truncateTo(at("sparse.ts"), 2 ** 40),
  "a named pipe": async (at) => run("mkfifo", [at("pipe.ts")]),
  "a deep YAML": (at) =>
    writeFileSync(at("deep.yaml"), Array.from({ length: 4_000 }, (_, i) => `${" ".repeat(i)}a:`).join("\n")),
  "50,000 nested tags": (at) =>
    writeFileSync(at("tags.html"), `${repeat("<div>\n", 50_000)}${repeat("</div>\n", 50_000)}`),
  "50,000 nested conditions": (at) => writeFileSync(at("nested.sh"), repeat("if true; then\n", 50_000)),
  "40,000 operators in front of each other": (at) => writeFileSync(at("not.ts"), repeat("! -\n", 40_000)),
  "markdown of brackets": (at) => writeFileSync(at("links.md"), repeat("[", 60_000)),
};

export async function execute({ isSmoke, log }) {
  const names = Object.keys(HOSTILE).filter((name) => !isSmoke || IN_SMOKE.test(name));
  const rows = [];
  for (const name of names) rows.push(await tryFile(name, log));
  const worst = (key) => Math.max(...rows.map((row) => row[key]));
  return [
    { figure: "hostile files tried", measured: names.length, ok: names.length >= 10 },
    {
      figure: "most CPU of a worker for one file",
      measured: `${worst("cpu").toFixed(2)} s`,
      ok: worst("cpu") <= (isSmoke ? SMOKE_CPU_S : MAX_CPU_S),
    },
    {
      figure: "most memory of a worker",
      measured: `${Math.round(worst("mb"))} MB`,
      ok: worst("mb") <= MAX_MB,
    },
    {
      figure: "other files lost",
      measured: rows.filter(({ isWhole }) => !isWhole).length,
      ok: rows.every(({ isWhole }) => isWhole),
    },
    {
      figure: "runs that hung or broke",
      measured: rows.filter(({ isBroken }) => isBroken).length,
      ok: rows.every(({ isBroken }) => !isBroken),
    },
  ];
}

async function tryFile(name, log) {
  const world = new World("hostile-file");
  const home = world.path("home");
  try {
    for (const each of ["one", "two", "three"])
      world.write(`src/${each}.ts`, `export function ${each}Works() {}\n`);
    mkdirSync(join(world.root, "odd"));
    // What starting and reading ordinary files costs does not count against the file.
    const base = await indexWatched(world, world.path("base"));
    await HOSTILE[name]((file) => join(world.root, "odd", file));
    const watched = await indexWatched(world, home);
    const outlines = await Promise.all(
      ["one", "two", "three"].map((each) => clew(["symbol", `${each}Works`, "--root", world.root], home)),
    );
    const row = {
      cpu: Math.max(0, watched.cpu - base.cpu),
      mb: watched.mb,
      isWhole: outlines.every(({ code }) => code === 0),
      isBroken: watched.isLate || (watched.code !== 0 && watched.code !== 2 && watched.code !== 4),
    };
    log(
      `${name}: ${row.cpu.toFixed(2)} s CPU, ${Math.round(row.mb)} MB, exit ${watched.code}: ${watched.last}`,
    );
    return row;
  } finally {
    world.remove();
  }
}

/** Runs an index and watches the parsing processes it starts: CPU of all together, memory of the largest. */
function indexWatched(world, home) {
  const child = spawn(process.execPath, [join(DIST, "cli.js"), "index", world.root], {
    env: { ...process.env, CLEW_HOME: home },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  child.stdout.on("data", (data) => (text += data));
  child.stderr.on("data", (data) => (text += data));
  const cpuOf = new Map();
  let mb = 0;
  const poll = setInterval(() => {
    for (const { pid, cpu, rssMb } of workersOf(child.pid)) {
      cpuOf.set(pid, cpu);
      mb = Math.max(mb, rssMb);
    }
  }, POLL_MS);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill("SIGKILL");
  }, 120_000);
  return new Promise((resolve) =>
    child.on("close", (code) => {
      clearInterval(poll);
      clearTimeout(timer);
      const cpu = [...cpuOf.values()].reduce((a, b) => a + b, 0);
      resolve({ code, cpu, mb, isLate, last: text.trim().split("\n").slice(-2).join(" | ").slice(0, 160) });
    }),
  );
}

function workersOf(parent) {
  const found = [];
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (Number(fields[1]) !== parent) continue;
      const rss = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
      found.push({
        pid,
        cpu: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
        rssMb: Number(rss?.[1] ?? 0) / 1024,
      });
    } catch {
      // It ended while it was looked at.
    }
  }
  return found;
}

function writeLong(file, text, megabytes) {
  const handle = openSync(file, "w");
  const part = Buffer.from(text.repeat(Math.ceil(2 ** 20 / text.length)));
  for (let at = 0; at < megabytes; at++) writeSync(handle, part);
  closeSync(handle);
}

function truncateTo(file, bytes) {
  const handle = openSync(file, "w");
  ftruncateSync(handle, bytes);
  closeSync(handle);
}
