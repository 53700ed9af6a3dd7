/**
 * T5: made-up paths through the jail of the build. Around the root lie files that say CANARY, in it files that say
 * INSIDE and links to everywhere; whatever is read must say INSIDE. CLEW_FUZZ_RUNS sets the number of paths.
 */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createMutant } from "../support/mutant.mjs";
import { createRandom, DIST, World } from "../support/world.mjs";

export const title = "made-up paths";

/** Names of what is planted, so that paths lead somewhere. */
const NAMES =
  "a a canary canary config dir dir out out up in slash link self deep outside repository .. . .git .git/config .GIT ..a ...".split(
    " ",
  );
/** Pieces of published ways around path checks. */
const PIECES = [
  ..."%2e%2e %2f ..%2f ..%5c ..; ..\\ \\ \\\\ \\\\?\\ C: C:\\ c:a // ~ $HOME file: nul con aux LPT1 PROGRA~1".split(
    " ",
  ),
  ..."repository-evil a. a.ts a:stream a::$DATA * ? proc/self/root etc/passwd proc/self/cwd/a dev/zero".split(
    " ",
  ),
  ...["", " ", "a ", " a", '"', "'", "a'", ".. ", " ..", "..\0", "\0", "a\0.ts", "\n", "\t", "\r", "\x1b[2K"],
  ...["\u2024\u2024", "\uff0e\uff0e", "\u2215", "\u2044", "\uff0f", "\u202e", "a\u0301", "\ufeff"],
  ...["\ud800", "\udcae\udcae", "\udcae", "\udcaf", "\udcff", "\udc80", "x".repeat(255), "x".repeat(256)],
];
const SEPARATORS = ["/", "/", "/", "/", "/", "/", "\\", "//", "/./", "/../"];
const STARTS = ["", "", "", "", "", "", "/", "./", "../", "\\", "//", "file://"];
const MAX = { maxBytes: 10_000 };
const READ_TEXT_EVERY = 10;

export async function execute({ isSmoke, seed, log }) {
  const runs = Number(process.env.CLEW_FUZZ_RUNS ?? (isSmoke ? 20_000 : 1_000_000));
  const count = await fuzz({ runs, seed, dist: DIST, log });
  return [
    {
      figure: "paths tried",
      measured: `${runs}, seed ${seed}: ${count.read} read, refused ${JSON.stringify(count.refused)}`,
      ok:
        count.read > 0 &&
        ["outside-root", "symlink", "missing", "not-a-file"].every((one) => count.refused[one]),
    },
    { figure: "canaries", measured: count.canaries, ok: count.canaries === 0 },
    ...(await Promise.all(GUARDS.map((guard) => negativeControl(guard, seed)))),
  ];
}

const GUARDS = [
  ["the place of the opened handle is checked", "#checkPlace\\(handle, full, path\\) \\{", "$& return null;"],
  [".git is left alone", "GIT_FOLDER_COMPONENT\\.test\\(path\\)", "false"],
];

async function negativeControl(guard, seed) {
  const mutant = createMutant([guard]);
  try {
    const { canaries } = await fuzz({ runs: 20_000, seed, dist: mutant.dist, log: () => {} });
    return { figure: `negative control: canaries unless ${guard[0]}`, measured: canaries, ok: canaries > 0 };
  } finally {
    mutant.remove();
  }
}

async function fuzz({ runs, seed, dist, log }) {
  const world = new World("paths");
  const { openEngine } = await import(`${dist}/index.js`);
  const engine = await openEngine({ home: world.path("home") });
  try {
    plant(world);
    return await engine.readView(world.root, (session) => tryPaths(session, runs, createRandom(seed), log));
  } finally {
    await engine.close();
    world.remove();
  }
}

async function tryPaths(session, runs, random, log) {
  const count = { read: 0, canaries: 0, refused: {} };
  const meetCanary = (path, how) => {
    count.canaries += 1;
    log(`${how} ${JSON.stringify(path)}`);
  };
  for (let run = 0; run < runs; run++) {
    const path = makePath(random);
    const read = session.jail.read(path, MAX);
    if (!read.ok) count.refused[read.reason] = (count.refused[read.reason] ?? 0) + 1;
    else if (read.bytes.toString("latin1") === "INSIDE") count.read += 1;
    else meetCanary(path, "read");
    const listed = session.jail.list(path);
    if (listed.ok && listed.entries.some(({ name }) => name === "only-outside")) meetCanary(path, "listed");
    if (run % READ_TEXT_EVERY === 0) {
      const text = await session.readText(path);
      if (text !== null && text !== "INSIDE") meetCanary(path, "text of");
    }
  }
  return count;
}

function makePath(random) {
  const parts = Array.from({ length: 1 + random.below(5) }, () => {
    const dice = random.below(12);
    if (dice === 0) return madeUpName(random);
    return random.pick(dice < 4 ? PIECES : NAMES);
  });
  return random.pick(STARTS) + parts.join(random.pick(SEPARATORS));
}

function madeUpName(random) {
  const units = Array.from({ length: random.below(6) }, () =>
    random.below(3) === 0 ? random.below(0x10000) : random.below(0x80),
  );
  return String.fromCharCode(...units);
}

function plant(world) {
  const write = (path, text) => {
    mkdirSync(dirname(world.path(path)), { recursive: true });
    writeFileSync(world.path(path), text);
  };
  for (const path of [
    "canary",
    "repository-evil/canary",
    "outside/canary",
    "outside/a",
    "outside/only-outside",
  ])
    write(path, "CANARY");
  write("only-outside", "CANARY");
  for (const path of ["a", "dir/a", "dir/canary", "..a/a", "...", " a", "a ", "%2e%2e/a", "deep/deep/a"])
    write(`repository/${path}`, "INSIDE");
  write("repository/.git/config", "CANARY");
  const link = (target, path) => symlinkSync(target, join(world.root, path));
  link("../outside", "out");
  link(world.path("outside"), "dir/out");
  link("..", "up");
  link("dir", "in");
  link("/", "slash");
  link("../canary", "link");
  link("self", "self");
}
