/** F3: writers killed at random moments while other processes ask. Every start afterwards finds a complete generation. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Oracle } from "../support/oracle.mjs";
import { clew, createRandom, DIST, fileName, moduleText, World } from "../support/world.mjs";

export const title = "writers killed at random under load";

const FILES = 60;
const READERS = 2;
const FIRST_ANSWER_MS = 2_000;
/** Some writers end before their kill comes; so many are started at most for each that is wanted. */
const MAX_STARTS = 2;
/** Readers rest between questions: they are there to read while others write, not to fill the processors. */
const READ_PAUSE_MS = 300;

export async function execute({ isSmoke, seed, log, cases }) {
  const kills = cases ?? (isSmoke ? 25 : 1_000);
  const world = new World("kills", { isInMemory: true });
  const home = world.path("home");
  const random = createRandom(seed);
  const oracle = new Oracle();
  const readers = Array.from({ length: READERS }, () => new Oracle());
  const count = { killed: 0, ended: 0, broken: 0, readerErrors: 0, slowest: 0, reads: 0 };
  let isOver = false;
  try {
    world.createRepository(FILES, seed);
    await clew(["index", world.root], home);
    // Kills fall anywhere in the time that an update takes here and now.
    let updateMs = await timeOf(() => clew(["index", world.root], home));
    const reading = readers.map((reader) =>
      readUntil(() => isOver, reader, { home, root: world.root }, count, log),
    );
    let started = 0;
    while (count.killed < kills && started < kills * MAX_STARTS) {
      const each = started++;
      for (let edit = 0; edit < 5; edit++) {
        const at = random.below(FILES);
        world.write(fileName(at), moduleText(at, random.below(FILES), each));
      }
      let wasKilled = false;
      const tookMs = await timeOf(async () => {
        wasKilled = await indexAndKill(world.root, home, random.below(updateMs * 1.2));
      });
      count[wasKilled ? "killed" : "ended"] += 1;
      if (!wasKilled) updateMs = 0.8 * updateMs + 0.2 * tookMs;
      else if (tookMs > updateMs) updateMs = tookMs;
      const report = await oracle.ask({ home, root: world.root, update: each % 10 === 0 });
      if (report.died || report.error || report.problems.length > 0) {
        count.broken += 1;
        log(`kill ${each}, seed ${seed}: ${JSON.stringify(report).slice(0, 300)}`);
      }
      count.slowest = Math.max(count.slowest, report.firstAnswerMs ?? 0);
      if (each % 100 === 99) log(`${each + 1} writers started, ${count.killed} killed`);
    }
    isOver = true;
    await Promise.all(reading);
    const last = await oracle.ask({ home, root: world.root, update: true });
    await clew(["index", world.root], world.path("fresh"));
    const fresh = await oracle.ask({ home: world.path("fresh"), root: world.root });
    return [
      {
        figure: "writers killed at work",
        measured: `${count.killed} of ${started} started`,
        ok: count.killed >= kills,
      },
      { figure: "corrupt or torn at the next start", measured: count.broken, ok: count.broken === 0 },
      {
        figure: "errors of readers meanwhile",
        measured: `${count.readerErrors} in ${count.reads} reads`,
        ok: count.readerErrors === 0,
      },
      {
        figure: "slowest first answer",
        measured: `${Math.round(count.slowest)} ms`,
        ok: count.slowest <= FIRST_ANSWER_MS,
      },
      {
        figure: "differs from a fresh build at the end",
        measured: last.updatedDump !== fresh.dump,
        ok: last.updatedDump === fresh.dump,
      },
    ];
  } finally {
    isOver = true;
    oracle.close();
    for (const reader of readers) reader.close();
    world.remove();
  }
}

async function readUntil(isOver, reader, request, count, log) {
  while (!isOver()) {
    const report = await reader.ask({
      ...request,
      questions: ["unit_3"],
      isServing: true,
      skipsVerify: true,
    });
    count.reads += 1;
    if (report.died || report.error) {
      count.readerErrors += 1;
      log(`reader: ${JSON.stringify(report).slice(0, 200)}`);
    }
    await sleep(READ_PAUSE_MS);
  }
}

async function timeOf(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** True when the process was still at work. */
function indexAndKill(root, home, afterMs) {
  const child = spawn(process.execPath, [join(DIST, "cli.js"), "index", root], {
    env: { ...process.env, CLEW_HOME: home },
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.on("exit", (_, signal) => resolve(signal === "SIGKILL")));
  sleep(afterMs).then(() => child.kill("SIGKILL"));
  return ended;
}
