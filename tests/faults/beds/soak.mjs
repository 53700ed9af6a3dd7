/**
 * Hours of edits, questions and killed writers around one server that stays up. Memory, descriptors and the log must
 * not grow, an answer shows the newest edit or says that it is behind, and the index must be whole at the end.
 * CLEW_SOAK_MINUTES sets the length (120 by default, 1 as smoke).
 */
import { spawn } from "node:child_process";
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { McpProcess } from "../support/mcp-client.mjs";
import { clew, createRandom, DIST, fileName, indexFileOf, moduleText, World } from "../support/world.mjs";

export const title = "edits, questions and kills for hours";
export const isLong = true;

const FILES = 300;
const WAL_CAP_MB = 64;
const MAX_GROWTH = 0.05;
const PAUSE_MS = 150;
/** Saying "pending" is honest, and has to stay the exception. */
const MAX_PENDING_SHARE = 0.01;
/** Caches and compiled code fill in the beginning; growth counts from here on. */
const WARM_SHARE = 0.25;

export async function execute({ isSmoke, seed, log }) {
  const minutes = Number(process.env.CLEW_SOAK_MINUTES ?? (isSmoke ? 1 : 120));
  const world = new World("soak");
  const home = world.path("home");
  const random = createRandom(seed);
  const count = { operations: 0, edits: 0, questions: 0, kills: 0, pending: 0, stale: 0, errors: 0 };
  const samples = [];
  try {
    world.createRepository(FILES, seed);
    const indexed = await clew(["index", world.root], home);
    if (indexed.code !== 0) throw new Error(indexed.stderr);
    const server = new McpProcess(world.root, home);
    await server.initialize();
    const until = Date.now() + minutes * 60_000;
    const started = Date.now();
    let walMb = 0;
    while (Date.now() < until) {
      await operate({ world, home, server, random, count, log });
      const share = (Date.now() - started) / (minutes * 60_000);
      if (count.operations % 20 === 0) samples.push({ share, ...server.usage() });
      walMb = Math.max(walMb, fileMb(`${indexFileOf(home)}-wal`));
      if (count.operations % 2_000 === 0)
        log(`${Math.round(share * 100)} %: ${JSON.stringify({ ...count, ...server.usage() })}`);
      await sleep(PAUSE_MS);
    }
    const { code, signal } = await server.close();
    const verified = await clew(["verify", "--root", world.root, "--deep"], home, { deadlineMs: 300_000 });
    const growth = growthOf(samples.map(({ share, rssMb }) => ({ share, value: rssMb })));
    const descriptors = growthOf(samples.map((s) => ({ share: s.share, value: s.descriptors })));
    return [
      {
        figure: "operations",
        measured: `${JSON.stringify(count)} in ${minutes} min`,
        ok: count.operations > minutes * 20,
      },
      {
        figure: "answers without the newest edit that do not say so",
        measured: count.stale,
        ok: count.stale === 0,
      },
      {
        figure: "answers without the newest edit that say so",
        measured: `${count.pending} of ${count.edits}`,
        ok: count.pending <= count.edits * MAX_PENDING_SHARE,
      },
      { figure: "errors", measured: count.errors, ok: count.errors === 0 },
      // A minute says nothing about growth; it is printed and not judged there.
      {
        figure: "memory growth after warm-up",
        measured: percent(growth),
        ok: isSmoke || growth < MAX_GROWTH,
      },
      { figure: "growth of descriptors", measured: percent(descriptors), ok: descriptors < MAX_GROWTH },
      { figure: "largest write-ahead log", measured: `${walMb.toFixed(1)} MB`, ok: walMb <= WAL_CAP_MB },
      {
        figure: "verify --deep",
        measured: verified.stdout.trim().split("\n").at(-1),
        ok: verified.code === 0,
      },
      { figure: "server ended by itself", measured: `${code} ${signal}`, ok: code === 0 },
    ];
  } finally {
    world.remove();
  }
}

async function operate({ world, home, server, random, count, log }) {
  count.operations += 1;
  const dice = random.below(100);
  const at = random.below(FILES);
  if (dice < 45) {
    count.edits += 1;
    const word = `edited${count.operations}x${random.below(1e6)}`;
    world.write(
      fileName(at),
      `${moduleText(at, random.below(FILES), 3)}${at % 5 === 4 ? "#" : "//"} ${word}\n`,
    );
    await ask(server, word, fileName(at), count, log);
  } else if (dice < 80) {
    await ask(server, `unit_${at}`, null, count, log);
  } else if (dice < 92) {
    count.kills += 1;
    world.write(fileName(at), moduleText(at, random.below(FILES), count.operations));
    const writer = spawn(process.execPath, [join(DIST, "cli.js"), "index", world.root], {
      env: { ...process.env, CLEW_HOME: home },
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => writer.on("exit", resolve));
    await sleep(random.below(700));
    writer.kill("SIGKILL");
    await ended;
  } else if (dice < 96) {
    rmSync(join(world.root, fileName(at)), { force: true });
  } else {
    world.git("checkout", "-q", "-f", "main");
  }
}

async function ask(server, word, expectedPath, count, log) {
  count.questions += 1;
  try {
    const { text, isError } = await server.call("search", { query: word });
    if (isError) throw new Error(text);
    if (expectedPath && !text.includes(expectedPath)) {
      const head = text.split("\n")[0];
      const kind = head.includes(", pending") ? "pending" : "stale";
      count[kind] += 1;
      log(`${kind}: ${word} is in ${expectedPath}, the answer: ${head}`);
    }
  } catch (error) {
    count.errors += 1;
    log(`${word}: ${error.message}`);
  }
}

/** Median of the last fifth against the median of the first fifth after warm-up. */
function growthOf(samples) {
  const warm = samples.filter(({ share }) => share >= WARM_SHARE).map(({ value }) => value);
  const fifth = Math.max(1, Math.floor(warm.length / 5));
  const [first, last] = [median(warm.slice(0, fifth)), median(warm.slice(-fifth))];
  return last / first - 1;
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function percent(share) {
  return `${(share * 100).toFixed(1)} %`;
}

function fileMb(file) {
  try {
    return statSync(file).size / 2 ** 20;
  } catch {
    return 0;
  }
}
