/**
 * F23: too little memory for all processes together, by a limit of the kernel. Whatever it kills, the index is that of a
 * complete generation and, once there is memory, equals one built from nothing: no file is worse for having been read in
 * need. Under a server the kernel ends parsing processes, and the server answers on.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { McpProcess } from "../support/mcp-client.mjs";
import { createMemoryGroup } from "../support/memory-group.mjs";
import { createMutant } from "../support/mutant.mjs";
import { Oracle } from "../support/oracle.mjs";
import { clew, createRandom, DIST, run, World } from "../support/world.mjs";

export const title = "too little memory for all processes together";

const SMALL_FILES = 120;
/** Files whose parsing takes tens of megabytes. */
const LARGE_FILES = 2;
const LARGE_FUNCTIONS = 4_000;
/** Less than a process needs to start; and from too little for all to enough. In between the kernel reads code anew for ever. */
const HOPELESS_MB = 50;
const FIRST_MB = 100;
const LAST_MB = 180;
/** What a server has left beyond what it takes: less than parsing a large file takes. */
const ROOM_MB = 30;
const ANSWER_MS = 120_000;
/** Until then the kernel has ended something, or there was room enough after all. */
const KILL_MS = 20_000;

export async function execute({ isSmoke, seed, log, cases }) {
  const probe = createMemoryGroup();
  if (!probe)
    return [{ figure: "a group with a limit of memory", measured: "cannot be made here", ok: false }];
  await probe.close();
  return [
    ...(await indexInNeed({ runs: cases ?? (isSmoke ? 4 : 60), seed, log })),
    await serveInNeed({ rounds: isSmoke ? 2 : 20, dist: DIST }),
    await negativeControl(),
  ];
}

/** First indexes under limits from hopeless to plenty. */
async function indexInNeed({ runs, seed, log }) {
  const world = plant(seed);
  const oracle = new Oracle();
  const count = { done: 0, partial: 0, refused: 0, killed: 0, oomKills: 0 };
  const wrong = [];
  try {
    const { updatedDump } = await oracle.ask(
      { home: world.path("whole"), root: world.root, update: true },
      ANSWER_MS,
    );
    for (let at = 0; at < runs; at++) {
      const limitMb =
        at === 0 ? HOPELESS_MB : FIRST_MB + ((LAST_MB - FIRST_MB) * (at - 1)) / Math.max(1, runs - 2);
      const home = world.path(`home-${at}`);
      const group = createMemoryGroup();
      group.setLimit(limitMb);
      const [command, ...before] = group.enter;
      const { code, signal, isLate, stderr } = await run(
        command,
        [...before, process.execPath, join(DIST, "cli.js"), "index", world.root],
        { env: { CLEW_HOME: home }, deadlineMs: ANSWER_MS },
      );
      count.oomKills += group.kills();
      await group.close();
      if (isLate) wrong.push(`${Math.round(limitMb)} MB: hangs`);
      else if (signal === "SIGKILL" || code === 137) count.killed += 1;
      else if (code === 0) count.done += 1;
      else if (code === 3) count.partial += 1;
      else if (/hint: |out of memory|Cannot allocate/i.test(stderr)) count.refused += 1;
      else wrong.push(`${Math.round(limitMb)} MB: ended with ${code ?? signal}: ${stderr.slice(0, 200)}`);
      const after = await oracle.ask({ home, root: world.root, update: true }, ANSWER_MS);
      if (after.error || after.died || after.problems.length > 0 || after.isMovedAside)
        wrong.push(`${Math.round(limitMb)} MB: ${JSON.stringify(after).slice(0, 300)}`);
      else if (after.updatedDump !== updatedDump)
        wrong.push(`${Math.round(limitMb)} MB: the index stays different`);
      log(`${Math.round(limitMb)} MB: ${code ?? signal}`);
    }
  } finally {
    oracle.close();
    world.remove();
  }
  return [
    {
      figure: `first indexes with ${HOPELESS_MB} MB and ${FIRST_MB} to ${LAST_MB} MB for all processes`,
      measured: `${runs}: ${JSON.stringify(count)}`,
      ok: count.oomKills > 0 && count.done > 0,
    },
    {
      figure: "damaged, different or hanging afterwards",
      measured: wrong.join("\n") || 0,
      ok: wrong.length === 0,
    },
  ];
}

/** A server that has an index is left with little room, then large files change. */
async function serveInNeed({ rounds, dist }) {
  const world = plant(1);
  const group = createMemoryGroup();
  const home = world.path("home");
  const wrong = [];
  let kills = 0;
  let server;
  try {
    await clew(["index", world.root], home, { dist });
    server = new McpProcess(world.root, home, dist, group.enter);
    await server.initialize();
    for (let round = 1; round <= rounds && wrong.length === 0; round++) {
      await ask(server, { name: "small_1", fresh: true });
      group.setLimit(group.usedMb() + ROOM_MB);
      for (let at = 0; at < LARGE_FILES; at++) world.write(`large/l${at}.ts`, largeText(at, `round${round}`));
      const before = group.kills();
      const inNeed = await ask(server, { name: "small_2" });
      if (!inNeed?.includes("small/s2.ts")) wrong.push(`round ${round}: no answer in need`);
      for (let waited = 0; group.kills() === before && waited < KILL_MS; waited += 50) await sleep(50);
      group.setLimit(4_096);
      const healed = await ask(server, { name: `round${round}_0_1`, fresh: true });
      if (!healed?.includes("large/l0.ts"))
        wrong.push(`round ${round}: ${healed?.split("\n")[0] ?? "no answer afterwards"}`);
    }
    kills = group.kills();
  } finally {
    server?.child.kill("SIGKILL");
    await group.close();
    world.remove();
  }
  return {
    figure: "a server in need goes on, and shows every file once there is memory",
    measured: wrong.join("; ") || `${rounds} rounds, ${kills} processes ended by the kernel`,
    ok: wrong.length === 0 && kills > 0,
    kills,
  };
}

async function ask(server, args) {
  const late = sleep(ANSWER_MS, null, { ref: false });
  const answer = server.call("symbol", args).then(
    ({ text }) => text,
    () => null,
  );
  return Promise.race([answer, late, server.ended.then(() => null)]);
}

/** Without the guard the kernel ends the largest process, which is the server. */
async function negativeControl() {
  const promise = "parsing processes are killed first";
  const mutant = createMutant([[promise, "\\toffer\\w+First\\(\\);", ""]]);
  try {
    const { ok, measured, kills } = await serveInNeed({ rounds: 3, dist: mutant.dist });
    return {
      figure: `negative control: without "${promise}" the server ends`,
      measured,
      ok: !ok && kills > 0,
    };
  } finally {
    mutant.remove();
  }
}

function plant(seed) {
  const world = new World("pressure");
  const random = createRandom(seed);
  world.git("init", "-q", "-b", "main");
  for (let at = 0; at < SMALL_FILES; at++)
    world.write(`small/s${at}.ts`, `export function small_${at}() {\n  return ${random.below(1e6)};\n}\n`);
  for (let at = 0; at < LARGE_FILES; at++) world.write(`large/l${at}.ts`, largeText(at, "first"));
  world.git("add", "-A");
  world.git("commit", "-q", "-m", "first");
  return world;
}

function largeText(at, word) {
  const parts = [];
  for (let n = 0; n < LARGE_FUNCTIONS; n++)
    parts.push(
      `export function ${word}_${at}_${n}(value: number, other = [${n}, ${at}]): number {\n  return other.map((one) => one * value + ${n}).length;\n}\n`,
    );
  return parts.join("");
}
